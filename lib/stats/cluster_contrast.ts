import { type ClusterInterval, clusterInterval, type ClusterRows } from "./cluster_interval.ts";

/** A weighted sum of means with its cluster-robust interval and test. */
export type ClusterContrast = ClusterInterval;

/** `clusterInterval`, its test against `nullValue`. */
export function clusterContrast(
  rows: ClusterRows,
  { nullValue = 0 }: { nullValue?: number } = {},
): ClusterContrast {
  return clusterInterval({ ...rows, nullValue });
}
