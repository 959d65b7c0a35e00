/** A pivot this small against its diagonal entry is rounding: the column depends on those before it. */
const SINGULAR = 1e-12;

/**
 * Cholesky's factorisation A = L·Lᵀ of a symmetric positive definite matrix, given as rows; null where A is not positive definite to rounding (a
 * column that others determine). Factored once, solved often.
 */
export function cholesky(A: readonly ArrayLike<number>[]) {
  const n = A.length, L = new Float64Array(n * n);
  if (!choleskyFactor(L, n, (i, j) => A[i][j], (j) => A[j][j])) return null;
  const solve = (b: ArrayLike<number>) => {
    const x = Float64Array.from(b);
    choleskySolve(L, n, x);
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
 * Writes L of L·Lᵀ = A into `L`, row a from a · n, in room that may be used again: elastic nets solve thousands of small systems. False where A is
 * singular or indefinite: a pivot is held against `scale` of its column.
 */
export function choleskyFactor(
  L: Float64Array,
  n: number,
  entry: (row: number, column: number) => number,
  scale: (column: number) => number,
): boolean {
  for (let a = 0; a < n; a++) {
    for (let b = 0; b <= a; b++) {
      let sum = entry(a, b);
      for (let k = 0; k < b; k++) sum -= L[a * n + k] * L[b * n + k];
      if (a > b) L[a * n + b] = sum / L[b * n + b];
      else if (sum > SINGULAR * scale(a)) L[a * n + a] = Math.sqrt(sum);
      else return false;
    }
  }
  return true;
}

/** Overwrites b by the x with L·Lᵀ·x = b. */
export function choleskySolve(L: Float64Array, n: number, b: Float64Array): void {
  for (let a = 0; a < n; a++) {
    for (let k = 0; k < a; k++) b[a] -= L[a * n + k] * b[k];
    b[a] /= L[a * n + a];
  }
  for (let a = n - 1; a >= 0; a--) {
    for (let k = a + 1; k < n; k++) b[a] -= L[k * n + a] * b[k];
    b[a] /= L[a * n + a];
  }
}
