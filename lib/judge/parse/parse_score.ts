import { requireNamed, requireText } from "../../progress/require.ts";
import { loneNumber, plainLines } from "../../results/lone_verdict.ts";
import type { ReplyVerdict } from "../protocol.ts";
import { behindField } from "./field.ts";
import { jsonReply, withoutThinking } from "../../results/reply_text.ts";
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

const MARKER = "(?:final |overall )?score";

/** Other headings, of which one alone is a score: of several each may be of another thing. */
const RATING = "(?:final |overall )?(?:rating|grade)|overall",
  RATED = new RegExp(`^(?:${RATING})\\s*[:：]`, "i");

/** A number alone, in the signs of Markdown, with what it is out of; one in double brackets, and one at the reply's end; a field of JSON. */
const BARE = /^[*_`"'([]*[-+]?\d+(?:\.\d+)?(?:\s*(?:\/|out of)\s*\d+)?[*_`"')\].]*$/,
  BRACKETED = /\[\[\s*([-+]?\d+(?:\.\d+)?)\s*\]\]/g,
  FIELD = /^(?:(?:final|overall)[ _]?)?(?:score|rating|grade)$|^overall$/i;

/** A second score behind the first, or a number alone: which of both is meant cannot be told. */
const ANOTHER =
  /\n(?:[^\n]*\b(?:score|grade|rating|overall)\b[^\n\d]{0,20}\d|[^\n\p{L}\p{N}]*\d+(?:\.\d+)?[^\n\p{L}\p{N}]*(?:\n|$))/iu;

const NOT_APPLICABLE = /^["'(]*(?:n\s*\/\s*a|n\.a\.|not applicable)["')]*\.?(?:\s|$)/i;

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
  const said = withoutThinking(text);
  if (said === null) return unread("thinking that never ended");
  const bare = said.trim(), json = jsonReply(bare);
  if (json) {
    const [[name, value] = [""], ...others] = Object.entries(json).filter(([name]) => FIELD.test(name));
    const isOne = others.length === 0 && /score$/i.test(name) && ["number", "string"].includes(typeof value);
    return isOne ? scoreOf(`${value}`, scale) : unread("no one field score");
  }
  const isRated = new Set(plainLines(said).filter((line) => RATED.test(line))).size === 1;
  const behind = behindField(said, MARKER) ?? (isRated ? behindField(said, RATING) : null);
  if (behind) return scoreOf(behind, scale);
  const marks = [...bare.matchAll(BRACKETED)], [[, mark] = [], ...others] = marks, last = marks.at(-1);
  const isLast = last && /^[\s.*"'`]*$/.test(bare.slice(last.index + last[0].length));
  if (isLast && others.every(([, one]) => one === mark)) return scoreOf(mark!, scale);
  return BARE.test(bare) ? scoreOf(bare, scale) : unread("nothing behind Score:");
}

export function scoreOf(
  text: string,
  { low, high, abstention, whole = false, marker = "Score:" }: ScoreScale,
): ReplyVerdict {
  if (NOT_APPLICABLE.test(text.trimStart())) {
    return abstention ? noVerdict("abstained", "N/A") : unread("N/A, which the prompt does not offer");
  }
  const begun = text.trimStart(), line = begun.search(/[\r\n]/);
  if (line >= 0 && ANOTHER.test(begun.slice(line).replaceAll("\r", "\n"))) {
    return unread(`another score behind ${marker}`);
  }
  const found = loneNumber(text);
  if ("fault" in found) return unread(`${found.fault} behind ${marker}`);
  if (found.outOf !== null && found.outOf !== high) {
    return noVerdict("out_of_range", `a score out of ${found.outOf}, not ${high}`);
  }
  const score = Number(found.number) + 0;
  if (whole && !Number.isInteger(score)) return unread("not a whole number");
  return score >= low && score <= high
    ? { status: "ok", values: { score } }
    : noVerdict("out_of_range", `${found.number} is not from ${low} to ${high}`);
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
