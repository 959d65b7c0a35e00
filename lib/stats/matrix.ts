import { requireList } from "../progress/require.ts";
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

/**
 * Numbers as a `Matrix`: rows of equal length are copied, a `Matrix` is checked and handed back as it is.
 *
 * @param action whose argument it is, for messages
 */
export function toMatrix(action: string, X: readonly ArrayLike<number>[] | Matrix): Matrix {
  if (!isPlain(X)) requireList(action, "X", X, "object");
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

export function matrixOf(columns: readonly Float64Array[], rows: number = columns[0]?.length ?? 0): Matrix {
  const data = new Float64Array(rows * columns.length);
  columns.forEach((column, j) => data.set(column, j * rows));
  return { rows, columns: columns.length, data };
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

/** Checks a target column against the table that it belongs to. */
export function checkTarget(action: string, { rows }: Matrix, y: ArrayLike<number>): void {
  requireList(action, "y", y);
  if (y.length !== rows) {
    throw new TypeError(`${action}: wanted one y per row of X (${rows}), found ${y.length}`);
  }
  if (rows === 0) throw new RangeError(`${action}: wanted at least one row, found none`);
  for (let i = 0; i < rows; i++) {
    if (typeof y[i] === "number" && Number.isFinite(y[i])) continue;
    throw new RangeError(`${action}: wanted finite numbers in y, found ${y[i]} in row ${i}`);
  }
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
  return columns.map((column) => column.reduce((sum, x, i) => sum + x * values[i], 0));
}

/** Xᵀ·W·X of columns x_j and one weight per row: entry (j, k) is Σ_i w_i·x_ij·x_ik. Where a regression spends its time. */
export function weightedProducts(columns: readonly Float64Array[], weights: Float64Array): number[][] {
  const p = columns.length, n = weights.length;
  const products = Array.from({ length: p }, () => new Array<number>(p).fill(0));
  const weighted = new Float64Array(n);
  for (let j = 0; j < p; j++) {
    const column = columns[j];
    for (let i = 0; i < n; i++) weighted[i] = weights[i] * column[i];
    let k = 0;
    // Four sums at a time: they do not wait for each other.
    for (; k + 3 <= j; k += 4) {
      const [a, b, c, d] = [columns[k], columns[k + 1], columns[k + 2], columns[k + 3]];
      let sa = 0, sb = 0, sc = 0, sd = 0;
      for (let i = 0; i < n; i++) {
        const value = weighted[i];
        sa += value * a[i];
        sb += value * b[i];
        sc += value * c[i];
        sd += value * d[i];
      }
      products[j][k] = products[k][j] = sa;
      products[j][k + 1] = products[k + 1][j] = sb;
      products[j][k + 2] = products[k + 2][j] = sc;
      products[j][k + 3] = products[k + 3][j] = sd;
    }
    for (; k <= j; k++) {
      const other = columns[k];
      let sum = 0;
      for (let i = 0; i < n; i++) sum += weighted[i] * other[i];
      products[j][k] = products[k][j] = sum;
    }
  }
  return products;
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
