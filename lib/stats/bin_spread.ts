import { clusterSums } from "./cluster_sums.ts";
import { normalCdf } from "./distributions.ts";
import { COEFFICIENT, partValues } from "./estimand.ts";

const ROUNDING = 1e-24;

/**
 * How the mean gaps of the bins of a reliability diagram spread and vary together over clusters (jackknife over these, CR3), and the first two moments of the
 * joint test's design effects (Rao and Scott 1984): sum and sum of squares of the eigenvalues of the gaps' cluster
 * covariance in units of that of single rows (the identity where each row is a cluster). df: n²/Σ m_g² − 1 for clusters of m_g rows.
 *
 * @param gaps outcome minus probability of every row, `parts` the bin it is in (−1: none), `bins` their sizes and shares of 1
 */
export function binSpread({ gaps, parts, clusters, bins }: {
  gaps: ArrayLike<number>;
  parts: ArrayLike<number>;
  clusters: Int32Array;
  bins: readonly { n: number; share: number }[];
}) {
  const k = bins.length;
  const value = (b: number) => (row: number) => parts[row] === b ? gaps[row] : NaN;
  const terms = bins.map((_, b) => ({ name: "the bin", weight: 1, value: value(b), range: COEFFICIENT }));
  const own = clusterSums(partValues(terms, gaps.length, [clusters]).values, clusters);
  const { sizes, sums, means, partClusters } = own;
  const table = () => Array.from({ length: k }, () => new Array<number>(k).fill(0));
  const centred = table(), raw = table(), sizeSquares = new Array<number>(k).fill(0);
  const rows = own.squares.map((square, b) => square + bins[b].n * means[b] ** 2);
  let allSquares = 0;
  // Jackknife: how far a cluster's rows lie from the mean of the other clusters'.
  const left = (rows: number, b: number) => rows < bins[b].n ? 1 / (1 - rows / bins[b].n) : 0;
  for (let g = 0; g < own.clusters; g++) {
    let size = 0;
    for (let b = 0; b < k; b++) {
      const m = sizes[g * k + b];
      if (m === 0) continue;
      size += m;
      sizeSquares[b] += m * m;
      const sum = sums[g * k + b], whole = sum + m * means[b], away = sum * left(m, b);
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
  return { covariance, trace, square, df: n * n / allSquares - 1, count: own.clusters };
}

/** Variance of Σ (n_b/n)·|gap_b|: beside another bin a gap's absolute value moves as the folded normal's mean does. */
export function foldedVariance(
  bins: readonly { n: number; gap: number }[],
  n: number,
  covariance: readonly number[][],
): number {
  const moves = bins.map(({ n: own, gap }, b) =>
    covariance[b][b] === 0 ? Math.sign(gap) : 1 - 2 * normalCdf(-gap / own / Math.sqrt(covariance[b][b]))
  );
  let variance = 0;
  bins.forEach((one, b) =>
    bins.forEach((other, c) => {
      const sign = b === c ? 1 : moves[b] * moves[c];
      variance += one.n * other.n / (n * n) * sign * covariance[b][c];
    })
  );
  return Math.max(0, variance);
}

export function foldedMean(mean: number, spread: number): number {
  if (spread === 0) return Math.abs(mean);
  const ratio = mean / spread;
  return spread * Math.sqrt(2 / Math.PI) * Math.exp(-ratio * ratio / 2) + mean * (1 - 2 * normalCdf(-ratio));
}
