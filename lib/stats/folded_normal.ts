import { normalCdf } from "./distributions.ts";

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

/** Mean of |X| for a normal X. */
export function foldedMean(mean: number, spread: number): number {
  if (spread === 0) return Math.abs(mean);
  const ratio = mean / spread;
  return spread * Math.sqrt(2 / Math.PI) * Math.exp(-ratio * ratio / 2) + mean * (1 - 2 * normalCdf(-ratio));
}
