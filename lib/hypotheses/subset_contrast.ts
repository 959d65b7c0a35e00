import type { PairOutcomes } from "../metrics/pair_outcomes.ts";
import { type ClusterInterval, clusterInterval } from "../stats/cluster_interval.ts";

/** Rows that enter a contrast together: each puts its sides at two parts of their own. */
export interface ContrastBlock {
  rows: Int32Array;
  /** Side of each row of the frame: 0, 1, or something else for neither. */
  sides: Int8Array;
  /** Weight of the accuracy on either side. */
  weights: readonly [number, number];
  /** What the two sides are called in a warning. */
  names?: readonly [string, string];
}

/**
 * A weighted sum of accuracies on both sides of several blocks of rows, clustered by image; a row may stand in several blocks
 * (the same pairs judged twice, the same verdict split two ways), which keeps their covariance.
 *
 * `n` counts the rows of the first block that take part.
 */
export function subsetContrast(
  { correct, clusters }: PairOutcomes,
  blocks: readonly ContrastBlock[],
  { nullValue = 0, bounds = [-2, 2], level }: {
    nullValue?: number;
    bounds?: readonly [number, number];
    level?: number;
  } = {},
): ClusterInterval {
  const size = blocks.reduce((sum, { rows }) => sum + rows.length, 0);
  const values = new Float64Array(size), parts = new Int32Array(size), codes = new Int32Array(size);
  let at = 0;
  blocks.forEach(({ rows, sides }, block) => {
    for (const row of rows) {
      const side = sides[row];
      values[at] = correct[row];
      parts[at] = correct[row] < 0 || side < 0 || side > 1 ? -1 : 2 * block + side;
      codes[at++] = clusters[row];
    }
  });
  const contrast = clusterInterval({
    values,
    parts,
    clusters: codes,
    weights: blocks.flatMap(({ weights }) => [...weights]),
    names: blocks.flatMap(({ names = ["IDS", "CDS"] }) => [...names]),
    bounds,
    level,
    nullValue,
  });
  return { ...contrast, n: contrast.counts[0] + contrast.counts[1] };
}
