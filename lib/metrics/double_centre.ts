import { requireMatrix } from "./standardize.ts";

/**
 * The interaction residuals of a two-way layout: r_ij = x_ij − mean of row i − mean of column j + mean of all. What is left
 * of a matrix of mean scores once the quality of every generator and the strictness of every evaluator are taken out, in
 * points of score. All rows and columns of the result have mean 0.
 *
 * Linear, so that noise of the means does not bias it and one extreme entry moves others only by its share, but evaluators
 * that use more of the scale weigh more: residuals are not divided by a spread.
 *
 * @throws {RangeError} for an empty matrix, rows of different lengths or a value that is not a finite number
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { doubleCentre } from "judgebias";
 *
 * assert.deepEqual(doubleCentre([[5, 3], [2, 4]]), [[1, -1], [-1, 1]]); // rows 4, 3; columns 3.5, 3.5; all 3.5
 * assert.deepEqual(doubleCentre([[1, 2], [3, 4]]), [[0, 0], [0, 0]]); // rows and columns explain all
 * ```
 */
export function doubleCentre(matrix: readonly (readonly number[])[]): number[][] {
  if (matrix.length === 0 || matrix[0].length === 0) {
    throw new RangeError("doubleCentre: wanted at least one value, found an empty matrix");
  }
  requireMatrix("doubleCentre", matrix);
  const height = matrix.length, width = matrix[0].length;
  const rowMeans = matrix.map((row) => row.reduce((sum, value) => sum + value, 0) / width);
  const columnMeans = matrix[0].map((_, j) => matrix.reduce((sum, row) => sum + row[j], 0) / height);
  const mean = rowMeans.reduce((sum, value) => sum + value, 0) / height;
  return matrix.map((row, i) => row.map((value, j) => value - rowMeans[i] - columnMeans[j] + mean));
}
