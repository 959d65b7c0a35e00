import pl from "nodejs-polars";
import { isText } from "./text_factor.ts";

/** Up to how many rows JavaScript's own numbers are cheaper than a query of Polars. */
const FEW = 5000;

/**
 * A numeric column as numbers, NaN where it is null: the form in which metrics loop over it.
 *
 * @throws {TypeError} for a column of text
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { columnNumbers } from "@/results/column_numbers.ts";
 *
 * assert.deepEqual([...columnNumbers(pl.Series("words", [12, null]))], [12, NaN]);
 * ```
 */
export function columnNumbers(series: pl.Series): Float64Array {
  if (series.length === 0) return new Float64Array(0);
  if (isText(series)) {
    throw new TypeError(`columnNumbers: wanted numbers in the column ${series.name}, found text`);
  }
  if (series.length <= FEW && /Float64|Int32/.test(String(series.dtype))) {
    return Float64Array.from(series.toArray() as (number | null)[], (value) => value === null ? NaN : value);
  }
  if (/Float64/.test(String(series.dtype)) && series.nullCount() === 0) {
    return series.toTypedArray() as Float64Array;
  }
  const filled = pl.DataFrame([series.alias("value")]).select(
    pl.col("value").cast(pl.Float64).fillNull(pl.lit(NaN)),
  );
  return filled.getColumn("value").toTypedArray() as Float64Array;
}
