import type { ReplyVerdict } from "../protocol.ts";
import { scoreOf } from "./parse_score.ts";
import { noVerdict } from "./settle_reply.ts";

export const FINAL_SCORE = /final\s+score\s+is/gi;

/** Before it in its sentence: words by which it is somebody else's, or that of an answer that is not this one. */
const SUPPOSED =
  /(?:^|[.!?\n])[^\S\n]*(?:if|unless)\b[^.!?\n]{0,300}$|\b(?:says?|said|reads)\b[^.!?\n]{0,300}$/i;

const SCALE = { low: 0, high: 100, whole: true, marker: "the final score" };

/**
 * The score in the last sentence `The final score is $N$.`: `{ parsed }`, a whole number from 0 to 100. What Markdown and
 * TeX put around it (`**$85$**`, `\$85\$`, `$\boxed{85}$`) is taken away; the dollar signs may be missing, the words may not.
 * A number that could be another one (`72,5`, `85–90`, `1e2`), or behind which another score stands, is unparsable.
 */
export function parseFinalScore(text: string): ReplyVerdict {
  const last = [...text.matchAll(FINAL_SCORE)].at(-1);
  if (!last) return noVerdict("unparsable", "no final score");
  if (SUPPOSED.test(text.slice(0, last.index))) {
    return noVerdict("unparsable", "a final score that is supposed");
  }
  return finalScore(text.slice(last.index + last[0].length));
}

export function finalScore(text: string): ReplyVerdict {
  const verdict = scoreOf(text, SCALE);
  return verdict.status === "ok" ? { status: "ok", values: { parsed: verdict.values.score } } : verdict;
}
