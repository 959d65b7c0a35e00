import { random } from "./random.ts";

/**
 * The fold (0 … folds − 1) of every row for cross-validation: contiguous blocks in the order of the rows, as in
 * scikit-learn's KFold (the first n mod folds blocks have one row more), or, with a seed, blocks of a shuffled order.
 *
 * @throws {RangeError} for fewer than two folds, or more folds than rows
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { assignFolds } from "@/stats/folds.ts";
 *
 * assert.deepEqual([...assignFolds(5, { folds: 2 })], [0, 0, 0, 1, 1]);
 * ```
 */
export function assignFolds(
  rows: number,
  { folds, seed }: { folds: number; seed?: number },
): Int32Array {
  if (!Number.isInteger(folds) || folds < 2 || folds > rows) {
    throw new RangeError(`folds: wanted a whole number from 2 to the number of rows ${rows}, found ${folds}`);
  }
  const order = Int32Array.from({ length: rows }, (_, i) => i);
  const rowAt = seed === undefined ? order : random(seed).shuffle(order);
  const foldOf = new Int32Array(rows), size = Math.floor(rows / folds), larger = rows % folds;
  for (let k = 0; k < rows; k++) {
    const inLarger = larger * (size + 1);
    foldOf[rowAt[k]] = k < inLarger ? Math.floor(k / (size + 1)) : larger + Math.floor((k - inLarger) / size);
  }
  return foldOf;
}
