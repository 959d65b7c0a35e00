import { isObject } from "./json_lines.ts";
import { ResultsError } from "./results_error.ts";

/** Highest score of the scale. */
export const MAX_SCORE = 10;

/** One of the two judgments in a record of the authors' output, and how it came out. */
export interface JudgementSide {
  score: number | null;
  status: "scored" | "abstained" | "unparsable" | "missing";
}

/** Where the score stands in an answer to the paper's prompts. */
const MARKER = "### Score:";

/** A judge that declines: the first thing that it writes where the score should be. */
const ABSTAINS = /^[\s*_"'([<]*(n\s*\/\s*a|not applicable)(?![a-z])/i;

/**
 * The score and status of one side of `judgement[model]`: the stored score, else the one in the text.
 *
 * @param official any number counts and N/A is no abstention, as in the authors' code
 * @throws {ResultsError} for a stored score that is none, or a text that is none
 */
export function judgementSide(
  answer: unknown,
  side: "unbiased" | "biased",
  official: boolean,
  { file, judge }: { file: string; judge: string },
): JudgementSide {
  const bad = (column: string, value: unknown, expected: string) =>
    new ResultsError({ file, column: `judgement.${judge}.${column}`, value, expected });
  if (!isObject(answer)) return { score: null, status: "missing" };
  const stored = answer[`${side}_score`], text = answer[side];
  if (text !== undefined && text !== null && typeof text !== "string") {
    throw bad(side, text, "a judge's text");
  }
  if (!official && typeof text === "string" && judgementAbstains(text)) {
    return { score: null, status: "abstained" };
  }
  if (stored !== undefined && stored !== null) {
    const score = typeof stored === "string"
      ? decimalNumber(stored)
      : typeof stored === "boolean" && official
      ? Number(stored)
      : stored;
    if (typeof score !== "number" || !official && !(score >= 1 && score <= MAX_SCORE)) {
      throw bad(
        `${side}_score`,
        stored,
        `a score from 1 to ${MAX_SCORE} or nothing (compatibility: "official" takes any number)`,
      );
    }
    return { score, status: "scored" };
  }
  if (typeof text !== "string" || !official && text.trim() === "") return { score: null, status: "missing" };
  const score = judgementScore(text);
  const usable = score !== null && (official || score >= 1 && score <= MAX_SCORE);
  return usable ? { score, status: "scored" } : { score: null, status: "unparsable" };
}

/**
 * The score in a judge's text, by the rules of MM-JudgeBias' public code: a bare number is taken; else the first number after
 * the last `### Score:`; else the last number in the text; else none. Decimals are taken, the scale is not checked. This is
 * the one reader that takes the first or last of several numbers: the files are that code's own, and so are their scores.
 */
export function judgementScore(text: string): number | null {
  const bare = decimalNumber(text);
  if (bare !== null) return bare;
  const at = text.lastIndexOf(MARKER);
  const marked = at < 0 ? null : /[0-9]+(?:\.[0-9]+)?/.exec(text.slice(at + MARKER.length));
  if (marked) return Number(marked[0]);
  const numbers = text.match(/[0-9]+(?:\.[0-9]+)?/g);
  return numbers ? Number(numbers.at(-1)) : null;
}

/** Whether a judge's text says N/A where its score should be: behind the last `### Score:`, or as the whole of it. */
export function judgementAbstains(text: string): boolean {
  const at = text.lastIndexOf(MARKER);
  return ABSTAINS.test(at < 0 ? text : text.slice(at + MARKER.length));
}

/** A text that is nothing but a number as the official code's language reads one: 7, +7., .5, 1e1, 1_0, nan, inf; else null. */
function decimalNumber(text: string): number | null {
  const plain = text.trim().slice(0, 41).replace(/\p{Nd}/gu, asciiDigit);
  if (plain.length > 40) return null;
  if (/^[+-]?(\d(_?\d)*\.?(\d(_?\d)*)?|\.\d(_?\d)*)(e[+-]?\d(_?\d)*)?$/i.test(plain)) {
    return Number(plain.replaceAll("_", ""));
  }
  const word = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(plain);
  return word ? (word[2] ? (word[1] === "-" ? -Infinity : Infinity) : NaN) : null;
}

/** The digit that a digit of any script stands for: their blocks run from 0 to 9. */
function asciiDigit(digit: string): string {
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(digit.codePointAt(0)! - 1 - value))) value++;
  return String(value % 10);
}
