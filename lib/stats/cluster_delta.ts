import { labelCodes } from "./label_codes.ts";
import type { ClusterContrast } from "./cluster_contrast.ts";
import { infer, NUMBER } from "./infer.ts";

/** What `clusterDelta` works on. */
export interface ClusterDeltaOptions {
  /** Quantities per row, one array each, whose means the statistic is a function of. */
  columns: readonly ArrayLike<number>[];
  /** Cluster of each row. */
  clusters: ArrayLike<number | string>;
  /** A smooth function of the columns' means, in their order. */
  statistic: (means: number[]) => number;
  /** Value of the statistic that p tests against; 0 by default. */
  nullValue?: number;
  /** Level of the interval, above 0 and below 1; 0.95 by default. */
  level?: number;
}

/** Step of the numerical derivative, of quantities of about 1: its error is then about 1e-10. */
const STEP = 1e-5;

/**
 * Any smooth function of means, f(x̄₁, …, x̄ₖ), with its cluster-robust delta interval: that of the mean of
 * f(x̄) + Σ_k ∂f/∂x̄_k · (x_ik − x̄_k) over rows (`clusterInterval`, CR2). The derivatives are numerical (central differences).
 * The general case of `clusterInterval`, for what is no weighted sum of means; ratios of means are functions of means.
 *
 * No rows, or a statistic of NaN, give NaN; one cluster gives an estimate without limits. A statistic that does not vary has
 * limits equal to itself and p 1 or 0.
 *
 * @throws {TypeError} when the columns and clusters differ in length
 * @throws {RangeError} for a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterDelta } from "judgebias/stats";
 *
 * const right = [1, 0, 1, 1, 0, 1];
 * const { estimate, standardError } = clusterDelta({
 *   columns: [right],
 *   clusters: [0, 1, 2, 3, 4, 5],
 *   statistic: ([p]) => Math.log(p / (1 - p)),
 * });
 * assert.ok(Math.abs(estimate - Math.log(2)) < 1e-12);
 * // √(p(1 − p)/(n − 1))/(p(1 − p)) with p = 2/3, n = 6
 * assert.ok(Math.abs(standardError - Math.sqrt(2 / 9 / 5) / (2 / 9)) < 1e-8);
 * ```
 */
export function clusterDelta(
  { columns, clusters, statistic, ...options }: ClusterDeltaOptions,
): ClusterContrast {
  return clusterDeltas({ columns, clusters })(statistic, options);
}

/** The same of many functions of the same means: each costs the clusters, not the rows. */
export function clusterDeltas(
  { columns, clusters }: Pick<ClusterDeltaOptions, "columns" | "clusters">,
): (
  statistic: ClusterDeltaOptions["statistic"],
  options?: Pick<ClusterDeltaOptions, "nullValue" | "level">,
) => ClusterContrast {
  const n = clusters.length;
  const short = columns.find((column) => column.length !== n);
  if (short) {
    throw new TypeError(`clusterDelta: wanted ${n} values in every column, found ${short.length}`);
  }
  const coded = clusters instanceof Int32Array && clusters.every((code) => code >= 0);
  const codes = coded ? clusters : labelCodes("clusterDelta", clusters).codes;
  const means = columns.map((column) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += column[i];
    return sum / n;
  });
  return (statistic, options) => {
    const gradient = means.map((mean, k) => {
      const at = (value: number) => statistic(means.map((own, j) => j === k ? value : own));
      return (at(mean + STEP) - at(mean - STEP)) / (2 * STEP);
    });
    const influence = (row: number) =>
      gradient.reduce((sum, slope, k) => sum + slope * (columns[k][row] - means[k]), 0);
    const estimate = n === 0 || gradient.some(Number.isNaN) ? NaN : statistic([...means]);
    const term = { name: "the estimate", weight: 1, estimate, value: influence, range: NUMBER };
    return { ...infer([term], n, codes, options), estimate: n === 0 ? NaN : statistic([...means]) };
  };
}
