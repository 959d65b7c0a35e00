/** Pivots below this share of the largest diagonal entry: the matrix is singular, or as good as. */
const SINGULAR = 1e-12;

/**
 * A solver of symmetric positive definite systems of up to `capacity` equations by Cholesky's factorisation, with its
 * own room to work in. The right-hand side is overwritten by the solution; false, and nothing useful in it, where the
 * matrix is singular or indefinite.
 *
 * Beside `cholesky`, which factors one matrix for many sides, for two reasons: the thousands of small systems of an elastic net's path
 * cost two thirds without a new matrix for each, and a pivot is held against the largest of all diagonal entries, so that a column
 * that hardly varies counts as dependent (`cholesky` looks at its own entry alone).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { choleskySolver } from "@/stats/cholesky_solver.ts";
 *
 * const matrix = [[4, 2], [2, 5]], x = new Float64Array([8, 12]); // 4·1 + 2·2 = 8, 2·1 + 5·2 = 12
 * assert.ok(choleskySolver(2)(2, (a, b) => matrix[a][b], x));
 * assert.deepEqual([...x], [1, 2]);
 * ```
 */
export function choleskySolver(
  capacity: number,
): (size: number, entry: (row: number, column: number) => number, x: Float64Array) => boolean {
  const factor = new Float64Array(capacity * capacity);
  return (size, entry, x) => {
    let largest = 0;
    for (let a = 0; a < size; a++) largest = Math.max(largest, entry(a, a));
    for (let a = 0; a < size; a++) {
      for (let b = 0; b <= a; b++) {
        let sum = entry(a, b);
        for (let k = 0; k < b; k++) sum -= factor[a * capacity + k] * factor[b * capacity + k];
        if (a > b) factor[a * capacity + b] = sum / factor[b * capacity + b];
        else if (sum > SINGULAR * largest) factor[a * capacity + a] = Math.sqrt(sum);
        else return false;
      }
    }
    for (let a = 0; a < size; a++) {
      for (let k = 0; k < a; k++) x[a] -= factor[a * capacity + k] * x[k];
      x[a] /= factor[a * capacity + a];
    }
    for (let a = size - 1; a >= 0; a--) {
      for (let k = a + 1; k < size; k++) x[a] -= factor[k * capacity + a] * x[k];
      x[a] /= factor[a * capacity + a];
    }
    return true;
  };
}
