import type { Random } from "@/stats/random.ts";

/** Normal numbers around 0. */
export function normals(generator: Random, length: number, sd = 1): Float64Array {
  return Float64Array.from({ length }, () => sd * generator.normal());
}

/**
 * Appends a column of random normals to columns that are orthonormal over the rows (mean 0, variance 1, uncorrelated
 * exactly, not only on average), such that the result is so too.
 */
export function drawOrthogonal(
  generator: Random,
  rows: number,
  others: readonly Float64Array[],
): Float64Array {
  return orthogonalTo(normals(generator, rows), others);
}

/** What is left of a column after its mean and its projections on orthonormal columns are taken out, at variance 1. */
export function orthogonalTo(values: Float64Array, others: readonly Float64Array[]): Float64Array {
  const column = values.slice(), n = column.length;
  // Twice: the first round leaves what rounding makes of large projections.
  for (let round = 0; round < 2; round++) {
    const mean = column.reduce((sum, value) => sum + value, 0) / n;
    for (let i = 0; i < n; i++) column[i] -= mean;
    for (const other of others) {
      let along = 0;
      for (let i = 0; i < n; i++) along += column[i] * other[i];
      along /= n;
      for (let i = 0; i < n; i++) column[i] -= along * other[i];
    }
  }
  const sd = Math.sqrt(column.reduce((sum, value) => sum + value * value, 0) / n);
  for (let i = 0; i < n; i++) column[i] /= sd;
  return column;
}

/**
 * Turns orthonormal columns (the first of them `target`) into one column fewer, orthonormal again, whose correlations with
 * `target` are those given: the rows of a Householder reflection that takes the first axis to (√(1 − Σw²), w).
 */
export function withCorrelations(
  columns: readonly Float64Array[],
  correlations: readonly number[],
): Float64Array[] {
  const first = Math.sqrt(1 - correlations.reduce((sum, w) => sum + w * w, 0));
  const axis = [first - 1, ...correlations];
  const length = axis.reduce((sum, value) => sum + value * value, 0);
  return correlations.map((_, c) => {
    const k = c + 1, n = columns[0].length;
    const column = new Float64Array(n);
    columns.forEach((source, j) => {
      const weight = (j === k ? 1 : 0) - (length === 0 ? 0 : 2 * axis[k] * axis[j] / length);
      for (let i = 0; i < n; i++) column[i] += weight * source[i];
    });
    return column;
  });
}

/** Sum of two columns with weights. */
export function mixColumns(a: number, x: Float64Array, b: number, y: Float64Array): Float64Array {
  const mixed = new Float64Array(x.length);
  for (let i = 0; i < mixed.length; i++) mixed[i] = a * x[i] + b * y[i];
  return mixed;
}

/** Where a falling function reaches a value, between low and high, by halving. */
export function fallsTo(
  target: number,
  value: (at: number) => number,
  { low, high }: { low: number; high: number },
): number {
  let [from, to] = [low, high];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (from + to) / 2;
    if (value(middle) > target) from = middle;
    else to = middle;
  }
  return (from + to) / 2;
}

/** Leaves 2⁻²² of the range: far below one swapped pair. */
const HALVINGS = 22;

/** The rows with the highest values. */
export function highest(rows: readonly number[], values: Float64Array, count: number): number[] {
  return rows.toSorted((a, b) => values[b] - values[a]).slice(0, count);
}
