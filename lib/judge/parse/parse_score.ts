import type { ReplyVerdict } from "../protocol.ts";
import { lastField } from "./field.ts";
import { noVerdict } from "./settle_reply.ts";

/** Options of `parseScore`. */
export interface ScoreScale {
  /** Lowest score of the scale. */
  low: number;
  /** Highest score of the scale; anything outside is `out_of_range`. */
  high: number;
  /** Whether the prompt offers `N/A` in place of a score. */
  abstention?: boolean;
}

/** A number at the start of a field, and what may follow it: `8`, `8.`, `8/10`, `8 out of 10`, `8 (good)`. */
const NUMBER = /^([-+]?\d+(?:\.\d+)?)(?!\d)(?:\s*(?:\/|out of)\s*(\d+))?(.*)$/i;

/** The ways to write that there is no score. */
const NOT_APPLICABLE = /^["'(]*(?:n\s*\/\s*a|n\.a\.|not applicable)["')]*\.?(?:\s|$)/i;

/**
 * The score behind the last `### Score:` (a bare number is one too): `{ score }`. Decimals are read as they stand. A value
 * off the scale, or with another denominator, is `out_of_range`; a range, a list or words are `unparsable`: no number is
 * ever picked from running text. N/A is `abstained` where the prompt offers it and `unparsable` where not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseScore } from "@/judge/parse/parse_score.ts";
 *
 * const scale = { low: 1, high: 10 };
 * assert.deepEqual(parseScore("### Feedback: 9 of 10 items.\n### Score: 7", scale).values, { score: 7 });
 * assert.equal(parseScore("### Score: 11", scale).status, "out_of_range");
 * assert.equal(parseScore("### Score: 7-8", scale).status, "unparsable");
 * assert.equal(parseScore("### Score: N/A", { ...scale, abstention: true }).status, "abstained");
 * ```
 */
export function parseScore(text: string, { low, high, abstention = false }: ScoreScale): ReplyVerdict {
  const bare = text.trim();
  const field = lastField(text, "(?:final |overall )?score") ??
    (/^[-+]?\d+(?:\.\d+)?$/.test(bare) ? bare : null);
  if (field === null) return noVerdict("unparsable", "nothing behind Score:");
  const value = field.replace(/^[["'“(]+(?=[-+\d])/, "").trim();
  if (NOT_APPLICABLE.test(field)) {
    return abstention
      ? noVerdict("abstained", "N/A")
      : noVerdict("unparsable", "N/A, which the prompt does not offer");
  }
  const match = NUMBER.exec(value);
  if (!match) return noVerdict("unparsable", "no number behind Score:");
  const [, number, denominator, rest] = match;
  if (/\d/.test(rest) || /^\s*(?:[-–—~%^:,]|\.\d|to\b|or\b|and\b|[a-z])/i.test(rest)) {
    return noVerdict("unparsable", "more than one number behind Score:");
  }
  const score = Number(number);
  if (denominator !== undefined && Number(denominator) !== high) {
    return noVerdict("out_of_range", `a score out of ${denominator}, not ${high}`);
  }
  return score >= low && score <= high
    ? { status: "ok", values: { score } }
    : noVerdict("out_of_range", `${number} is not from ${low} to ${high}`);
}
