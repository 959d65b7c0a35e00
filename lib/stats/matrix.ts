import { requireAsMany, requireEach } from "./label_codes.ts";
import { requireList, requireRight } from "../progress/require.ts";
import { isPlain } from "../progress/told.ts";

/** A table of numbers, one column after the other: the form in which kernels loop over it. */
export interface Matrix {
  /** Number of rows. */
  rows: number;
  /** Number of columns. */
  columns: number;
  /** Value of row i, column j at `data[j * rows + i]`. */
  data: Float64Array;
}

/** Numbers as a `Matrix`: rows of equal length are copied, a `Matrix` is checked and handed back as it is. */
export function toMatrix(action: string, X: readonly ArrayLike<number>[] | Matrix): Matrix {
  if (!isPlain(X)) requireList(action, "X", X, "object");
  const matrix = "data" in X ? X : fromRows(action, X), { rows, columns, data } = matrix;
  if (data.length !== rows * columns) {
    throw new TypeError(`${action}: wanted ${rows} × ${columns} numbers in the matrix, found ${data.length}`);
  }
  const bad = data.findIndex((value) => !Number.isFinite(value));
  if (bad < 0) return matrix;
  const place = `row ${bad % rows + 1}, column ${Math.floor(bad / rows) + 1}`;
  throw new RangeError(`${action}: wanted finite numbers, found ${data[bad]} in ${place}`);
}

export function matrixOf(columns: readonly Float64Array[], rows = columns[0].length): Matrix {
  const data = new Float64Array(rows * columns.length);
  columns.forEach((column, j) => data.set(column, j * rows));
  return { rows, columns: columns.length, data };
}

function fromRows(action: string, values: readonly ArrayLike<number>[]): Matrix {
  const width = values[0]?.length ?? 0, odd = values.findIndex(({ length }) => length !== width);
  if (odd >= 0) {
    const found = `${values[odd].length} in row ${odd + 1}`;
    throw new TypeError(`${action}: wanted ${width} numbers in every row, found ${found}`);
  }
  // A null would become 0 in a typed array.
  const columns = Array.from({ length: width }, (_, j) => Float64Array.from(values, (row) => row[j] ?? NaN));
  return matrixOf(columns, values.length);
}

export function checkTarget(action: string, { rows }: Matrix, y: ArrayLike<number>): void {
  requireAsMany(action, "y", y, rows);
  requireRight(rows > 0, action, "at least one row", rows);
  requireEach(action, "finite numbers in y", y, Number.isFinite);
}

/** Σ_j weight_j·x_j of columns x_j: a value for each row. */
export function combined(columns: readonly Float64Array[], weights: ArrayLike<number>): Float64Array {
  const result = new Float64Array(columns[0].length);
  columns.forEach((column, j) => {
    for (let i = 0; i < result.length; i++) result[i] += weights[j] * column[i];
  });
  return result;
}

/** Σ_i x_ij·value_i of columns x_j: a sum for each column. */
export function products(columns: readonly Float64Array[], values: ArrayLike<number>): number[] {
  return columns.map((column) => {
    let sum = 0;
    for (let i = 0; i < column.length; i++) sum += column[i] * values[i];
    return sum;
  });
}

/** Xᵀ·W·X of columns x_j and one weight per row: entry (j, k) is Σ_i w_i·x_ij·x_ik. Where a regression spends its time. */
export function weightedProducts(columns: readonly Float64Array[], weights: Float64Array): number[][] {
  const entries = columns.map(() => new Array<number>(columns.length)),
    weighted = new Float64Array(weights.length);
  columns.forEach((column, j) => {
    for (let i = 0; i < weighted.length; i++) weighted[i] = weights[i] * column[i];
    for (let k = 0; k <= j; k++) {
      const other = columns[k];
      let sum = 0;
      for (let i = 0; i < other.length; i++) sum += weighted[i] * other[i];
      entries[j][k] = entries[k][j] = sum;
    }
  });
  return entries;
}

/** A pivot this small against its diagonal entry is rounding: the column depends on those before it. */
const SINGULAR = 1e-12;

/**
 * Cholesky's factorisation A = L·Lᵀ of a symmetric positive definite matrix, given as rows; null where A is not positive definite to rounding (a
 * column that others determine). Factored once, solved often.
 */
export function cholesky(A: readonly ArrayLike<number>[]) {
  const n = A.length, L = new Float64Array(n * n);
  if (!choleskyFactor(L, n, (i, j) => A[i][j], (j) => A[j][j])) return null;
  const solve = (b: ArrayLike<number>) => choleskySolve(L, n, Float64Array.from(b));
  return {
    solve,
    inverse() {
      const columns = A.map((_, j) => solve(A.map((_, i) => i === j ? 1 : 0)));
      return columns.map((own, j) => columns.map((other, i) => i > j ? own[i] : other[j]));
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

export function choleskySolve(L: Float64Array, n: number, b: Float64Array): Float64Array {
  for (let a = 0; a < n; a++) {
    for (let k = 0; k < a; k++) b[a] -= L[a * n + k] * b[k];
    b[a] /= L[a * n + a];
  }
  for (let a = n - 1; a >= 0; a--) {
    for (let k = a + 1; k < n; k++) b[a] -= L[k * n + a] * b[k];
    b[a] /= L[a * n + a];
  }
  return b;
}
