import { quantileSorted, sampleStandardDeviation } from "simple-statistics";
import { bcaTails } from "./bca_tails.ts";
import { binomialDraw } from "./binomial_draw.ts";
import type { BootstrapInterval } from "./bootstrap.ts";
import { random } from "./random.ts";

/** What is resampled: sums per row, rows of a cluster together. */
export interface ClusterBootstrapOptions {
  /** Quantities that are summed over rows, one array each: rows of a subset, right answers in it, … */
  sums: readonly ArrayLike<number>[];
  /** Cluster of each row. */
  clusters: ArrayLike<number | string>;
  /** Statistics of the sums over all rows, in the order of `sums`; must not keep its argument. */
  statistics: (totals: Float64Array) => number[];
  replicates: number;
  seed: number;
  method: "percentile" | "bca";
  level?: number;
}

/**
 * Bootstrap intervals of statistics that depend on the rows only through sums (accuracies, biases, their differences), whole
 * clusters drawn with replacement; all statistics from the same resamples.
 *
 * The same intervals as `bootstrap({ clusters })` up to the draw, many times faster. A cluster matters only through its sums, and
 * clusters with equal sums are the same to a resample: how often each kind of cluster is drawn is multinomial and drawn as such,
 * with one binomial number per kind. BCa as in `bootstrap` (Efron 1987), its jackknife once per kind. NaN as there.
 *
 * @throws {TypeError} when the arrays differ in length
 * @throws {RangeError} for no rows, a sum that is not finite, fewer than 2 replicates, a level outside (0, 1), an unknown method
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterBootstrap } from "judgebias/stats";
 *
 * const right = [1, 1, 0, 1, 0, 1, 1, 1];
 * const [accuracy] = clusterBootstrap({
 *   sums: [right, right.map(() => 1)],
 *   clusters: [0, 0, 1, 1, 2, 2, 3, 3],
 *   statistics: ([hits, n]) => [hits / n],
 *   replicates: 999, seed: 1, method: "percentile",
 * });
 * assert.ok(accuracy.estimate === 0.75 && accuracy.low >= 0.5 && accuracy.high <= 1);
 * ```
 */
export function clusterBootstrap(
  { sums, clusters, statistics, replicates, seed, method, level = 0.95 }: ClusterBootstrapOptions,
): BootstrapInterval[] {
  if (method !== "percentile" && method !== "bca") {
    throw new RangeError(
      `clusterBootstrap: wanted the method "percentile" or "bca", found ${JSON.stringify(method)}`,
    );
  }
  if (!Number.isInteger(replicates) || replicates < 2) {
    throw new RangeError(`clusterBootstrap: wanted at least 2 replicates, found ${replicates}`);
  }
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`clusterBootstrap: wanted a level between 0 and 1, found ${level}`);
  }
  const n = clusters.length;
  const { kinds, counts } = clusterKinds(sums, clusters);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const width = sums.length, totals = new Float64Array(width);
  const add = (kind: number, times: number) => {
    for (let s = 0; s < width; s++) totals[s] += times * kinds[kind * width + s];
  };
  const evaluate = (times: ArrayLike<number>) => {
    totals.fill(0);
    for (let kind = 0; kind < counts.length; kind++) add(kind, times[kind]);
    return statistics(totals);
  };
  const estimates = evaluate(counts);

  const generator = random(seed);
  const values = estimates.map(() => new Float64Array(replicates));
  for (let r = 0; r < replicates; r++) {
    totals.fill(0);
    // Multinomial: each kind takes a binomial part of the draws that the kinds before it have left.
    let draws = total, clustersLeft = total;
    for (let kind = 0; kind < counts.length && draws > 0; kind++) {
      const times = kind === counts.length - 1
        ? draws
        : binomialDraw(generator, draws, counts[kind] / clustersLeft);
      if (times > 0) add(kind, times);
      draws -= times;
      clustersLeft -= counts[kind];
    }
    statistics(totals).forEach((value, s) => values[s][r] = value);
  }
  // Leaving out one cluster of a kind gives the same value for each of the kind.
  const jackknife = method === "bca"
    ? counts.map((_, left) => evaluate(counts.map((count, kind) => kind === left ? count - 1 : count)))
    : [];
  return estimates.map((estimate, s) => {
    const sorted = values[s].filter((value) => !Number.isNaN(value)).sort();
    const tails = method === "percentile" ? { low: (1 - level) / 2, high: (1 + level) / 2 } : bcaTails({
      estimate,
      sorted,
      jackknife: jackknife.map((row) => row[s]),
      weights: counts,
      level,
    });
    const limit = (p: number) =>
      sorted.length === 0 || Number.isNaN(p + estimate) ? NaN : quantileSorted(sorted as never, p);
    return {
      estimate,
      low: limit(tails.low),
      high: limit(tails.high),
      standardError: sorted.length < 2 ? NaN : sampleStandardDeviation(sorted as never),
      n,
      clusters: total,
      replicates,
      undefinedReplicates: replicates - sorted.length,
    };
  });
}

/**
 * The distinct clusters by their sums, and how many clusters are of each kind; sorted by the sums, so that the same rows in another order
 * give the same draws. Sums of fractions may differ in the last bits with the order: they are compared to 12 digits.
 */
function clusterKinds(
  sums: readonly ArrayLike<number>[],
  clusters: ArrayLike<number | string>,
): { kinds: Float64Array; counts: number[] } {
  const n = clusters.length, width = sums.length;
  if (n < 1) throw new RangeError("clusterBootstrap: wanted at least 1 row, found none");
  const short = sums.find((list) => list.length !== n);
  if (short) throw new TypeError(`clusterBootstrap: wanted ${n} values in every sum, found ${short.length}`);
  const places = new Map<number | string, number>();
  for (let i = 0; i < n; i++) if (!places.has(clusters[i])) places.set(clusters[i], places.size);
  const own = new Float64Array(places.size * width);
  for (let i = 0; i < n; i++) {
    const at = places.get(clusters[i])! * width;
    for (let s = 0; s < width; s++) own[at + s] += sums[s][i];
  }
  const rounded = own.map((value) => Number.isInteger(value) ? value : Number(value.toPrecision(12)));
  const kindOf = new Map<string, number>();
  const counts: number[] = [], firsts: number[] = [];
  for (let c = 0; c < places.size; c++) {
    const values = rounded.subarray(c * width, (c + 1) * width);
    if (!values.every(Number.isFinite)) {
      throw new RangeError("clusterBootstrap: wanted finite numbers, found a cluster whose sum is not");
    }
    const key = values.join();
    const kind = kindOf.get(key);
    if (kind === undefined) {
      kindOf.set(key, counts.length);
      counts.push(1);
      firsts.push(c);
    } else counts[kind]++;
  }
  const order = [...counts.keys()].sort((a, b) => {
    for (let s = 0; s < width; s++) {
      const difference = rounded[firsts[a] * width + s] - rounded[firsts[b] * width + s];
      if (difference !== 0) return difference;
    }
    return 0;
  });
  const kinds = new Float64Array(counts.length * width);
  order.forEach((kind, place) =>
    kinds.set(own.subarray(firsts[kind] * width, (firsts[kind] + 1) * width), place * width)
  );
  return { kinds, counts: order.map((kind) => counts[kind]) };
}
