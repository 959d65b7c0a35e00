import { type ClusterInterval, clusterInterval, type ClusterRows } from "./cluster_interval.ts";

/** A weighted sum of means with its cluster-robust interval and test. */
export interface ClusterContrast extends ClusterInterval {
  /** Two-sided, against `nullValue`; the interval at level 1 − p just reaches it. */
  pValue: number;
}

/**
 * `clusterInterval` with the two-sided test that belongs to it: Student's t with its degrees of freedom, turned round
 * from the interval where a share is near 0 or 1 (a judge that is always right is tested, not certain). Without an interval NaN.
 *
 * @throws as `clusterInterval`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterContrast } from "judgebias/stats";
 *
 * const rows = { values: [1, 0, 1, 1], parts: [0, 0, 0, 0], clusters: [0, 1, 2, 3], weights: [1], share: false };
 * const { pValue } = clusterContrast(rows, { nullValue: 0.5 }); // t = 0.25/0.25 with 3 degrees of freedom
 * assert.ok(Math.abs(pValue - 0.3910022) < 1e-6);
 * ```
 */
export function clusterContrast(
  rows: ClusterRows,
  { nullValue = 0 }: { nullValue?: number } = {},
): ClusterContrast {
  const interval = clusterInterval(rows);
  return { ...interval, pValue: interval.pOf(nullValue) };
}
