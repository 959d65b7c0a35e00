import type { ReplyVerdict } from "../protocol.ts";
import { noVerdict } from "./settle_reply.ts";

/** The words before the score. */
export const FINAL_SCORE = /final\s+score\s+is/gi;

/** The number behind those words: bare, between dollar signs, out of 100. */
const NUMBER = /^:?\s*\$?\s*([-+]?\d+)(\.\d+)?\s*\$?\s*(?:(?:\/|out of)\s*(\d+)\s*\$?)?(.*)$/;

/** The highest score. */
const HIGHEST = 100;

/**
 * The score in the last sentence `The final score is $N$.`: `{ parsed }`, a whole number from 0 to 100. What Markdown and
 * TeX put around it (`**$85$**`, `\$85\$`, `$\boxed{85}$`) is taken away; the dollar signs may be missing, the words may not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseFinalScore } from "@/judge/parse/parse_final_score.ts";
 *
 * assert.deepEqual(parseFinalScore("It has 2 dogs, not 3. The final score is $85$.").values, { parsed: 85 });
 * assert.equal(parseFinalScore("The final score is $120$.").status, "out_of_range");
 * assert.equal(parseFinalScore("85").status, "unparsable");
 * ```
 */
export function parseFinalScore(text: string): ReplyVerdict {
  const last = [...text.matchAll(FINAL_SCORE)].at(-1);
  if (!last) return noVerdict("unparsable", "no final score");
  const line = text.slice(last.index + last[0].length).trimStart().split(/[\r\n]/)[0];
  const plain = line.replace(/\\boxed|\\text/g, "").replace(/[*_`\\{}"“”]/g, "")
    .replace(/\s+/g, " ").trim();
  const match = NUMBER.exec(plain);
  if (!match) return noVerdict("unparsable", "no number behind the final score");
  const [, whole, fraction, denominator, rest] = match;
  if (/^\s*(?:[-–—~%^]|to\b|or\b|and\b|\d)/i.test(rest)) {
    return noVerdict("unparsable", "more than one number behind the final score");
  }
  if (fraction !== undefined && Number(fraction) !== 0) return noVerdict("unparsable", "not a whole number");
  if (denominator !== undefined && Number(denominator) !== HIGHEST) {
    return noVerdict("out_of_range", `a score out of ${denominator}, not ${HIGHEST}`);
  }
  const parsed = Number(whole);
  return parsed >= 0 && parsed <= HIGHEST
    ? { status: "ok", values: { parsed: parsed + 0 } }
    : noVerdict("out_of_range", `${whole} is not from 0 to ${HIGHEST}`);
}
