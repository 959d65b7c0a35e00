import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";

/** A group's mean with its cluster-robust 95% interval. */
export interface GroupMean {
  /** Name of the group. */
  key: string;
  /** Mean of its values that are not missing. */
  mean: number;
  /** Lower end of the 95% interval. */
  low: number;
  /** Upper end of the 95% interval. */
  high: number;
  /** Values that it rests on. */
  n: number;
  /** Clusters of these values. */
  clusters: number;
}

/**
 * Means of `values` by group, missing (NaN) values left out, groups in order of first appearance.
 *
 * @param clusters rows of one cluster are not independent (the same image)
 */
export function meanBy(values: Float64Array, groups: pl.Series, clusters: pl.Series): GroupMean[] {
  const group = factor(groups), cluster = factor(clusters);
  const order = [...new Set(group.codes)];
  return order.map((code) => {
    const { estimate, low, high, n, clusters } = clusterInterval({
      values,
      parts: Int8Array.from(values, (value, i) => group.codes[i] === code && !Number.isNaN(value) ? 0 : -1),
      clusters: cluster.codes,
      weights: [1],
      share: false,
    });
    return { key: String(group.levels[code]), mean: estimate, low, high, n, clusters };
  });
}
