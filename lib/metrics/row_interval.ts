import { type ClusterInterval, clusterInterval } from "../stats/cluster_interval.ts";

/** What `rowInterval` averages: rows of a frame, a value of each, and the side that it belongs to. */
export interface RowIntervalOptions {
  rows: ArrayLike<number>;
  /** Cluster of every row of the frame. */
  clusters: ArrayLike<number>;
  /** Value of a row; NaN takes no part. */
  value: (row: number) => number;
  /** Which of the weighted means a row belongs to; −1 takes no part. */
  part?: (row: number) => number;
  weights?: readonly number[];
  bounds?: readonly [number, number];
  /** Whether values are 0 or 1. */
  share?: boolean;
  level?: number;
}

/** What `rowExtremes` averages. */
export interface RowExtremesOptions extends Pick<RowIntervalOptions, "rows" | "part" | "weights"> {
  /** What a row is worth at least and at most; null takes no part. */
  ends: (row: number) => readonly [least: number, most: number] | null;
}

/**
 * A weighted sum of means over rows of a frame with its cluster-robust interval: the one place where the metrics on
 * verdicts meet `clusterInterval`.
 *
 * @throws as `clusterInterval`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rowInterval } from "@/metrics/row_interval.ts";
 *
 * const right = [1, 0, NaN, 1];
 * const { estimate, n } = rowInterval({ rows: [0, 1, 2, 3], clusters: [0, 1, 2, 3], value: (row) => right[row] });
 * assert.deepEqual([estimate, n], [2 / 3, 3]);
 * ```
 */
export function rowInterval(
  { rows, clusters, value, part = () => 0, weights = [1], bounds = [0, 1], share = true, level }:
    RowIntervalOptions,
): ClusterInterval {
  const n = rows.length, values = new Float64Array(n), parts = new Int8Array(n), codes = new Int32Array(n);
  for (let j = 0; j < n; j++) {
    const row = rows[j];
    values[j] = value(row);
    parts[j] = Number.isNaN(values[j]) ? -1 : part(row);
    codes[j] = clusters[row];
  }
  return clusterInterval({
    values,
    parts,
    clusters: codes,
    weights,
    bounds,
    share,
    level,
  });
}
