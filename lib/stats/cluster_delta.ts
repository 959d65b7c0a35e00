import { studentPValue } from "./p_value.ts";
import { studentQuantile } from "./student_quantile.ts";

/** What `clusterDelta` works on. */
export interface ClusterDeltaOptions {
  /** Quantities per row, one array each, whose means the statistic is a function of. */
  columns: readonly ArrayLike<number>[];
  clusters: ArrayLike<number | string>;
  /** A smooth function of the columns' means, in their order. */
  statistic: (means: number[]) => number;
  nullValue?: number;
  level?: number;
}

/** A function of means with its cluster-robust interval and test. */
export interface ClusterDelta {
  estimate: number;
  low: number;
  high: number;
  standardError: number;
  /** Two-sided, against `nullValue`. */
  pValue: number;
  df: number;
  n: number;
  clusters: number;
}

/** Step of the numerical derivative, of quantities of about 1: its error is then about 1e-10. */
const STEP = 1e-5;

/**
 * Any smooth function of means, f(x̄₁, …, x̄ₖ), with its cluster-robust delta interval: u_g = Σ_{i in cluster g} Σ_k ∂f/∂x̄_k · (x_ik − x̄_k)/n,
 * variance = G/(G − 1)·Σ u_g², Student's t with G − 1 degrees of freedom. The derivatives are numerical (central differences).
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
 * import { clusterDelta } from "@/stats/cluster_delta.ts";
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
  { columns, clusters, statistic, nullValue = 0, level = 0.95 }: ClusterDeltaOptions,
): ClusterDelta {
  const n = clusters.length;
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`clusterDelta: wanted a level between 0 and 1, found ${level}`);
  }
  const short = columns.find((column) => column.length !== n);
  if (short) {
    throw new TypeError(`clusterDelta: wanted ${n} values in every column, found ${short.length}`);
  }
  const means = columns.map((column) => {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += column[i];
    return sum / n;
  });
  const estimate = n === 0 ? NaN : statistic([...means]);
  const gradient = means.map((mean, k) => {
    const at = (value: number) => statistic(means.map((own, j) => j === k ? value : own));
    return (at(mean + STEP) - at(mean - STEP)) / (2 * STEP);
  });
  const influence = new Map<number | string, number>();
  for (let i = 0; i < n; i++) {
    let own = 0;
    for (let k = 0; k < means.length; k++) own += gradient[k] * (columns[k][i] - means[k]);
    influence.set(clusters[i], (influence.get(clusters[i]) ?? 0) + own / n);
  }
  const g = influence.size;
  let squares = 0;
  for (const value of influence.values()) squares += value * value;
  const standardError = g < 2 || Number.isNaN(estimate) ? NaN : Math.sqrt(g / (g - 1) * squares);
  const result = { estimate, low: NaN, high: NaN, standardError, pValue: NaN, df: g - 1, n, clusters: g };
  if (Number.isNaN(standardError)) return result;
  const half = studentQuantile(0.5 + level / 2, g - 1) * standardError;
  const distance = estimate - nullValue;
  const pValue = standardError === 0
    ? (distance === 0 ? 1 : 0)
    : studentPValue("clusterDelta", distance / standardError, g - 1, "two-sided");
  return { ...result, low: estimate - half, high: estimate + half, pValue };
}
