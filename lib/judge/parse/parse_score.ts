import { requireNamed, requireText } from "../../progress/require.ts";
import { type FoundScore, replyScore, scoreAlone } from "../../results/reply_score.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { noVerdict, unread } from "./settle_reply.ts";

/** Options of `parseScore`. */
export interface ScoreScale {
  /** Lowest score of the scale. */
  low: number;
  /** Highest score of the scale; anything outside is `out_of_range`. */
  high: number;
  /** Whether the prompt offers `N/A` in place of a score. */
  abstention?: boolean;
  /** Whether a score must be a whole number. */
  whole?: boolean;
  /** What the score stands behind, for the reason why there is none. */
  marker?: string;
}

/**
 * The score behind the last `### Score:`, or where there is none behind `Rating:` or `Overall:`, in a field of JSON (`{"score": 4}`) or in
 * double brackets at the end; a bare number is one too: `{ score }`. Thinking is passed over. Decimals are read as they stand. A value
 * off the scale, or with another denominator, is `out_of_range`; a range, a list or words are `unparsable`: no number is
 * ever picked from running text. N/A is `abstained` where the prompt offers it and `unparsable` where not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseScore } from "judgebias/judge";
 *
 * const scale = { low: 1, high: 10 };
 * assert.deepEqual(
 *   parseScore("### Feedback: 9 of 10 items.\n### Score: 7", scale).values,
 *   { score: 7 },
 * );
 * assert.equal(parseScore("### Score: 11", scale).status, "out_of_range");
 * assert.equal(parseScore("### Score: 7-8", scale).status, "unparsable");
 * assert.equal(
 *   parseScore("### Score: N/A", { ...scale, abstention: true }).status, "abstained",
 * );
 * ```
 */
export function parseScore(text: string, scale: ScoreScale): ReplyVerdict {
  requireText("parseScore", "a reply", text);
  requireNamed("parseScore", scale, "a scale", "; say { low: 1, high: 5 }");
  return scored(replyScore(text, scale));
}

export const scoreOf = (text: string, scale: ScoreScale): ReplyVerdict => scored(scoreAlone(text, scale));

function scored(found: FoundScore): ReplyVerdict {
  if ("score" in found) return { status: "ok", values: { score: found.score } };
  return found.fault === "unparsable" ? unread(found.reason) : noVerdict(found.fault, found.reason);
}

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
  if (!last) return unread("no final score");
  if (SUPPOSED.test(text.slice(0, last.index))) return unread("a final score that is supposed");
  return finalScore(text.slice(last.index + last[0].length));
}

export function finalScore(text: string): ReplyVerdict {
  const verdict = scoreOf(text, SCALE);
  return verdict.status === "ok" ? { status: "ok", values: { parsed: verdict.values.score } } : verdict;
}
