import { contrastLimits } from "./contrast_limits.ts";

/** What `clusterInterval` works on: one value, part and cluster per row. */
export interface ClusterRows {
  values: ArrayLike<number>;
  /** Part of each row, 0 … weights.length − 1, or −1 for a row that takes no part. */
  parts: ArrayLike<number>;
  /** Cluster of each row, any whole number of 0 or more. */
  clusters: ArrayLike<number>;
  /** Weight of each part's mean in the estimate: [1] a mean, [1, −1] a difference. */
  weights: readonly number[];
  level?: number;
  /** Where the estimate is bound to lie; the interval is clipped to it. */
  bounds?: readonly [number, number];
  /** Whether values are 0 or 1, so that a part's mean of exactly 0 or 1 still leaves room for error. */
  share?: boolean;
  /** Correct for leverage: residuals divided by √(1 − 1/n_k), which matters for many small parts. */
  leverage?: boolean;
}

/** A weighted sum of means with its cluster-robust interval. */
export interface ClusterInterval {
  estimate: number;
  low: number;
  high: number;
  /** Delta-method standard error, without the correction for parts that are all 0 or all 1. */
  standardError: number;
  /** Rows that take part. */
  n: number;
  /** Clusters with a row that takes part. */
  clusters: number;
  means: number[];
  counts: number[];
  /** Clusters with a row in each part. */
  partClusters: number[];
}

/**
 * The interval of every metric frame: Σ_k weight_k · mean of part k, robust to correlation within clusters.
 *
 * Linearised (delta method): u_g = Σ_k weight_k · Σ_{i in part k and cluster g} (y_i − mean_k)/n_k, variance
 * = G/(G − 1) · Σ_g u_g² over the G clusters with a row in any part, limits by Student's t with G − 1 degrees of freedom.
 * A cluster may have rows in several parts; that covariance is what makes paired differences narrow. Source: Liang and
 * Zeger 1986; the factor is Stata's for means.
 *
 * A share of exactly 0 or 1 has no spread to estimate an error from. Such a part contributes the distance to its Wilson
 * limit (n = its clusters) instead, added in squares on the side on which it can err (MOVER, Zou and Donner 2008): a judge
 * that is always right gets an interval, not a point. With fewer than about 15 clusters, or very unequal ones, expect
 * less than the nominal coverage; `tests/stats/cluster_interval_test.ts` has the figures.
 *
 * With `leverage` the deviation of a row is divided by √(1 − 1/n_k) (HC2, MacKinnon and White 1985): a mean of n_k rows fits them too
 * well. It makes no difference to large parts and is for sums of many small ones, such as strata.
 *
 * An empty part gives NaN for estimate and limits; a single cluster gives an estimate without limits.
 *
 * @throws {TypeError} when the three arrays differ in length
 * @throws {RangeError} for a part outside −1 … weights.length − 1, a negative cluster, a fraction as either, or a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterInterval } from "judgebias/stats";
 *
 * const { estimate, clusters, counts } = clusterInterval({
 *   values: [1, 1, 0, 1, 0, 0],
 *   parts: [0, 0, 0, 1, 1, 1],
 *   clusters: [0, 0, 1, 1, 2, 3],
 *   weights: [1, -1],
 * });
 * assert.ok(Math.abs(estimate - 1 / 3) < 1e-15); // 2/3 − 1/3
 * assert.deepEqual([clusters, counts], [4, [3, 3]]);
 * ```
 */
export function clusterInterval(
  {
    values,
    parts,
    clusters,
    weights,
    level = 0.95,
    bounds = [-Infinity, Infinity],
    share = true,
    leverage = false,
  }: ClusterRows,
): ClusterInterval {
  const rows = values.length, k = weights.length;
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`clusterInterval: wanted a level between 0 and 1, found ${level}`);
  }
  if (parts.length !== rows || clusters.length !== rows) {
    throw new TypeError(
      `clusterInterval: wanted as many parts and clusters as values, found ${rows}, ${parts.length}, ${clusters.length}`,
    );
  }
  const counts = new Array<number>(k).fill(0), sums = new Array<number>(k).fill(0);
  let highestCluster = -1;
  for (let i = 0; i < rows; i++) {
    const part = parts[i];
    if (part === -1) continue;
    if (!(part >= 0 && part < k && clusters[i] >= 0) || part % 1 !== 0 || clusters[i] % 1 !== 0) {
      throw new RangeError(
        `clusterInterval: wanted part −1 … ${k - 1} and cluster 0 …, found ${part} and ${clusters[i]}`,
      );
    }
    counts[part]++;
    sums[part] += values[i];
    if (clusters[i] > highestCluster) highestCluster = clusters[i];
  }
  const means = sums.map((sum, part) => sum / counts[part]); // 0/0 is NaN: an empty part has no mean
  const estimate = weights.reduce((sum, weight, part) => sum + weight * means[part], 0);
  const n = counts.reduce((sum, count) => sum + count, 0);

  const { squares, clusters: g, inPart } = clusterSums(
    { values, parts, clusters, weights, leverage },
    means,
    counts,
    highestCluster,
  );
  const standardError = g < 2 || Number.isNaN(estimate) ? NaN : Math.sqrt(g / (g - 1) * squares);
  const result = {
    estimate,
    low: NaN,
    high: NaN,
    standardError,
    n,
    clusters: g,
    means,
    counts,
    partClusters: inPart,
  };
  if (Number.isNaN(standardError)) return result;

  const limits = contrastLimits({
    estimate,
    standardError,
    df: g - 1,
    parts: share ? means.map((mean, part) => ({ mean, weight: weights[part], units: inPart[part] })) : [],
  }, level);
  return { ...result, low: Math.max(bounds[0], limits.low), high: Math.min(bounds[1], limits.high) };
}

/** Σ u_g², the clusters that take part, and how many of them have rows in each part. */
function clusterSums(
  { values, parts, clusters, weights, leverage }: Omit<ClusterRows, "level" | "bounds" | "share">,
  means: number[],
  counts: number[],
  highestCluster: number,
): { squares: number; clusters: number; inPart: number[] } {
  const k = weights.length;
  const scales = weights.map((weight, part) => {
    const fit = leverage && counts[part] > 1 ? Math.sqrt(1 - 1 / counts[part]) : 1;
    return weight / (counts[part] * fit);
  });
  // Codes may be sparse (a group of a large frame): renumber them in order of appearance then.
  const sparse = highestCluster > 4 * values.length + 64;
  const places = new Map<number, number>();
  const size = sparse ? values.length : highestCluster + 1;
  const sums = new Float64Array(size);
  const seen = new Uint8Array(size * k);
  for (let i = 0; i < values.length; i++) {
    const part = parts[i];
    if (part === -1) continue;
    let cluster = clusters[i];
    if (sparse) {
      const place = places.get(cluster) ?? places.size;
      if (place === places.size) places.set(cluster, place);
      cluster = place;
    }
    sums[cluster] += scales[part] * (values[i] - means[part]);
    seen[cluster * k + part] = 1;
  }
  const inPart = new Array<number>(k).fill(0);
  let squares = 0, taking = 0;
  for (let cluster = 0; cluster < size; cluster++) {
    let any = 0;
    for (let part = 0; part < k; part++) {
      inPart[part] += seen[cluster * k + part];
      any |= seen[cluster * k + part];
    }
    taking += any;
    squares += sums[cluster] * sums[cluster];
  }
  return { squares, clusters: taking, inPart };
}
