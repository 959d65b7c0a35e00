import { COEFFICIENT, infer } from "./infer.ts";
import { type ClusterLabels, waysOf } from "./estimand.ts";
import { requireEach, rowCodes } from "./label_codes.ts";
import { columnTotals } from "./jackknife_totals.ts";

/**
 * Krippendorff's α: agreement of any number of raters or runs on units, some values missing, corrected for chance: α
 * = 1 − D_o/D_e, observed over expected disagreement (any two values alike, or by their squared difference). Source: Krippendorff 2011 (Computing
 * Krippendorff's alpha-reliability).
 *
 * Values are numbers (nominal ones may be codes); NaN is missing; units with fewer than two values do not count. The interval is that of `infer` for a
 * coefficient in [−1, 1], from the jackknife's pseudo-values of units, or of `clusters` of them (of two ways that cross the wider). No variation at all,
 * or no unit, gives NaN. `n` are units with at least two values, `nValues` the values in these.
 */
export function krippendorffAlpha(
  units: readonly ArrayLike<number>[],
  { difference, clusters, level }: {
    difference: "nominal" | "interval";
    clusters?: ClusterLabels;
    level?: number;
  },
): Record<"alpha" | "low" | "high" | "n" | "nValues", number> & { warning: string } {
  const values = units.map((unit) => Array.from(unit).filter((value) => !Number.isNaN(value)));
  const used = [...values.keys()].filter((i) => values[i].length > 1), present = used.map((i) => values[i]);
  requireEach("krippendorffAlpha", "finite values", present.flat(), Number.isFinite);
  const n = present.length, nValues = present.reduce((sum, unit) => sum + unit.length, 0);
  if (n === 0) return { alpha: NaN, low: NaN, high: NaN, n, nValues, warning: "" };
  const { rows, columns, alphaOf } = (difference === "interval" ? squaredTotals : countTotals)(present);
  const codes = rowCodes("krippendorffAlpha", clusters, units.length, used);
  const alpha = alphaOf(columnTotals(rows, columns));
  // Pseudo-values of the jackknife: every cluster by itself, as far as α moves without it.
  const ways = waysOf(codes).map((way) => pseudoValues(rows, columns, way, alphaOf));
  const limits = ways.map((values) => {
    const value = (g: number) => values[g], clusters = Int32Array.from(values.keys());
    const term = { name: "α", weight: 1, estimate: alpha, value, range: COEFFICIENT };
    return infer([term], values.length, clusters, { level });
  });
  const { low, high, warning } = limits.reduce((a, b) => b.high - b.low > a.high - a.low ? b : a);
  const isKnown = !ways.flat().some(Number.isNaN); // without a cluster that holds all variation there is no α
  return { alpha, low: isKnown ? low : NaN, high: isKnown ? high : NaN, n, nValues, warning };
}

/** G·α − (G − 1)·α without the cluster, for each of the G clusters. */
function pseudoValues(
  rows: Float64Array,
  columns: number,
  codes: ArrayLike<number>,
  alphaOf: (totals: Float64Array) => number,
): number[] {
  const groups: Float64Array[] = [], totals = columnTotals(rows, columns), alpha = alphaOf(totals);
  for (let unit = 0; unit < codes.length; unit++) {
    const own = groups[codes[unit]] ??= new Float64Array(columns);
    for (let c = 0; c < columns; c++) own[c] += rows[unit * columns + c];
  }
  const g = groups.length;
  return groups.map((own) =>
    g === 1 ? alpha : g * alpha - (g - 1) * alphaOf(totals.map((sum, c) => sum - own[c]))
  );
}

/** Per unit: its disagreement, number of values, their sum and sum of squares (values less the first, which costs no digits). */
function squaredTotals(units: readonly number[][]) {
  const origin = units[0][0];
  const rows = Float64Array.from(units.flatMap((unit) => {
    const m = unit.length, sum = unit.reduce((a, v) => a + v - origin, 0);
    const squares = unit.reduce((a, v) => a + (v - origin) ** 2, 0);
    return [2 * (m * squares - sum * sum) / (m - 1), m, sum, squares];
  }));
  const alphaOf = ([observed, n, sum, squares]: Float64Array) =>
    ratio(observed, n, 2 * (n * squares - sum * sum));
  return { rows, columns: 4, alphaOf };
}

function countTotals(units: readonly number[][]) {
  const places = new Map([...new Set(units.flat())].map((value, i) => [value, i + 1]));
  const columns = places.size + 1, rows = new Float64Array(units.length * columns);
  units.forEach((unit, u) => {
    const own = rows.subarray(u * columns, (u + 1) * columns);
    for (const value of unit) own[places.get(value)!]++;
    own[0] = differing(own).pairs / (unit.length - 1);
  });
  const alphaOf = (sums: Float64Array) => {
    const { n, pairs } = differing(sums);
    return ratio(sums[0], n, pairs);
  };
  return { rows, columns, alphaOf };
}

function differing([, ...counts]: Float64Array): { n: number; pairs: number } {
  const n = counts.reduce((sum, count) => sum + count, 0);
  return { n, pairs: n * n - counts.reduce((sum, count) => sum + count * count, 0) };
}

function ratio(observed: number, n: number, expected: number): number {
  return expected <= 0 ? NaN : 1 - observed * (n - 1) / expected;
}
