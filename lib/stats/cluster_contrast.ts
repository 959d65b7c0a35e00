import { type ClusterInterval, clusterInterval, type ClusterRows } from "./cluster_interval.ts";
import { contrastPValue } from "./contrast_limits.ts";

/** A weighted sum of means with its cluster-robust interval and test. */
export interface ClusterContrast extends ClusterInterval {
  /** Two-sided, against `nullValue`; the interval at level 1 − p just reaches it. */
  pValue: number;
  /** Degrees of freedom: clusters − 1. */
  df: number;
}

/**
 * `clusterInterval` with the two-sided test that belongs to it: Student's t with clusters − 1 degrees of freedom, turned round
 * from the interval where a share is exactly 0 or 1 (a judge that is always right is tested, not certain).
 *
 * @throws as `clusterInterval`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterContrast } from "@/stats/cluster_contrast.ts";
 *
 * const rows = { values: [1, 0, 1, 1], parts: [0, 0, 0, 0], clusters: [0, 1, 2, 3], weights: [1] };
 * const { pValue } = clusterContrast(rows, { nullValue: 0.5 }); // t = 0.25/0.25 with 3 degrees of freedom
 * assert.ok(Math.abs(pValue - 0.3910022) < 1e-6);
 * ```
 */
export function clusterContrast(
  rows: ClusterRows,
  { nullValue = 0 }: { nullValue?: number } = {},
): ClusterContrast {
  const interval = clusterInterval(rows);
  const { estimate, standardError, clusters, means, partClusters } = interval;
  const parts = (rows.share ?? true)
    ? means.map((mean, part) => ({ mean, weight: rows.weights[part], units: partClusters[part] }))
    : [];
  const df = clusters - 1;
  return { ...interval, pValue: contrastPValue({ estimate, standardError, df, parts }, nullValue), df };
}
