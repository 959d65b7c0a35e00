import type pl from "nodejs-polars";
import { nearest } from "../progress/nearest.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { ratingEvaluators } from "./rating_evaluators.ts";

/** Columns that are read where a file has them, beside those of the schema. */
const ALSO: Partial<Record<FrameName, readonly string[]>> = {
  pairs: ["confidence", "provenance"],
  ratings: ["rater", "provenance"],
};

/** Names alike but for case, blanks and the signs between words. */
const bare = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * Columns that are most likely an optional one of the schema, mistyped: a required one that is missing is an error, of an optional one the
 * default would be taken without a word. A name counts as mistyped where it differs in case, blanks or signs between words alone, or
 * in one letter (two of names with six or more). Only columns that the file lacks (`absent`: those that a default filled in) are
 * looked for.
 */
export function misspelt(name: FrameName, frame: pl.DataFrame, absent: readonly string[]): string[] {
  // Of ratings every column of numbers is an evaluator.
  const evaluators = name === "ratings" ? ratingEvaluators(frame) : [];
  const columns = frame.columns.filter((column) => !evaluators.includes(column));
  const known = FRAMES[name].columns;
  const also = (ALSO[name] ?? []).filter((column) => !columns.includes(column));
  const open = [...absent, ...also];
  return columns.flatMap((column) => {
    if (Object.hasOwn(known, column) || (ALSO[name] ?? []).includes(column)) return [];
    const same = open.filter((one) => bare(one) === bare(column));
    const meant = same.length > 0 ? same : closest(column, open);
    if (meant.length === 0) return [];
    return [
      `the column ${column} is not read; is it ${meant.join(" or ")}? then name it: columns: { ${meant[0]}: ${
        JSON.stringify(column)
      } } (--columns "${meant[0]}=${column}")`,
    ];
  });
}

/** The names at the least distance, where that is a slip of the hand. */
function closest(column: string, open: readonly string[]): string[] {
  for (const within of column.length < 6 ? [1] : [1, 2]) {
    const near = nearest(column, open, { within });
    if (near.length > 0) return near;
  }
  return [];
}
