/**
 * One pair's share of BD or BC, written down apart from the metrics so that the calibration does not rest on them:
 * max(y − ŷ, 0) / (y − 1), which is NaN for y = 1, and 1 − |y − ŷ| / max(y − 1, 10 − y).
 */
export function scoreValue(metric: "bd" | "bc", unbiased: number, biased: number): number {
  return metric === "bd"
    ? Math.max(0, unbiased - biased) / (unbiased - 1)
    : 1 - Math.abs(unbiased - biased) / Math.max(unbiased - 1, 10 - unbiased);
}
