import { clusterInterval } from "../stats/cluster_interval.ts";

/** Accuracy on the two sides of a split, their difference, and its cluster-robust interval. */
export interface SplitContrast {
  nFirst: number;
  accuracyFirst: number;
  nSecond: number;
  accuracySecond: number;
  difference: number;
  low: number;
  high: number;
  clusters: number;
}

/**
 * Accuracy on the first side minus accuracy on the second side over the given rows, with the cluster-robust delta
 * interval of `clusterInterval`. Rows whose outcome is -1 or whose side is neither 0 nor 1 do not enter.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { splitContrast } from "@/metrics/split_contrast.ts";
 *
 * const contrast = splitContrast({
 *   rows: Int32Array.of(0, 1, 2, 3),
 *   outcomes: Int8Array.of(1, 1, 0, 1),
 *   sides: Int8Array.of(0, 0, 1, 1),
 *   clusters: Int32Array.of(0, 1, 2, 3),
 * });
 * assert.equal(contrast.difference, 0.5); // 2/2 − 1/2
 * ```
 */
export function splitContrast(
  { rows, outcomes, sides, clusters }: {
    rows: Int32Array;
    outcomes: Int8Array;
    sides: Int8Array;
    clusters: Int32Array;
  },
): SplitContrast {
  const values = new Float64Array(rows.length);
  const parts = new Int8Array(rows.length);
  const codes = new Int32Array(rows.length);
  for (let j = 0; j < rows.length; j++) {
    const row = rows[j];
    values[j] = outcomes[row];
    parts[j] = outcomes[row] < 0 || sides[row] > 1 ? -1 : sides[row];
    codes[j] = clusters[row];
  }
  const interval = clusterInterval({ values, parts, clusters: codes, weights: [1, -1], bounds: [-1, 1] });
  return {
    nFirst: interval.counts[0],
    accuracyFirst: interval.means[0],
    nSecond: interval.counts[1],
    accuracySecond: interval.means[1],
    difference: interval.estimate,
    low: interval.low,
    high: interval.high,
    clusters: interval.clusters,
  };
}
