import type pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { takeRows } from "../results/take_rows.ts";
import { requireOptions, requireRight, requireShare } from "../progress/require.ts";

export const EQUAL_LENGTH_WORDS = 5;

/**
 * Keeps the pairs whose answers differ by at most `threshold` words (5 words: informativeness-bias paper, appendix C.5), or by at most
 * `ratio` of the longer one's words: `{ ratio: 0.1 }` keeps 100 and 90 words, not 100 and 89.
 *
 * The paper first lengthens the shorter answer without new content and keeps what then is within the threshold: give
 * this function the rows judged after lengthening (`variant` = `length_equalized`, with their new word counts). On
 * untouched rows it selects the pairs that happened to be of equal length, which is a different question.
 *
 * @returns the kept rows, in order, with all columns; what was left out is the difference in height
 * @throws {TypeError} without words_a and words_b, or when a row lacks a count: it can be called neither equal nor
 *   different, so filter it out first
 * @throws {RangeError} for a threshold that is negative or no number (Infinity keeps all), or a ratio outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { equalizeLengths } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2"], words_a: [20, 20], words_b: [25, 26],
 * });
 * assert.deepEqual(equalizeLengths(pairs).getColumn("item_id").toArray(), ["1"]);
 * assert.equal(equalizeLengths(pairs, { ratio: 0.25 }).height, 2);
 * ```
 */
export function equalizeLengths(
  pairs: pl.DataFrame,
  options: { threshold?: number; ratio?: number } = {},
): pl.DataFrame {
  requireOptions("equalizeLengths", options, ["threshold", "ratio"], arguments);
  const { ratio, threshold = ratio === undefined ? EQUAL_LENGTH_WORDS : Infinity } = options;
  if (ratio !== undefined) requireShare("equalizeLengths", "ratio", ratio);
  requireRight(threshold >= 0, "equalizeLengths", "a threshold of 0 or more words", threshold);
  requireColumns("equalizeLengths", pairs, ["words_a", "words_b"]);
  const [a, b] = ["words_a", "words_b"].map((name) => columnNumbers(pairs.getColumn(name)));
  const unknown = a.filter((words, row) => Number.isNaN(words + b[row])).length;
  if (unknown > 0) {
    const found = `found ${unknown} of ${pairs.height} without`;
    throw new TypeError(`equalizeLengths: wanted word counts (words_a, words_b) in every row, ${found}`);
  }
  return takeRows(pairs, Int32Array.from(a.keys()).filter(nearIn(a, b, threshold, ratio)));
}

/** Whether the answers of a row differ by at most so many words, and by at most such a share of the longer one's: no row of unknown lengths. */
export function nearIn(
  a: Float64Array,
  b: Float64Array,
  threshold = Infinity,
  ratio?: number,
): (row: number) => boolean {
  return (row) => {
    const difference = Math.abs(a[row] - b[row]);
    // Compared in whole words of the longer answer: 0.29 · 100 is a little less than 29.
    return difference <= threshold &&
      (ratio === undefined || difference <= ratio * Math.max(a[row], b[row]) + 1e-9);
  };
}
