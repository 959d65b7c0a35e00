import { fisherLimits } from "./fisher_limits.ts";
import { jackknifeTotals } from "./jackknife_totals.ts";
import { labelCodes } from "./label_codes.ts";
import { studentQuantile } from "./distributions.ts";
import { requireOneOf } from "./require_value.ts";

/** Krippendorff's α with its interval. */
export interface KrippendorffAlpha {
  /** 1 = no disagreement, 0 = as much as by chance, negative = more; NaN without units or without variation. */
  alpha: number;
  /** Lower end of the jackknife's interval, −1 or above; NaN with fewer than two units. */
  low: number;
  /** Upper end of the jackknife's interval, 1 or below; NaN with fewer than two units. */
  high: number;
  /** Units with at least two values. */
  n: number;
  /** Values in these units. */
  nValues: number;
}

/** How far two values are from each other: any two alike, by the ranks between them, or by their squared difference. */
export type Difference = "nominal" | "ordinal" | "interval";

/** Errors below this are those of rounding: nothing varies. */
const ROUNDING = 1e-12;

/**
 * Krippendorff's α: agreement of any number of raters or runs on units, some values missing, corrected for chance: α
 * = 1 − D_o/D_e, observed over expected disagreement. Source: Krippendorff 2011 (Computing Krippendorff's
 * alpha-reliability).
 *
 * 1 = no disagreement, 0 = as much as by chance, negative = more. Values are numbers (nominal ones may be codes); NaN
 * is missing; units with fewer than two values do not count. The interval is the jackknife's over units, or over
 * `clusters` of them (Student's t; with `ordinal` the ranks' distances stay those of all units), and where nothing varies, as at 1, Wilson's of
 * their number. No variation at all, or no unit, gives NaN.
 *
 * @param clusters cluster of each unit, any values; without it every unit is one
 * @throws {TypeError} when clusters and units differ in number
 * @throws {RangeError} for another difference, or an infinite value
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { krippendorffAlpha } from "judgebias/stats";
 *
 * // Krippendorff's example A: two observers, ten binary units.
 * const units = ["01", "11", "01", "00", "00", "01", "00", "00", "10", "00"].map((unit) => [...unit].map(Number));
 * const { alpha } = krippendorffAlpha(units, { difference: "nominal" });
 * assert.ok(Math.abs(alpha - 0.095) < 5e-4);
 * ```
 */
export function krippendorffAlpha(
  units: readonly ArrayLike<number>[],
  { difference, clusters, level = 0.95 }: {
    difference: Difference;
    clusters?: ArrayLike<unknown>;
    level?: number;
  },
): KrippendorffAlpha {
  requireOneOf("krippendorffAlpha", "the difference", difference, ["nominal", "ordinal", "interval"]);
  if (clusters && clusters.length !== units.length) {
    throw new TypeError(
      `krippendorffAlpha: wanted a cluster for each of ${units.length} units, found ${clusters.length}`,
    );
  }
  const values = units.map((unit) => Array.from(unit).filter((value) => !Number.isNaN(value)));
  const used = [...values.keys()].filter((i) => values[i].length > 1), present = used.map((i) => values[i]);
  const strange = present.flat().find((value) => !Number.isFinite(value));
  if (strange !== undefined) {
    throw new RangeError(`krippendorffAlpha: wanted finite values, found ${strange}`);
  }
  const n = present.length, nValues = present.reduce((sum, unit) => sum + unit.length, 0);
  if (n === 0) return { alpha: NaN, low: NaN, high: NaN, n, nValues };
  const { rows, columns, alphaOf } = difference === "interval"
    ? squaredTotals(present)
    : countTotals(present, difference);
  const { estimate: [alpha], standardError: [error], groups } = jackknifeTotals({
    rows: clusters ? clusterTotals(rows, columns, used.map((i) => clusters[i])) : rows,
    columns,
    statistics: (totals) => Float64Array.of(alphaOf(totals)),
  });
  if (!(error > ROUNDING)) {
    const { low, high } = fisherLimits(alpha, { standardError: 0, df: groups - 1, clusters: groups, level });
    return { alpha, low, high, n, nValues };
  }
  const half = groups > 1 ? studentQuantile((1 + level) / 2, groups - 1) * error : NaN;
  return { alpha, low: Math.max(-1, alpha - half), high: Math.min(1, alpha + half), n, nValues };
}

/** Rows of units added up within clusters. */
function clusterTotals(rows: Float64Array, columns: number, clusters: readonly unknown[]): Float64Array {
  const { codes, labels } = labelCodes("krippendorffAlpha", clusters);
  const totals = new Float64Array(labels.length * columns);
  rows.forEach((value, i) => totals[codes[Math.floor(i / columns)] * columns + i % columns] += value);
  return totals;
}

/**
 * Per unit: its disagreement, number of values, their sum and sum of squares (values less the first, which costs no
 * digits).
 */
function squaredTotals(units: readonly number[][]) {
  const origin = units[0][0];
  const rows = Float64Array.from(units.flatMap((unit) => {
    const m = unit.length, sum = unit.reduce((a, v) => a + v - origin, 0);
    const squares = unit.reduce((a, v) => a + (v - origin) ** 2, 0);
    return [2 * (m * squares - sum * sum) / (m - 1), m, sum, squares];
  }));
  return {
    rows,
    columns: 4,
    alphaOf: ([observed, n, sum, squares]: Float64Array) => ratio(observed, n, 2 * (n * squares - sum * sum)),
  };
}

/** Per unit: its disagreement, then how often each value occurs. */
function countTotals(units: readonly number[][], difference: "nominal" | "ordinal") {
  const values = [...new Set(units.flat())].sort((a, b) => a - b), k = values.length;
  const place = new Map(values.map((value, i) => [value, i]));
  const counts = units.map((unit) => {
    const own = new Float64Array(k);
    for (const value of unit) own[place.get(value)!]++;
    return own;
  });
  const totals = new Float64Array(k);
  for (const own of counts) own.forEach((count, i) => totals[i] += count);
  const distance = (i: number, j: number) => {
    if (i === j) return 0;
    if (difference === "nominal") return 1;
    const [low, high] = i < j ? [i, j] : [j, i];
    let between = -(totals[low] + totals[high]) / 2;
    for (let g = low; g <= high; g++) between += totals[g];
    return between * between;
  };
  const distances = Array.from(
    { length: k },
    (_, i) => Float64Array.from({ length: k }, (_, j) => distance(i, j)),
  );
  const disagreement = (own: ArrayLike<number>, offset: number) => {
    let sum = 0;
    for (let i = 0; i < k; i++) {
      if (own[offset + i] === 0) continue;
      for (let j = 0; j < k; j++) sum += own[offset + i] * own[offset + j] * distances[i][j];
    }
    return sum;
  };
  const rows = new Float64Array(units.length * (k + 1));
  counts.forEach((own, u) => {
    rows[u * (k + 1)] = disagreement(own, 0) / (units[u].length - 1);
    rows.set(own, u * (k + 1) + 1);
  });
  return {
    rows,
    columns: k + 1,
    alphaOf: (sums: Float64Array) => {
      let n = 0;
      for (let i = 1; i <= k; i++) n += sums[i];
      return ratio(sums[0], n, disagreement(sums, 1));
    },
  };
}

/** 1 − (observed/n) / (expected/(n(n − 1))). */
function ratio(observed: number, n: number, expected: number): number {
  return expected <= 0 ? NaN : 1 - observed * (n - 1) / expected;
}
