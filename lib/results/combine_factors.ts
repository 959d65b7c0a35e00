import type { Factor } from "./factor.ts";

/** Largest table that is addressed directly by combined codes; beyond it only the codes that occur are numbered. */
const DIRECT = 2 ** 24;

/**
 * One code per row for the combination of several columns: equal codes mean equal values in all of them, and codes order
 * like the columns' values, the first column first. Codes are whole numbers below `size`; not all of them need occur.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { combineFactors } from "@/results/combine_factors.ts";
 *
 * const judge = { codes: Int32Array.of(1, 0, 1), levels: ["a", "b"] };
 * const image = { codes: Int32Array.of(0, 1, 0), levels: [false, true] };
 * const { codes, size } = combineFactors([judge, image], 3);
 * assert.deepEqual([[...codes], size], [[2, 1, 2], 4]);
 * ```
 */
export function combineFactors(
  factors: readonly Factor[],
  rows: number,
): { codes: Int32Array; size: number } {
  let codes: Int32Array = new Int32Array(rows), size = 1;
  for (const { codes: own, levels } of factors) {
    const wide = new Float64Array(size * levels.length > DIRECT ? rows : 0);
    if (wide.length === 0) {
      for (let i = 0; i < rows; i++) codes[i] = codes[i] * levels.length + own[i];
      size *= levels.length;
      continue;
    }
    for (let i = 0; i < rows; i++) wide[i] = codes[i] * levels.length + own[i];
    ({ codes, size } = renumbered(wide));
  }
  return { codes, size };
}

/** Numbers the values that occur from 0 in their order. */
function renumbered(values: Float64Array): { codes: Int32Array; size: number } {
  const sorted = values.slice().sort();
  const places = new Map<number, number>();
  for (const value of sorted) if (!places.has(value)) places.set(value, places.size);
  return { codes: Int32Array.from(values, (value) => places.get(value)!), size: places.size };
}
