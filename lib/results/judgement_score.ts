/** How a side of a score pair came out. */
export type ScoreStatus = "scored" | "abstained" | "unparsable" | "missing";

/** Where the score stands in an answer to the paper's prompts. */
const MARKER = "### Score:";

/** A judge that declines: the first thing that it writes where the score should be. */
const ABSTAINS = /^[\s*_"'([<]*(n\s*\/\s*a|not applicable)(?![a-z])/i;

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
export function decimalNumber(text: string): number | null {
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
