import type { ClusterCells } from "./cluster_cells.ts";
import { equalClusters, FEW_CLUSTERS } from "./equal_clusters.ts";
import { normalQuantile, studentQuantile } from "./distributions.ts";

/** A sum of means in which all clusters, or all but a few, say the same. */
export interface FewMoved {
  /** What most clusters say. */
  mode: number;
  /** What the others add to it and take from it, as shares of what they could. */
  gain: number;
  loss: number;
  /** What all clusters together could add and take. */
  most: number;
  least: number;
  /** Independent units: clusters of equal size that would leave as much. */
  units: number;
  /** Clusters that say another thing. */
  moved: number;
}

/** So few clusters, in number and as a share of all, say too little of those that were not drawn for their spread to tell the error. */
const FEW = 8, PART = 0.2;

/** Nearer than this, in units of the range, numbers are the same. */
const ROUNDING = 1e-9;

/**
 * Whether all clusters but a few say the same of Σ weight · mean: two judges that agree, a judge that few orders sway. Null where they do
 * not, or where values have no bounds.
 *
 * Of a spread of 0 nothing follows for clusters that were not drawn, and of a few that moved little: their robust error is 0 in most
 * samples and large in some. The share of clusters that move then has Wilson's limits (rule of three), times how far a cluster can move.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { clusterCells } from "@/stats/cluster_cells.ts";
 * import { fewMoved } from "@/stats/few_moved.ts";
 *
 * // Two judges on 20 items, right on the same ones but for item 0, where only the first is.
 * const items = [...new Array(20).keys()], right = items.map((i) => i % 2), other = right.with(0, 1);
 * const cells = clusterCells({
 *   values: [...other, ...right], parts: items.concat(items).map((_, i) => i < 20 ? 0 : 1), clusters: [...items, ...items],
 * }, 2);
 * const { gain, loss, moved } = fewMoved(cells, [1, -1], [0, 1])!;
 * assert.deepEqual([gain, loss, moved], [1 / 20, 0, 1]);
 * ```
 */
export function fewMoved(
  { clusters, sizes, sums, counts, means }: ClusterCells,
  weights: readonly number[],
  /** Between which each value lies. */
  [lowest, highest]: readonly [number, number],
): FewMoved | null {
  const k = weights.length, total = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
  const end = (towards: (a: number, b: number) => number) =>
    weights.reduce((sum, weight) => sum + towards(weight * lowest, weight * highest), 0);
  const low = end(Math.min), high = end(Math.max), range = high - low;
  if (!(Number.isFinite(range) && range > 0)) return null;
  const share = new Float64Array(clusters), says = new Float64Array(clusters);
  for (let g = 0; g < clusters; g++) {
    let parts = 0;
    for (let p = 0; p < k; p++) {
      const size = sizes[g * k + p], weight = weights[p] / counts[p];
      if (size === 0 || weight === 0) continue;
      parts++;
      share[g] += Math.abs(weight) * size / total;
      says[g] += weight * (sums[g * k + p] + size * means[p]);
    }
    // Rows of one part alone have nothing beside them that they could be equal to.
    if (k > 1 && parts < 2) return null;
    says[g] /= share[g];
  }
  const near = ROUNDING * range, mode = majority(says, near);
  let moved = 0, gain = 0, loss = 0;
  for (let g = 0; g < clusters; g++) {
    const distance = says[g] - mode;
    // Beyond the ends: no mean of bounded values.
    if (says[g] < low - near || says[g] > high + near) return null;
    if (Math.abs(distance) <= near) continue;
    if (++moved >= FEW || moved > PART * clusters) return null;
    if (distance > 0) gain += share[g] * distance;
    else loss -= share[g] * distance;
  }
  const most = Math.max(0, high - mode), least = Math.max(0, mode - low);
  const units = Math.min(
    ...weights.flatMap((weight, p) =>
      weight === 0 ? [] : [equalClusters(sizes.filter((size, cell) => size > 0 && cell % k === p))]
    ),
  );
  return {
    mode,
    gain: most > 0 ? gain / most : 0,
    loss: least > 0 ? loss / least : 0,
    most,
    least,
    units,
    moved,
  };
}

/** The value of more than half, where there is one (Boyer and Moore 1981). */
function majority(values: Float64Array, near: number): number {
  let found = NaN, lead = 0;
  for (const value of values) {
    if (lead === 0) found = value;
    lead += Math.abs(value - found) <= near ? 1 : -1;
  }
  return found;
}

/** How far the limits of both shares of moved clusters reach below and above the estimate (MOVER). */
export function movedReach(
  { gain, loss, most, least, units }: FewMoved,
  level: number,
): { down: number; up: number } {
  const z = normalQuantile(0.5 + level / 2);
  const [up, down] = [gain, loss].map((given) => {
    const share = Math.min(1, given);
    if (share === 0) return { down: 0, up: noneSeen(units, level) };
    const reach = z * Math.sqrt(share * (1 - share) / units + z * z / (4 * units * units));
    const scale = 1 + z * z / units, centre = share + z * z / (2 * units);
    return { down: share - (centre - reach) / scale, up: (centre + reach) / scale - share };
  });
  return {
    down: Math.hypot(most * up.down, least * down.up),
    up: Math.hypot(most * up.up, least * down.down),
  };
}

/**
 * How far a share of which nothing was seen in so many units may be from 0: Wilson's limit, and of fewer than five units, where that lies far
 * below the exact one, 1 − (α/2)^(1/n), with Student's quantile of as many degrees of freedom, which lies just beyond it.
 */
export function noneSeen(units: number, level: number): number {
  const reach = studentQuantile(0.5 + level / 2, units < FEW_CLUSTERS ? units : Infinity) ** 2;
  return reach === Infinity ? 1 : reach / (units + reach);
}
