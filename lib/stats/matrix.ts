/** A table of numbers, one column after the other: the form in which kernels loop over it. */
export interface Matrix {
  /** Number of rows. */
  rows: number;
  /** Number of columns. */
  columns: number;
  /** Value of row i, column j at `data[j * rows + i]`. */
  data: Float64Array;
}

/**
 * Numbers as a `Matrix`: rows of equal length are copied, a `Matrix` is checked and handed back as it is.
 *
 * @param action whose argument it is, for messages
 * @throws {TypeError} for rows of different length, or a `Matrix` whose data have another size than rows × columns
 * @throws {RangeError} for a value that is not finite
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toMatrix } from "@/stats/matrix.ts";
 *
 * const { rows, columns, data } = toMatrix("example", [[1, 2], [3, 4], [5, 6]]);
 * assert.deepEqual([rows, columns, [...data]], [3, 2, [1, 3, 5, 2, 4, 6]]);
 * ```
 */
export function toMatrix(action: string, X: readonly ArrayLike<number>[] | Matrix): Matrix {
  const matrix = "data" in X ? X : fromRows(action, X);
  if (matrix.data.length !== matrix.rows * matrix.columns) {
    throw new TypeError(
      `${action}: wanted ${matrix.rows} × ${matrix.columns} numbers in the matrix, found ${matrix.data.length}`,
    );
  }
  const { rows, data } = matrix;
  for (let k = 0; k < data.length; k++) {
    if (!Number.isFinite(data[k])) {
      throw new RangeError(
        `${action}: wanted finite numbers, found ${data[k]} in row ${k % rows + 1}, column ${
          Math.floor(k / rows) + 1
        }`,
      );
    }
  }
  return matrix;
}

function fromRows(action: string, values: readonly ArrayLike<number>[]): Matrix {
  const rows = values.length, columns = rows === 0 ? 0 : values[0].length;
  const data = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    if (values[i].length !== columns) {
      throw new TypeError(
        `${action}: wanted ${columns} numbers in every row, found ${values[i].length} in row ${i + 1}`,
      );
    }
    // A null would become 0 in a typed array.
    for (let j = 0; j < columns; j++) data[j * rows + i] = values[i][j] ?? NaN;
  }
  return { rows, columns, data };
}
