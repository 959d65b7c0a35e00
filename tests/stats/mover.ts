import { studentQuantile } from "@/stats/distributions.ts";

/** A share with the trials that its error is worth and the degrees of freedom of that error. */
export type Share = { mean: number; trials: number; df: number };

/** Trials that a share's standard error is worth. */
export const trialsOf = (mean: number, standardError: number) => mean * (1 - mean) / standardError ** 2;

/** A share of which all units say the same: as many trials as units. */
export const sure = (mean: number, units: number): Share => ({ mean, trials: units, df: units - 1 });

/** Wilson's limits of a share with Student's quantile, as the formula stands. */
export function wilsonLimits({ mean: p, trials: n, df }: Share, level = 0.95): { low: number; high: number } {
  const t = studentQuantile(0.5 + level / 2, df), scale = 1 + t * t / n;
  const centre = p + t * t / (2 * n), reach = t * Math.sqrt(p * (1 - p) / n + t * t / (4 * n * n));
  return { low: p === 0 ? 0 : (centre - reach) / scale, high: p === 1 ? 1 : (centre + reach) / scale };
}

/** Limits of first − second by MOVER (Zou and Donner 2008); `r` correlates the errors of the two. */
export function differenceLimits(
  first: Share,
  second: Share,
  { r = 0, level = 0.95 }: { r?: number; level?: number } = {},
): { low: number; high: number } {
  const a = wilsonLimits(first, level), b = wilsonLimits(second, level), d = first.mean - second.mean;
  const apart = (x: number, y: number) => Math.sqrt(x * x + y * y - 2 * r * x * y);
  return {
    low: d - apart(first.mean - a.low, b.high - second.mean),
    high: d + apart(a.high - first.mean, second.mean - b.low),
  };
}
