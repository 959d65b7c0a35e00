import type pl from "nodejs-polars";
import { type Factor, factor } from "./factor.ts";

/**
 * One code per row for the combination of several columns: equal codes mean equal values in all of them, and codes order
 * like the columns' values, the first column first. Codes are whole numbers below `size`; not all of them need occur.
 */
export function combineFactors(
  factors: readonly Factor[],
  rows: number,
): { codes: Int32Array; size: number } {
  let codes: Int32Array = new Int32Array(rows), size = 1;
  for (const factor of factors) {
    const { codes: own } = factor, count = factor.size ?? factor.levels.length;
    const wide = new Float64Array(size * count > DIRECT ? rows : 0);
    if (wide.length === 0) {
      for (let i = 0; i < rows; i++) codes[i] = codes[i] * count + own[i];
      size *= count;
      continue;
    }
    for (let i = 0; i < rows; i++) wide[i] = codes[i] * count + own[i];
    ({ codes, size } = renumbered(wide));
  }
  return { codes, size };
}

/** The combination of those of some columns that a frame has: a column that it lacks tells no rows apart. */
export function frameCodes(
  frame: pl.DataFrame,
  names: readonly string[],
): { codes: Int32Array; size: number } {
  const factors = names.filter((name) => frame.columns.includes(name))
    .map((name) => factor(frame.getColumn(name)));
  return combineFactors(factors, frame.height);
}

/** Largest table that is addressed directly by combined codes; beyond it only the codes that occur are numbered. */
export const DIRECT = 2 ** 24;

/** Numbers the values that occur from 0 in their order. */
function renumbered(values: Float64Array): { codes: Int32Array; size: number } {
  const sorted = values.slice().sort();
  let size = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[size++] = sorted[i];
  }
  const codes = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    codes[i] = i > 0 && values[i] === values[i - 1] ? codes[i - 1] : placeOf(sorted, size, values[i]);
  }
  return { codes, size };
}

/** Place of a value among the first `size` of sorted ones, by halving: a Map holds only 2²⁴ of them. */
function placeOf(sorted: Float64Array, size: number, value: number): number {
  let low = 0, high = size - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
