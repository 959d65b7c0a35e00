import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { columnNumbers } from "./column_numbers.ts";
import { isText } from "./text_factor.ts";

/** What a column holds in numbers: categories, hashes of texts, or the numbers themselves. */
export type ColumnContent = Uint32Array | BigUint64Array | Float64Array;

/**
 * A column's values as numbers that differ where the values differ (of texts 64 bits of hash): what tells whether a frame is
 * still the one that something was computed from. Frames can be changed in place (`replaceAtIdx`), and say nothing of it.
 */
export function columnContent(series: pl.Series): ColumnContent {
  const type = String(series.dtype);
  if (/Categorical/.test(type) && series.nullCount() === 0) {
    return series.cast(pl.UInt32).toTypedArray() as Uint32Array;
  }
  if (isText(series) || !/Int|Float|Bool|Null/.test(type)) {
    return series.hash(1, 2, 3, 4).toTypedArray() as BigUint64Array;
  }
  return columnNumbers(series);
}

/** Whether two lists of columns hold the same, bit by bit. */
export function sameContent(some: readonly ColumnContent[], others: readonly ColumnContent[]): boolean {
  return some.length === others.length &&
    some.every((column, i) => column.length === others[i].length && bytes(column).equals(bytes(others[i])));
}

function bytes({ buffer, byteOffset, byteLength }: ColumnContent): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
