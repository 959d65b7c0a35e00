import type { ClusterCells } from "./cluster_cells.ts";
import type { Contrast } from "./contrast_limits.ts";
import { oneSign } from "./cluster_warning.ts";
import { equalClusters } from "./equal_clusters.ts";
import { effectiveDf, leverage } from "./effective_df.ts";
import { fewMoved } from "./few_moved.ts";
import { leastError } from "./least_error.ts";
import { tiedToSize } from "./tied_to_size.ts";

/** Errors below this, in units of the values, are those of rounding: nothing varies. */
const ROUNDING = 1e-12;

/** Standard errors, degrees of freedom and correlations of all parts, from sums by cluster. */
export function contrastOf(
  cells: ClusterCells,
  weights: readonly number[],
  { share, bounds }: { share: boolean; bounds: readonly [number, number] },
) {
  const { clusters, sizes, sums, counts, means, partClusters } = cells, k = weights.length;
  const scores = new Float64Array(clusters * k), covariance = new Float64Array(k * k);
  let squares = 0;
  for (let g = 0; g < clusters; g++) {
    let all = 0;
    for (let p = 0; p < k; p++) {
      const cell = g * k + p;
      if (sizes[cell] === 0) continue;
      scores[cell] = sums[cell] * leverage(sizes[cell], counts[p]) / counts[p];
      all += weights[p] * scores[cell];
      for (let q = 0; q <= p; q++) covariance[p * k + q] += scores[cell] * scores[g * k + q];
    }
    squares += all * all;
  }
  const estimate = weights.reduce((sum, weight, p) => sum + weight * means[p], 0);
  const unit = means.map((mean, p) => Math.abs(mean) + Math.sqrt(cells.squares[p] / counts[p]));
  const known = (error: number, unit: number) => error > ROUNDING * unit ? error : 0;
  const errors = weights.map((_, p) =>
    partClusters[p] < 2 ? NaN : known(Math.sqrt(covariance[p * k + p]), unit[p])
  );
  const error = known(
    Math.sqrt(squares),
    weights.reduce((sum, weight, p) => sum + Math.abs(weight) * unit[p], 0),
  );
  const own = weights.map((_, p) => onePart(cells, p));
  // Of shares alone: what the sizes of clusters tell of other values no limit uses.
  const toSize = share ? own.map((part) => tiedToSize(part)) : [];
  const dfs = own.map((part) => effectiveDf(part, [1], correlations(part)));
  const contrast: Contrast = {
    estimate,
    standardError: error,
    moved: movedOf(cells, weights, { share, bounds }),
    df: k === 1 ? dfs[0] : effectiveDf(cells, weights, correlations(cells)),
    parts: !share ? [] : weights.map((weight, p) => ({
      mean: means[p],
      weight,
      standardError: errors[p],
      df: dfs[p],
      units: equalClusters(own[p].sizes),
      floor: leastError(own[p], correlations(own[p]).within),
      clusters: partClusters[p],
      skewness: toSize[p].skewness,
    })),
    correlation: (a, b) => {
      const scale = errors[a] * errors[b];
      return scale > 0 ? covariance[Math.max(a, b) * k + Math.min(a, b)] / scale : 0;
    },
  };
  const effective = dfs.map((df, p) =>
    weights[p] === 0 ? Infinity : partClusters[p] < 2 ? 1 : Math.min(df + 1, partClusters[p])
  );
  return {
    ...contrast,
    effective,
    tied: toSize.map(({ isTied }) => isTied),
    allTied: share && k > 1 && tiedToSize(cells, weights).isTied,
  };
}

/** All clusters but a few that say the same, unless that is 0 or 1: shares and sums of them have limits of their own there. */
function movedOf(
  cells: ClusterCells,
  weights: readonly number[],
  { share, bounds }: { share: boolean; bounds: readonly [number, number] },
) {
  const single = weights.length === 1;
  if (!single && !share) return undefined;
  const found = fewMoved(cells, weights, share ? [0, 1] : [bounds[0] / weights[0], bounds[1] / weights[0]]);
  if (!found || !share || !oneSign(weights)) return found ?? undefined;
  const atEnd = found.least === 0 || found.most === 0;
  return atEnd || !single && found.moved > 0 ? undefined : found;
}

function onePart(
  { clusters, sizes, sums, counts, means, partClusters, squares }: ClusterCells,
  p: number,
): ClusterCells {
  const k = counts.length;
  if (k === 1) return { clusters, sizes, sums, counts, means, partClusters, squares };
  const pick = (of: Float64Array) => {
    const picked = new Float64Array(partClusters[p]);
    for (let g = 0, at = 0; g < clusters; g++) if (sizes[g * k + p] > 0) picked[at++] = of[g * k + p];
    return picked;
  };
  return {
    clusters: partClusters[p],
    sizes: pick(sizes),
    sums: pick(sums),
    counts: [counts[p]],
    means: [means[p]],
    partClusters: [partClusters[p]],
    squares: [squares[p]],
  };
}

/** Correlation of two rows of a cluster, in the same part and in different ones; no less than 0 between rows of a part. */
function correlations(
  { clusters, sizes, sums, counts, squares }: ClusterCells,
): { within: number; across: number } {
  const k = counts.length, n = counts.reduce((sum, count) => sum + count, 0);
  const variance = squares.reduce((sum, square) => sum + square, 0) / n;
  if (!(variance > 0)) return { within: 0, across: 0 };
  let same = -n * variance, samePairs = -n, all = 0, allPairs = 0;
  for (let g = 0; g < clusters; g++) {
    let sum = 0, size = 0;
    for (let p = 0; p < k; p++) {
      const cell = g * k + p;
      same += sums[cell] * sums[cell];
      samePairs += sizes[cell] * sizes[cell];
      sum += sums[cell];
      size += sizes[cell];
    }
    all += sum * sum;
    allPairs += size * size;
  }
  const between = all - (same + n * variance), betweenPairs = allPairs - (samePairs + n);
  const within = samePairs > 0 ? Math.min(1, Math.max(0, same / samePairs / variance)) : 0;
  const across = betweenPairs > 0 ? between / betweenPairs / variance : within;
  // A covariance: no part's rows go together with another's more than with their own.
  return { within, across: Math.min(within, Math.max(across, k > 1 ? -within / (k - 1) : 0)) };
}
