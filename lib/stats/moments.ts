import type { Matrix } from "./matrix.ts";

/**
 * Of groups of neighbouring rows the sums of products of all columns two by two: those of X, y, and a column of ones. Every linear fit on any of
 * the groups follows from them. Values are taken less `centre`, so that a constant column is exactly 0 and a large mean costs no digits.
 */
export interface GroupMoments {
  centre: Float64Array;
  groups: Float64Array[];
}

/** Products below this share of the uncentred sum of squares are what rounding leaves of a constant column. */
const ROUNDING = 1e-13;

/** @param starts where each group starts, and the number of rows; leave out for one group */
export function groupMoments(
  { rows: n, columns: p, data }: Matrix,
  y: ArrayLike<number>,
  { starts = [0, n], centred = true }: { starts?: readonly number[]; centred?: boolean } = {},
): GroupMoments {
  const width = p + 2, centre = new Float64Array(width), ones = new Float64Array(n).fill(1);
  const columns = Array.from({ length: p + 1 }, (_, j) => {
    const own = j < p ? data.subarray(j * n, (j + 1) * n) : Float64Array.from(y);
    if (!centred) return own;
    // By the first row before the mean is taken.
    const shifted = own.map((value) => value - own[0]), mean = dot(shifted, ones, 0, n) / n;
    centre[j] = own[0] + mean;
    return shifted.map((value) => value - mean);
  });
  columns.push(ones);
  const groups = starts.slice(1).map((end, g) => {
    const products = new Float64Array(width * width);
    for (let a = 0; a < width; a++) {
      for (let b = 0; b <= a; b++) {
        products[a * width + b] = products[b * width + a] = dot(columns[a], columns[b], starts[g], end);
      }
    }
    return products;
  });
  return { centre, groups };
}

export function selectMoments({ centre, groups }: GroupMoments, columns: readonly number[]): GroupMoments {
  const width = centre.length, from = [...columns, width - 2, width - 1];
  return {
    centre: Float64Array.from(from, (a) => centre[a]),
    groups: groups.map((own) => Float64Array.from(from.flatMap((a) => from.map((b) => own[a * width + b])))),
  };
}

export function sumMoments(groups: readonly Float64Array[]): Float64Array {
  return groups.reduce((sum, own) => sum.map((value, k) => value + own[k]));
}

/** What coordinate descent works on: products of centred columns, and the means that were taken out. */
export type GramProblem = ReturnType<typeof gramProblem>;

/** Centres moments around their own means. A column that rounding alone keeps from being constant becomes 0. */
export function gramProblem(products: Float64Array, centred = true) {
  const width = Math.sqrt(products.length), p = width - 2, n = products[products.length - 1];
  /** Means of the p columns and of y, less the centre; zeros where nothing was centred. */
  const means = Array.from({ length: p + 1 }, (_, a) => centred ? products[a * width + p + 1] / n : 0);
  const whole = (a: number, b: number) => products[a * width + b] - n * means[a] * means[b];
  const varies = means.map((_, a) => whole(a, a) > ROUNDING * products[a * width + a]);
  const entry = (a: number, b: number) => varies[a] && varies[b] ? whole(a, b) : 0;
  return {
    ...{ n, p, means },
    gram: Float64Array.from({ length: p * p }, (_, k) => entry(Math.floor(k / p), k % p)),
    target: Float64Array.from({ length: p }, (_, a) => entry(a, p)),
    square: entry(p, p),
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
