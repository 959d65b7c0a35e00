import type { ClusterCells } from "./cluster_cells.ts";
import { leverage } from "./effective_df.ts";

/** Standard errors by which the means over rows and over clusters differ, and skewness of the clusters' pulls, from which on it shows. */
const APART = 2, SKEWED = 0.3;

/** So many times the skewness that the clusters show is corrected for, by standard error of z and at most: that of a sample is far too small. */
const WEIGHT = 2, MOST = 3;

/** What the sizes of clusters tell about a mean over rows. */
export interface TiedToSize {
  /** Whether large clusters differ from small ones in a way that a few of them decide. */
  isTied: boolean;
  /** Skewness of the mean's error that `contrastLimits` corrects for; 0 where the sizes say nothing. */
  skewness: number;
}

/**
 * Whether large clusters differ from small ones: z, the distance of the mean over rows from the mean over clusters in standard errors, and the
 * skewness of the clusters' pulls, γ = Σu³/(Σu²)^1.5 with u_g = Σ_i (y_i − mean)/n/√(1 − m_g/n).
 *
 * Of a sum of several parts, z and γ are those of the sum: where large clusters are as hard in both parts of a difference nothing is left of either.
 *
 * Where large clusters are the hard ones, those that were not drawn are missing in the mean and in its error alike: the mean errs to the
 * side of γ most where its error looks smallest. `skewness` is γ·min(3, 2|z|) where z and γ have the same sign, else 0 (weight and bound were
 * chosen in simulations); `clusterInterval` says what that mends and what it costs.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { tiedToSize } from "@/stats/tied_to_size.ts";
 *
 * // Ten clusters of 2, all right but for one row in each second one; the one of 30 is wrong throughout: 15 of 50 are right.
 * const sizes = Float64Array.of(...new Array(10).fill(2), 30), right = [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 0];
 * const sums = sizes.map((size, g) => right[g] - 0.3 * size);
 * const { isTied, skewness } = tiedToSize({ clusters: 11, sizes, sums, counts: [50] });
 * assert.ok(isTied && skewness < -1);
 * ```
 */
export function tiedToSize(
  { clusters, sizes, sums, counts, partClusters = [clusters] }:
    & Pick<ClusterCells, "clusters" | "sizes" | "sums" | "counts">
    & Partial<Pick<ClusterCells, "partClusters">>,
  weights: readonly number[] = [1],
): TiedToSize {
  const k = weights.length, apart = new Float64Array(k);
  let uneven = false;
  for (let p = 0; p < k; p++) {
    let largest = 0, smallest = Infinity;
    for (let cell = p; cell < sizes.length; cell += k) {
      if (sizes[cell] === 0) continue;
      apart[p] -= sums[cell] / sizes[cell] / partClusters[p]; // row mean less cluster mean
      largest = Math.max(largest, sizes[cell]);
      smallest = Math.min(smallest, sizes[cell]);
    }
    uneven ||= weights[p] !== 0 && largest > smallest;
  }
  if (!uneven) return { isTied: false, skewness: 0 };
  let variance = 0, squares = 0, cubes = 0;
  for (let g = 0; g < clusters; g++) {
    let pull = 0, distance = 0;
    for (let p = 0; p < k; p++) {
      const size = sizes[g * k + p], sum = sums[g * k + p];
      if (size === 0) continue;
      pull += weights[p] * sum / counts[p] * leverage(size, counts[p]);
      distance += weights[p] * (sum / counts[p] - (sum / size + apart[p]) / partClusters[p]);
    }
    variance += distance ** 2;
    squares += pull * pull;
    cubes += pull * pull * pull;
  }
  if (!(variance > 0 && squares > 0)) return { isTied: false, skewness: 0 };
  const z = weights.reduce((sum, weight, p) => sum + weight * apart[p], 0) / Math.sqrt(variance);
  const skewness = cubes / squares ** 1.5;
  return {
    isTied: Math.abs(z) > APART && Math.abs(skewness) > SKEWED,
    skewness: z * skewness > 0 ? skewness * Math.min(MOST, WEIGHT * Math.abs(z)) : 0,
  };
}
