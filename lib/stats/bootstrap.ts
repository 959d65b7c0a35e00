import { quantileSorted, sampleStandardDeviation } from "simple-statistics";
import { normalCdf, normalQuantile } from "./distributions.ts";
import { grouped } from "./grouped.ts";
import { labelCodes } from "./estimand.ts";
import { random } from "./random.ts";
import { requireBetween, requireCount, requireNamed, requireOneOf } from "../progress/require.ts";

/** What to resample, and how. */
export interface BootstrapOptions {
  /** Number of rows, for independent rows. */
  rows?: number;
  /** One label per row: whole clusters are resampled. */
  clusters?: ArrayLike<number | string>;
  /** The statistic of a list of row numbers; a row can stand in it several times. */
  statistic: (rows: Int32Array) => number;
  /** Resamples to draw, at least 2. */
  replicates: number;
  /** Of the draws: the same seed gives the same digits. */
  seed: number;
  /** Quantiles of the replicates as they are, or corrected for bias and skewness (BCa). */
  method: "percentile" | "bca";
  /** Level of the interval, above 0 and below 1; 0.95 by default. */
  level?: number;
}

/** A bootstrap interval. */
export interface BootstrapInterval {
  /** The statistic of the rows as they are. */
  estimate: number;
  /** Lower end of the interval; NaN where the estimate is, or where BCa is undefined. */
  low: number;
  /** Upper end of the interval; NaN where the lower end is. */
  high: number;
  /** Standard deviation of the replicates. */
  standardError: number;
  /** Replicates whose statistic was NaN; they do not enter the quantiles. */
  undefinedReplicates: number;
}

/** Statistics that are equal in exact arithmetic may differ in the last bits; relative to the largest replicate. */
const TIE = 1e-12;

/**
 * Bootstrap interval of any statistic of rows, resampling rows or whole clusters with replacement.
 *
 * `percentile` takes quantiles of the replicates (numpy's linear interpolation); `bca` corrects them for bias (share of
 * replicates below the estimate, ties counted half) and for skewness (acceleration from leaving out one row or cluster at
 * a time). Source: Efron 1987; Efron and Tibshirani 1993, chapter 14. Clusters are drawn as a whole, as many as there are.
 *
 * The statistic is handed a view that is reused: copy it to keep it. A statistic of NaN on the full data gives NaN limits;
 * NaN replicates are left out and counted. When the estimate lies outside all replicates, BCa is undefined: NaN limits.
 * BCa on one row or cluster has no jackknife: NaN limits. Replicates that are all alike give NaN limits: they tell nothing of other samples.
 *
 * @throws {TypeError} unless exactly one of rows and clusters is given
 * @throws {RangeError} for fewer than 1 row, fewer than 2 replicates, a level outside (0, 1), an unknown method
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrap } from "judgebias/stats";
 *
 * const values = [3, 5, 7, 8, 12, 13];
 * const mean = (rows: Int32Array) =>
 *   rows.reduce((sum, row) => sum + values[row], 0) / rows.length;
 * const { estimate, low, high } = bootstrap({
 *   rows: values.length, statistic: mean, replicates: 999, seed: 1, method: "bca",
 * });
 * assert.ok(low < estimate && estimate < high && estimate === 8);
 * ```
 */
export function bootstrap(options: BootstrapOptions): BootstrapInterval {
  requireNamed("bootstrap", options, "what is drawn");
  const { rows, clusters, statistic, replicates, seed, method, level = 0.95 } = options;
  requireOneOf("bootstrap", "the method", method, ["percentile", "bca"]);
  requireCount("bootstrap", "replicate", replicates, 2);
  requireBetween("bootstrap", "a level", level);
  if ((rows === undefined) === (clusters === undefined)) {
    const wanted = "either rows (their number) or clusters (a label per row)";
    throw new TypeError(`bootstrap: wanted ${wanted}, found both or none`);
  }
  if (rows !== undefined) requireCount("bootstrap", "row", rows);
  const generator = random(seed), n = clusters?.length ?? rows!;
  const all = Int32Array.from({ length: n }, (_, row) => row);
  const units = clusters ? clusterMembers(clusters) : Array.from(all, (row) => Int32Array.of(row));
  const estimate = statistic(all), drawn = new Int32Array(units.length);
  let buffer = new Int32Array(n);
  const draw = () => {
    let size = 0, length = 0;
    for (let c = 0; c < drawn.length; c++) {
      drawn[c] = generator.integer(units.length);
      size += units[drawn[c]].length;
    }
    // One huge cluster among many small ones is rarely drawn often: the room grows with what is drawn.
    if (size > buffer.length) buffer = new Int32Array(Math.max(size, 2 * buffer.length));
    for (const c of drawn) for (const row of units[c]) buffer[length++] = row;
    return statistic(buffer.subarray(0, length));
  };
  const leaveOut = (unit: Int32Array) => {
    const left = new Set(unit);
    return statistic(all.filter((row) => !left.has(row)));
  };
  const sorted = [...new Float64Array(replicates).map(draw).filter((value) => !Number.isNaN(value)).sort()];
  const last = sorted.length - 1;
  const isStill = !(sorted[0] < sorted[last]) ||
    sorted[last] - sorted[0] < TIE * Math.max(Math.abs(sorted[0]), Math.abs(sorted[last]));
  const tails = method === "percentile"
    ? [(1 - level) / 2, (1 + level) / 2]
    : units.length < 2
    ? [NaN, NaN]
    : bcaTails(estimate, sorted, units.map(leaveOut), level);
  const [low, high] = tails.map((p) =>
    isStill || [estimate, p].some(Number.isNaN) ? NaN : quantileSorted(sorted, p)
  );
  const standardError = sorted.length < 2 ? NaN : sampleStandardDeviation(sorted);
  return { estimate, low, high, standardError, undefinedReplicates: replicates - sorted.length };
}

/** Rows of each cluster, in the order of their labels, so that the order of rows does not matter to the draws. */
function clusterMembers(clusters: ArrayLike<number | string>): Int32Array[] {
  if (clusters.length < 1) throw new RangeError("bootstrap: wanted at least 1 row, found none");
  const { codes, labels } = labelCodes("bootstrap", clusters);
  const members = grouped(codes.keys(), (row) => codes[row]);
  return [...labels.entries()]
    .sort(([, a], [, b]) => a < b ? -1 : 1)
    .map(([code]) => Int32Array.from(members.get(code)!));
}

/**
 * The two probabilities at which BCa (Efron 1987) reads the quantiles of sorted replicates: bias from the share of replicates
 * below the estimate (ties half), acceleration Σ d³/(6·(Σ d²)^1.5) from the leave-one-out values. NaN where BCa is
 * undefined: the estimate outside all replicates.
 */
function bcaTails(estimate: number, sorted: number[], jackknife: number[], level: number): number[] {
  const range = Math.max(Math.abs(estimate), Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
  const tie = TIE * (Number.isFinite(range) ? range : Math.abs(estimate));
  let below = 0;
  for (const value of sorted) below += value < estimate - tie ? 1 : value <= estimate + tie ? 0.5 : 0;
  const share = below / sorted.length; // of 0 or 1 the bias is infinite, and all that follows no number
  const sum = (of: (value: number) => number) => jackknife.reduce((all, value) => all + of(value), 0);
  const mean = sum((value) => value) / jackknife.length;
  const squares = sum((value) => (mean - value) ** 2), cubes = sum((value) => (mean - value) ** 3);
  const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5), bias = normalQuantile(share);
  const tail = (z: number) => normalCdf(bias + (bias + z) / (1 - acceleration * (bias + z)));
  const z = normalQuantile((1 + level) / 2);
  return [tail(-z), tail(z)];
}
