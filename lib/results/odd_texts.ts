import pl from "nodejs-polars";
import { ownFacts } from "../progress/own_facts.ts";
import type { ColumnSpec } from "./frames.ts";

/** Up to how many rows JavaScript's own texts and numbers are cheaper than a query of Polars. */
export const FEW = 5000;

const upper = (letter: string) => letter.toUpperCase();

/** What stands in the place of an id in a line of sums, as spreadsheets and pandas write it: each as words are written. */
export const SUMS = ownFacts<{ sums: readonly string[] }>("words").sums
  .flatMap((word) => [word, word.replace(/^./, upper), word.replace(/\b[a-z]/g, upper), word.toUpperCase()])
  .flatMap((word) => [word, `${word}:`]);

/** Whether a column of texts holds one that it cannot, whatever the file: an empty one that is not null and, of ids, a line of sums. */
export function hasOdd(column: pl.Series, { names }: ColumnSpec): boolean {
  const odd = names ? ["", ...SUMS] : [""];
  // A chart of fifty judges checks a thousand short frames, and Polars keeps every expression until the turn ends.
  if (column.length <= FEW) {
    const own = new Set(column.toArray());
    return odd.some((text) => own.has(text));
  }
  const text = pl.col(column.name), is = names ? text.cast(pl.Utf8).isIn(odd) : text.eq(pl.lit(""));
  return pl.DataFrame([column]).filter(is).height > 0;
}
