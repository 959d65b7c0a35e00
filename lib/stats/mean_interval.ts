import { type ClusterInterval, clusterInterval, type ClusterRows } from "./cluster_interval.ts";

/** `clusterInterval` of one mean: of values that all count alike. */
export function meanInterval(
  values: ArrayLike<number>,
  clusters: ArrayLike<number>,
  options: Omit<ClusterRows, "values" | "clusters" | "parts" | "weights">,
): ClusterInterval {
  return clusterInterval({ ...options, values, clusters, parts: new Int8Array(values.length), weights: [1] });
}
