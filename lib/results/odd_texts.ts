import pl from "nodejs-polars";
import { ownFacts } from "../progress/own_facts.ts";
import type { ColumnSpec } from "./frames.ts";

/** Up to how many rows JavaScript's own texts and numbers are cheaper than a query of Polars. */
export const FEW = 5000;

/** What stands in the place of an id in a line of sums, as spreadsheets and pandas write it, with a colon or a count in brackets behind it. */
export const SUM = `(?i)^(${
  ownFacts<{ sums: readonly string[] }>("words").sums.join("|")
})(\\s*\\(.*\\))?:?$`;

/** Whether a column of texts holds one that it cannot, whatever the file: an empty one that is not null and, of ids, a line of sums. */
export function hasOdd(column: pl.Series, { names }: ColumnSpec): boolean {
  // A chart of fifty judges checks a thousand short frames, and Polars keeps every expression until the turn ends.
  if (column.length <= FEW) {
    const own = [...new Set(column.toArray())], sum = new RegExp(SUM.replace("(?i)", ""), "i");
    return own.some((text) => text === "" || names && sum.test(String(text)));
  }
  const text = pl.col(column.name), is = text.eq(pl.lit(""));
  const odd = names ? text.cast(pl.Utf8).str.contains(SUM).or(text.cast(pl.Utf8).eq(pl.lit(""))) : is;
  return pl.DataFrame([column]).filter(odd).height > 0;
}
