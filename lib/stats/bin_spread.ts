import { clusterCells } from "./cluster_cells.ts";

/** Outcome minus probability of every row, the bin it is in (−1: none), its cluster, and the bins' sizes and shares of 1. */
export interface BinnedGaps {
  gaps: ArrayLike<number>;
  parts: ArrayLike<number>;
  clusters: Int32Array;
  bins: readonly { n: number; share: number }[];
}

/** Variances below this are those of rounding. */
const ROUNDING = 1e-24;

/** What clusters do to the bins of a reliability diagram. */
export interface BinSpread {
  /** Of the bins' mean gaps, cluster-robust (jackknife over clusters, CR3). */
  covariance: number[][];
  /** Sum of the design effects of the joint test, and of their squares. */
  trace: number;
  square: number;
  /** n²/Σ m_g² − 1 for clusters of m_g rows. */
  df: number;
  /** Clusters with a row. */
  count: number;
}

/**
 * How the mean gaps of the bins of a reliability diagram spread and vary together over clusters, and the first two moments of the
 * joint test's design effects (Rao and Scott 1984): sum and sum of squares of the eigenvalues of the gaps' cluster
 * covariance in units of that of single rows (the identity where each row is a cluster).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { binSpread } from "@/stats/bin_spread.ts";
 *
 * const spread = binSpread({ // two rows of one bin, each written down twice
 *   gaps: [0.4, 0.4, -0.6, -0.6],
 *   parts: [0, 0, 0, 0],
 *   clusters: Int32Array.of(0, 0, 1, 1),
 *   bins: [{ n: 4, share: 0.5 }],
 * });
 * assert.ok(Math.abs(spread.trace - 2) < 1e-12 && spread.df === 1);
 * ```
 */
export function binSpread({ gaps, parts, clusters, bins }: BinnedGaps): BinSpread {
  const k = bins.length, cells = clusterCells({ values: gaps, parts, clusters }, k);
  const { sizes, sums, means, partClusters } = cells;
  const table = () => Array.from({ length: k }, () => new Array<number>(k).fill(0));
  const centred = table(),
    raw = table(),
    rows = cells.squares.map((own, b) => own + bins[b].n * means[b] ** 2);
  const sizeSquares = new Array<number>(k).fill(0);
  let allSquares = 0;
  // Jackknife: how far a cluster's rows lie from the mean of the other clusters'.
  const left = (rows: number, b: number) => rows < bins[b].n ? 1 / (1 - rows / bins[b].n) : 0;
  for (let g = 0; g < cells.clusters; g++) {
    let size = 0;
    for (let b = 0; b < k; b++) {
      const m = sizes[g * k + b];
      if (m === 0) continue;
      size += m;
      sizeSquares[b] += m * m;
      const own = sums[g * k + b], whole = own + m * means[b], away = own * left(m, b);
      for (let c = 0; c < k; c++) {
        const others = sizes[g * k + c];
        if (others === 0) continue;
        centred[b][c] += away * sums[g * k + c] * left(others, c);
        raw[b][c] += whole * (sums[g * k + c] + others * means[c]);
      }
    }
    allSquares += size * size;
  }
  let trace = 0, square = 0;
  const covariance = centred.map((row, b) =>
    row.map((value, c) => {
      // A bin that is right throughout varies in no way: a row of it counts as one.
      const share = rows[b] > 0 && rows[c] > 0 ? raw[b][c] / Math.sqrt(rows[b] * rows[c]) : b === c ? 1 : 0;
      if (b === c) trace += share;
      square += share * share;
      return value / (bins[b].n * bins[c].n);
    })
  );
  bins.forEach(({ n, share }, b) => {
    // A bin of rows or clusters all alike, or of one cluster, has no spread to see: at least that of one row in m + 2 of the other kind.
    if (share !== 0 && share !== 1 && partClusters[b] > 1 && covariance[b][b] > ROUNDING) return;
    const m = n * n / sizeSquares[b], smooth = (share * m + 1) / (m + 2);
    covariance[b][b] = Math.max(covariance[b][b], smooth * (1 - smooth) / m);
  });
  const n = bins.reduce((sum, { n }) => sum + n, 0);
  return { covariance, trace, square, df: n * n / allSquares - 1, count: cells.clusters };
}
