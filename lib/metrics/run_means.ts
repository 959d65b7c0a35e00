import { type ClusterInterval, clusterInterval } from "../stats/cluster_interval.ts";

/** Values of samples in several runs, whose estimate is the mean over runs of the runs' means. */
export interface RunValues {
  values: number[];
  /** Run of each value: any whole number of 0 or more. */
  runs: number[];
  /** Sample of each value. */
  samples: number[];
}

/** Nothing yet. */
export function noValues(): RunValues {
  return { values: [], runs: [], samples: [] };
}

export function addValue(to: RunValues, value: number, run: number, sample: number): void {
  to.values.push(value);
  to.runs.push(run);
  to.samples.push(sample);
}

/**
 * Mean over runs of the mean within each run; the sums run in the order given, so that they have the same bits as a plain
 * loop's. A run without values does not count; no values at all give NaN.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meanOverRuns } from "@/metrics/run_means.ts";
 *
 * assert.equal(meanOverRuns({ values: [0, 1, 1], runs: [0, 0, 1], samples: [0, 1, 0] }), 0.75); // (½ + 1)/2
 * ```
 */
export function meanOverRuns(given: RunValues): number {
  const means = runMeans(given);
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

/** The means of the runs that have values, in the order of the runs. */
function runMeans({ values, runs }: RunValues): number[] {
  const sums: number[] = [], counts: number[] = [];
  for (let i = 0; i < values.length; i++) {
    sums[runs[i]] = (sums[runs[i]] ?? 0) + values[i];
    counts[runs[i]] = (counts[runs[i]] ?? 0) + 1;
  }
  // Runs without values are holes of the array, which flatMap passes over.
  return sums.flatMap((sum, run) => [sum / counts[run]]);
}

/**
 * Interval of Σ weight · (mean over runs of run means), robust to clusters of samples (`clusterOf`): the same sample in several
 * runs, or under several perturbations, is one piece of evidence. Where all values of a term are 0, or all are 1, there is
 * no spread to estimate from, and its runs are taken as one so that Wilson's limits count clusters, not repetitions.
 *
 * @param clusterOf cluster of each sample's code
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runInterval } from "@/metrics/run_means.ts";
 *
 * const values = { values: [0.2, 0.6, 0.4, 0.7], runs: [0, 0, 0, 0], samples: [0, 1, 2, 3] };
 * const { low, high, clusters } = runInterval([{ values, weight: 1 }], { clusterOf: [0, 1, 2, 3] });
 * assert.ok(low < 0.475 && high > 0.475 && clusters === 4);
 * ```
 */
export function runInterval(
  terms: readonly RunTerm[],
  { clusterOf, level, bounds = [0, 1] }: {
    clusterOf: ArrayLike<number>;
    level?: number;
    bounds?: readonly [number, number];
  },
): ClusterInterval {
  const rows = runRows(terms, clusterOf);
  const share = bounds[0] >= -1 && bounds[1] <= 1;
  if (rows.weights.length > 0) return clusterInterval({ ...rows, bounds, level, share });
  // Nothing qualifies: an empty mean, which says so.
  return clusterInterval({
    values: [],
    parts: [],
    clusters: [],
    weights: [1],
    names: terms.map(({ name }) => name ?? ""),
  });
}

/** A mean over runs and its weight in a sum. */
export interface RunTerm {
  values: RunValues;
  weight: number;
  /** What a warning calls it. */
  name?: string;
}

/** The rows of `clusterInterval` and its kin for Σ weight · (mean over runs of run means). */
export function runRows(terms: readonly RunTerm[], clusterOf: ArrayLike<number>) {
  const values: number[] = [], parts: number[] = [], clusters: number[] = [], weights: number[] = [];
  const names: string[] = [];
  for (const { values: own, weight, name = "the estimate" } of terms) {
    const first = own.values[0];
    const degenerate = (first === 0 || first === 1) && own.values.every((value) => value === first);
    const places: number[] = [];
    const runs = degenerate ? 1 : runMeans(own).length;
    for (let i = 0; i < own.values.length; i++) {
      const run = degenerate ? 0 : own.runs[i];
      if (places[run] === undefined) {
        places[run] = weights.length;
        weights.push(weight / runs);
        names.push(name);
      }
      values.push(own.values[i]);
      parts.push(places[run]);
      clusters.push(clusterOf[own.samples[i]]);
    }
  }
  return { values, parts, clusters, weights, names };
}
