import { labelCodes } from "./label_codes.ts";
import { quantileSorted, sampleStandardDeviation } from "simple-statistics";
import { bcaTails, isStill } from "./bca_tails.ts";
import { random } from "./random.ts";
import { requireBetween, requireCount, requireOneOf } from "./require_value.ts";

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
  /** Rows. */
  n: number;
  /** Units that were resampled: clusters, or rows where these are independent. */
  clusters: number;
  /** Resamples drawn, those of NaN among them. */
  replicates: number;
  /** Replicates whose statistic was NaN; they do not enter the quantiles. */
  undefinedReplicates: number;
}

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
 * @throws {RangeError} for fewer than 1 row, fewer than 2 replicates, a level outside (0, 1) or an unknown method
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bootstrap } from "judgebias/stats";
 *
 * const values = [3, 5, 7, 8, 12, 13];
 * const mean = (rows: Int32Array) => rows.reduce((sum, row) => sum + values[row], 0) / rows.length;
 * const { estimate, low, high } = bootstrap({
 *   rows: values.length, statistic: mean, replicates: 999, seed: 1, method: "bca",
 * });
 * assert.ok(low < estimate && estimate < high && estimate === 8);
 * ```
 */
export function bootstrap(
  { rows, clusters, statistic, replicates, seed, method, level = 0.95 }: BootstrapOptions,
): BootstrapInterval {
  if ((rows === undefined) === (clusters === undefined)) {
    throw new TypeError(
      "bootstrap: wanted either rows (their number) or clusters (a label per row), found both or none",
    );
  }
  requireOneOf("bootstrap", "the method", method, ["percentile", "bca"]);
  requireCount("bootstrap", "replicate", replicates, 2);
  requireBetween("bootstrap", "a level", level);
  const members = clusters ? clusterMembers(clusters) : singletons(rows!);
  const n = clusters?.length ?? rows!;
  const estimate = statistic(Int32Array.from({ length: n }, (_, i) => i));

  const generator = random(seed);
  const drawn = new Int32Array(members.length);
  let buffer = new Int32Array(n);
  const values: number[] = [];
  for (let r = 0; r < replicates; r++) {
    let size = 0, length = 0;
    for (let c = 0; c < drawn.length; c++) {
      drawn[c] = generator.integer(members.length);
      size += members[drawn[c]].length;
    }
    // One huge cluster among many small ones is rarely drawn often: the room grows with what is drawn.
    if (size > buffer.length) buffer = new Int32Array(Math.max(size, 2 * buffer.length));
    for (const c of drawn) {
      const list = members[c];
      for (let i = 0; i < list.length; i++) buffer[length++] = list[i];
    }
    values.push(statistic(buffer.subarray(0, length)));
  }
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b);
  const tails = method === "percentile"
    ? { low: (1 - level) / 2, high: (1 + level) / 2 }
    : bcaTails({ estimate, sorted, jackknife: leaveOneOut(members, statistic, n), level });
  return {
    estimate,
    low: quantileOrNaN(sorted, Number.isNaN(estimate) || isStill(sorted) ? NaN : tails.low),
    high: quantileOrNaN(sorted, Number.isNaN(estimate) || isStill(sorted) ? NaN : tails.high),
    standardError: sorted.length < 2 ? NaN : sampleStandardDeviation(sorted),
    n,
    clusters: members.length,
    replicates,
    undefinedReplicates: replicates - sorted.length,
  };
}

function singletons(rows: number): Int32Array[] {
  requireCount("bootstrap", "row", rows);
  return Array.from({ length: rows }, (_, i) => Int32Array.of(i));
}

/** Rows of each cluster, clusters in order of appearance. */
function clusterMembers(clusters: ArrayLike<number | string>): Int32Array[] {
  if (clusters.length < 1) throw new RangeError("bootstrap: wanted at least 1 row, found none");
  const { codes, labels } = labelCodes("bootstrap", clusters);
  const members = labels.map((): number[] => []);
  codes.forEach((code, row) => members[code].push(row));
  // In the order of their labels, so that the order of rows does not matter to the draws.
  return [...labels.keys()]
    .sort((a, b) => labels[a] < labels[b] ? -1 : labels[a] > labels[b] ? 1 : 0)
    .map((code) => Int32Array.from(members[code]));
}

/** The statistic without each row or cluster in turn. */
function leaveOneOut(
  members: Int32Array[],
  statistic: (rows: Int32Array) => number,
  n: number,
): number[] {
  if (members.length < 2) return [];
  const label = new Int32Array(n);
  members.forEach((list, c) => list.forEach((row) => label[row] = c));
  const buffer = new Int32Array(n);
  return members.map((_, left) => {
    let length = 0;
    for (let row = 0; row < n; row++) if (label[row] !== left) buffer[length++] = row;
    return statistic(buffer.subarray(0, length));
  });
}

function quantileOrNaN(sorted: number[], p: number): number {
  return sorted.length === 0 || Number.isNaN(p) ? NaN : quantileSorted(sorted, p);
}
