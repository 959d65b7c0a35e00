/** A symmetric positive definite system, factored once and solved often. */
export interface Cholesky {
  /** The x with A·x = b. */
  solve(b: ArrayLike<number>): Float64Array;
  /** A⁻¹. */
  inverse(): number[][];
}

/** A pivot this small against its diagonal entry is rounding: the column depends on those before it. */
const SINGULAR = 1e-12;

/**
 * Cholesky's factorisation A = L·Lᵀ of a symmetric positive definite matrix, given as rows.
 *
 * @returns null where A is not positive definite to rounding (a column that others determine)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cholesky } from "@/stats/cholesky.ts";
 *
 * assert.deepEqual([...cholesky([[4, 2], [2, 5]])!.solve([8, 12])], [1, 2]);
 * assert.equal(cholesky([[1, 1], [1, 1]]), null);
 * ```
 */
export function cholesky(A: readonly ArrayLike<number>[]): Cholesky | null {
  const n = A.length, L = choleskyRoot(A);
  if (!L) return null;
  const solve = (b: ArrayLike<number>) => {
    const x = Float64Array.from(b);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) x[i] -= L[i][k] * x[k];
      x[i] /= L[i][i];
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) x[i] -= L[k][i] * x[k];
      x[i] /= L[i][i];
    }
    return x;
  };
  return {
    solve,
    inverse() {
      const rows = Array.from({ length: n }, () => new Array<number>(n).fill(0));
      for (let j = 0; j < n; j++) {
        solve(Float64Array.from({ length: n }, (_, i) => i === j ? 1 : 0)).forEach((value, i) =>
          rows[i][j] = value
        );
      }
      // Symmetric to the last bit.
      for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) rows[i][j] = rows[j][i];
      return rows;
    },
  };
}

/**
 * The lower triangle L with L·L' = A; null for a singular or indefinite A, or with `semidefinite` a column of zeros for every variable
 * that those before it determine.
 */
export function choleskyRoot(
  A: readonly ArrayLike<number>[],
  { semidefinite = false }: { semidefinite?: boolean } = {},
): Float64Array[] | null {
  const n = A.length;
  const L = Array.from({ length: n }, () => new Float64Array(n));
  for (let j = 0; j < n; j++) {
    let pivot = A[j][j];
    for (let k = 0; k < j; k++) pivot -= L[j][k] * L[j][k];
    if (!(pivot > SINGULAR * A[j][j])) {
      if (semidefinite) continue;
      return null;
    }
    L[j][j] = Math.sqrt(pivot);
    for (let i = j + 1; i < n; i++) {
      let sum = A[i][j];
      for (let k = 0; k < j; k++) sum -= L[i][k] * L[j][k];
      L[i][j] = sum / L[j][j];
    }
  }
  return L;
}
