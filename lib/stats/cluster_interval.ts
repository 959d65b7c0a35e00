import { type ClusterLabels, NO_ESTIMATE, waysOf } from "./estimand.ts";
import { infer, type Inference, NUMBER } from "./infer.ts";
import { requireAsMany, requireEach } from "./label_codes.ts";
import { requireList, requireNamed } from "../progress/require.ts";

/** What `clusterInterval` works on. */
export interface ClusterRows {
  /** The number of each row whose mean is wanted; the estimate is NaN where one that takes part is. */
  values: ArrayLike<number>;
  /** Part of each row, 0 … weights.length − 1, or −1 for a row that takes no part. */
  parts: ArrayLike<number>;
  /** Cluster of each row, any label; two lists where rows go together in two ways that cross. */
  clusters: ClusterLabels;
  /** Weight of each part's mean in the estimate: [1] a mean, [1, −1] a difference. */
  weights: readonly number[];
  /** Level of the interval, above 0 and below 1; 0.95 by default. */
  level?: number;
  /** Whether values lie between 0 and 1, so that limits are Wilson's; true by default. */
  share?: boolean;
  /** What the parts are called in a warning. */
  names?: readonly string[];
  /** What p tests against; 0 by default. */
  nullValue?: number;
}

/**
 * `infer` for arrays: Σ_k weight_k · mean of part k, with interval and p robust to correlation within clusters.
 *
 * @throws {TypeError} when the arrays differ in length
 * @throws {RangeError} for a part outside −1 … weights.length − 1, a row without a cluster, or a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterInterval } from "judgebias/stats";
 *
 * const { estimate, clusters, counts, warning } = clusterInterval({
 *   values: [1, 1, 0, 1, 0, 0],
 *   parts: [0, 0, 0, 1, 1, 1],
 *   clusters: [0, 0, 1, 1, 2, 3],
 *   weights: [1, -1],
 *   names: ["IDS", "CDS"],
 * });
 * assert.ok(Math.abs(estimate - 1 / 3) < 1e-15); // 2/3 − 1/3
 * assert.deepEqual([clusters, counts], [4, [3, 3]]);
 * assert.match(warning, /IDS rests on 2 clusters only/);
 * ```
 */
export function clusterInterval(rows: ClusterRows): Inference {
  requireNamed("clusterInterval", rows, "rows");
  const { values, parts, clusters, weights, level, share = true, names, nullValue } = rows;
  for (const [what, list] of Object.entries({ values, parts, clusters, weights })) {
    requireList("clusterInterval", what, list);
  }
  const n = values.length, k = weights.length;
  for (const list of [parts, ...waysOf(clusters)]) {
    requireAsMany("clusterInterval", "parts and clusters", list, n);
  }
  const isPart = (part: number) => Number.isInteger(part) && part >= -1 && part < k;
  requireEach("clusterInterval", `a part −1 … ${k - 1}`, parts, isPart);
  // A null of a column is no 0 and no row less: the part's mean is unknown.
  const isUnknown = Array.from(values).some((value, row) => parts[row] !== -1 && Number.isNaN(value ?? NaN));
  const estimand = weights.map((weight, p) => ({
    name: names?.[p] ?? (k === 1 ? "the estimate" : `part ${p + 1}`),
    weight,
    value: (row: number) => parts[row] === p ? values[row] ?? NaN : NaN,
    range: share ? [0, 1] as const : NUMBER,
  }));
  const found = infer(estimand, n, clusters, { level, nullValue });
  return isUnknown ? { ...found, ...NO_ESTIMATE } : found;
}
