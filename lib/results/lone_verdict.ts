/**
 * What may stand around a number or a label that a judge gives as its verdict: one rule for all that reads replies. Whatever
 * could mean something else is no verdict, and is counted as one that could not be read; nothing is guessed.
 *
 * @module
 */

import * as WORDS from "./reply_words.ts";

/** What Markdown, TeX and quotation put around a verdict, but not between two digits: `8*5` is no 85. */
const DRESS = /(?<!\p{N})[*_`\\{}"“”$]+|[*_`\\{}"“”$]+(?!\p{N})/gu;

/** A number in plain digits, a point before decimals, at the start but for a colon, quotes and brackets. */
const NUMBER = /^[:：]?[\s"'“‘([]*([-+−]?\d+(?:\.\d+)?)([\s\S]*)$/;

/** `points`, `/100`, `out of 100`, each once and in either order. */
const UNIT = /^\s*(?:points?|pts?)\b/i;
const OUT_OF = /^\s*(?:\/|out\s+of\b)\s*(\d+)(?:\.0+)?(?!\.?\d)/i;

/** A verdict's number, and the number that it is out of where that is said; or why there is none. */
export type LoneNumber = { number: string; outOf: number | null } | { fault: string };

/**
 * The number that a text begins with, where it can be nothing but that number: in plain digits, and behind it only `points`,
 * what it is out of, and then the end of the sentence, a bracket or a reason, without another number in the line. A range, a
 * decimal comma, an exponent, a percentage, digits of other scripts and a text that takes the number back are faults.
 */
export function loneNumber(text: string): LoneNumber {
  const begun = text.trimStart();
  const [line] = begun.split(/[\r\n]/, 1);
  const plain = line.replace(/\\(?:boxed|text)(?=\s*\{)/g, "").replace(DRESS, "").trim();
  const match = NUMBER.exec(plain);
  if (!match) return { fault: "no number" };
  let rest = match[2].replace(UNIT, "");
  const outOf = OUT_OF.exec(rest);
  if (outOf) rest = rest.slice(outOf[0].length).replace(UNIT, "");
  if (!WORDS.NUMBER_ENDS.test(rest) || /\p{N}/u.test(rest) || WORDS.NUMBER_IN_WORDS.test(rest)) {
    return { fault: "more than one number alone" };
  }
  if (takesBack(rest) || takesBack(begun.slice(line.length))) return { fault: "a number that is taken back" };
  return { number: match[1].replace("−", "-"), outOf: outOf ? Number(outOf[1]) : null };
}

/**
 * The label in a text, where all that the pattern finds are the same one and none stands in a sentence that does not choose
 * it (`not [[A]]`, `[[A]] loses`); or why there is none.
 *
 * @param pattern a global expression whose first group is the label
 * @param labelOf the label's one spelling
 */
export function loneLabel(
  text: string,
  pattern: RegExp,
  labelOf: (found: string) => string = (found) => found,
): { label: string } | { fault: string } {
  const found = [...text.matchAll(pattern)];
  const [label, ...others] = new Set(found.map((match) => labelOf(match[1])));
  if (label === undefined) return { fault: "no label" };
  if (others.length > 0) return { fault: "more than one label" };
  if (takesBack(text)) return { fault: "a label that is taken back" };
  const stands = ({ index, 0: { length } }: RegExpExecArray) =>
    !WORDS.DENIED.test(sentenceBefore(text, index)) && WORDS.LABEL_ENDS.test(lineAfter(text, index + length));
  const last = found[found.length - 1], behind = text.slice(last.index + last[0].length);
  if (choosesOther(behind, label, labelOf) || WORDS.BELITTLES.test(lineAfter(behind, 0))) {
    return { fault: "a label and then the other" };
  }
  return found.every(stands) ? { label } : { fault: "not a label alone" };
}

/** Whether the clause before a place denies what stands there, or its sentence says that it is somebody else's. */
export function isDenied(text: string, index: number): boolean {
  const before = sentenceBefore(text, index), clause = before.split(/[,;:]\s/).at(-1)!;
  return /^\W*not?\W*$/i.test(before) || WORDS.DENIED.test(clause) || WORDS.OF_ANOTHER.test(before);
}

/** Whether a text says that something said was not meant. */
export const takesBack = (text: string) => WORDS.TAKES_BACK.test(text);

/** Whether a text chooses another answer than the one of this label. */
export const choosesOther = (text: string, label: string, labelOf: (found: string) => string) =>
  [...text.matchAll(WORDS.WINS), ...text.matchAll(WORDS.CHOSEN)].some((match) => labelOf(match[1]) !== label);

/** How far around a label its sentence is looked at, in characters. */
const LOOKED_AT = 300;

/** The part of a sentence before a place; `so`, `thus` and the like begin a new one. */
function sentenceBefore(text: string, end: number): string {
  const near = text.slice(Math.max(0, end - LOOKED_AT), end);
  return near.split(/[\r\n]|[.!?。;]\s|\b(?:so|therefore|thus|hence)\b/i).at(-1)!;
}

function lineAfter(text: string, start: number): string {
  return text.slice(start, start + LOOKED_AT).split(/[\r\n]/, 1)[0];
}

/**
 * A line without what Markdown puts around it: `> ## **Score:** \`8\`` → `Score: 8`. Brackets stay, and so does every word;
 * escaped characters (`\[`, `\$`) lose the backslash. A mark between two digits stays: `8*5` is no 85.
 */
export function plainLine(line: string): string {
  if (line === "") return line;
  return line
    .replace(/\\([[\]$*_{}#(). -])/g, "$1")
    .replace(/^(?:[\s>#]+|[-+*]\s+)+/, "") // a bullet, but not the sign of -3
    .replace(/(?<!\d)[*_`]+|[*_`]+(?!\d)/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The lines of a text, plain; a heading in the middle of a line (`good. ### Score: 8`) begins one of its own. */
export function plainLines(text: string): string[] {
  return text.replace(/(?<!#)(#{2,4}\s*(?:\*+\s*)?[A-Z])/g, "\n$1").split(/\r\n|\r|\n/).map(plainLine);
}

/** All behind the last heading that `name` (a regular expression) fits; null without one, empty where one of `before` follows at once. */
export function behindField(text: string, name: string, before = "feedback|score|selection"): string | null {
  const heading = new RegExp(`^(?:${name})\\s*[:：]\\s*`, "i");
  const lines = plainLines(text), last = lines.findLastIndex((line) => heading.test(line));
  if (last < 0) return null;
  const behind = [lines[last].replace(heading, ""), ...lines.slice(last + 1)];
  const first = behind.findIndex((line) => line !== ""), next = new RegExp(`^(?:${before})\\s*[:：]`, "i");
  return first < 0 || first > 0 && next.test(behind[first]) ? "" : behind.join("\n");
}
