import type { Matrix } from "./matrix.ts";

/** Sums over some rows from which every linear fit on them follows. Values are taken less `centre`. */
export interface Moments {
  n: number;
  /** Number of columns of X; y is one more column behind them. */
  p: number;
  sums: Float64Array;
  /** (p + 1)² sums of products, symmetric. */
  products: Float64Array;
}

/** Moments of several groups of rows around one common centre. */
export interface GroupMoments {
  /** What was subtracted from the p columns and from y before summing. */
  centre: Float64Array;
  groups: Moments[];
}

/** Products below this share of the uncentred sum of squares are what rounding leaves of a constant column. */
const ROUNDING = 1e-13;

/**
 * Sums and products of the columns of X and of y by group of neighbouring rows, in one pass per pair of columns.
 *
 * Values are first shifted by the first row, then by the mean of what is left: a constant column becomes exactly 0, and
 * a large mean costs no digits.
 *
 * @param starts where each group starts, and the number of rows; leave out for one group
 */
export function groupMoments(
  { rows: n, columns: p, data }: Matrix,
  y: ArrayLike<number>,
  { starts = [0, n], centred = true }: { starts?: readonly number[]; centred?: boolean } = {},
): GroupMoments {
  const width = p + 1;
  const centre = new Float64Array(width);
  const columns = Array.from({ length: width }, (_, j) => {
    const column = new Float64Array(n);
    const value = j < p ? (i: number) => data[j * n + i] : (i: number) => y[i];
    const first = centred ? value(0) : 0;
    let sum = 0;
    for (let k = 0; k < n; k++) {
      column[k] = value(k) - first;
      sum += column[k];
    }
    if (centred) {
      const mean = sum / n;
      for (let k = 0; k < n; k++) column[k] -= mean;
      centre[j] = first + mean;
    }
    return column;
  });
  const all = starts.slice(1).map((end, g): Moments => ({
    n: end - starts[g],
    p,
    sums: new Float64Array(width),
    products: new Float64Array(width * width),
  }));
  all.forEach((moments, g) => {
    for (let a = 0; a < width; a++) {
      let sum = 0;
      const left = columns[a];
      for (let k = starts[g]; k < starts[g + 1]; k++) sum += left[k];
      moments.sums[a] = sum;
      for (let b = 0; b <= a; b++) {
        const product = dot(left, columns[b], starts[g], starts[g + 1]);
        moments.products[a * width + b] = product;
        moments.products[b * width + a] = product;
      }
    }
  });
  return { centre, groups: all };
}

/** The moments of all groups but one together (of all, without `except`). */
export function sumMoments(groups: readonly Moments[], except = -1): Moments {
  const width = groups[0].p + 1;
  const total: Moments = {
    n: 0,
    p: groups[0].p,
    sums: new Float64Array(width),
    products: new Float64Array(width * width),
  };
  groups.forEach(({ n, sums, products }, g) => {
    if (g === except) return;
    total.n += n;
    for (let a = 0; a < width; a++) total.sums[a] += sums[a];
    for (let k = 0; k < products.length; k++) total.products[k] += products[k];
  });
  return total;
}

/** The same moments, of some columns of X (and of y) only. */
export function selectMoments({ n, p, sums, products }: Moments, columns: readonly number[]): Moments {
  const from = [...columns, p], width = from.length;
  const chosen: Moments = {
    n,
    p: columns.length,
    sums: Float64Array.from(from, (a) => sums[a]),
    products: new Float64Array(width * width),
  };
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) {
      chosen.products[a * width + b] = products[from[a] * (p + 1) + from[b]];
    }
  }
  return chosen;
}

/** What coordinate descent works on: products of centred columns, and the means that were taken out. */
export type GramProblem = ReturnType<typeof gramProblem>;

/** Centres moments around their own means. A column that rounding alone keeps from being constant becomes 0. */
export function gramProblem({ n, p, sums, products }: Moments, centred = true) {
  const width = p + 1;
  const means = centred ? Float64Array.from(sums, (sum) => sum / n) : new Float64Array(width);
  const whole = new Float64Array(width * width);
  for (let a = 0; a < width; a++) {
    for (let b = 0; b < width; b++) {
      whole[a * width + b] = products[a * width + b] - n * means[a] * means[b];
    }
  }
  for (let a = 0; a < width; a++) {
    if (whole[a * width + a] > ROUNDING * products[a * width + a]) continue;
    for (let b = 0; b < width; b++) whole[a * width + b] = whole[b * width + a] = 0;
  }
  const gram = new Float64Array(p * p), target = new Float64Array(p);
  for (let a = 0; a < p; a++) {
    target[a] = whole[a * width + p];
    for (let b = 0; b < p; b++) gram[a * p + b] = whole[a * width + b];
  }
  return {
    ...{ n, p },
    gram,
    target,
    square: whole[p * width + p],
    /** Means of the p columns and of y, less the centre; zeros where nothing was centred. */
    means,
  };
}

/** Four running sums: faster, and rounding errors stay smaller. */
function dot(a: Float64Array, b: Float64Array, from: number, to: number): number {
  let s0 = 0, s1 = 0, s2 = 0, s3 = 0, k = from;
  for (; k + 3 < to; k += 4) {
    s0 += a[k] * b[k];
    s1 += a[k + 1] * b[k + 1];
    s2 += a[k + 2] * b[k + 2];
    s3 += a[k + 3] * b[k + 3];
  }
  for (; k < to; k++) s0 += a[k] * b[k];
  return s0 + s1 + (s2 + s3);
}
