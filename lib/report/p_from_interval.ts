import { studentCdf } from "../stats/student_cdf.ts";
import { studentQuantile } from "../stats/student_quantile.ts";

/**
 * The two-sided p of an estimate against a null value, from its own interval: the side of the interval that faces the null
 * value tells the standard error there, Student's t with the interval's degrees of freedom the p. So p < 1 − level exactly
 * where the null value lies outside the interval, whatever method made it (a Wilson limit near an edge too).
 *
 * NaN where there is no interval. An interval without width (nothing varied) gives no p either: its error is unknown.
 */
export function pFromInterval(
  { estimate, low, high, df }: { estimate: number; low: number; high: number; df: number },
  nullValue: number,
  level = 0.95,
): number {
  const reach = Math.abs((estimate > nullValue ? low : high) - estimate);
  if (!(reach > 0) || !(df > 0) || Number.isNaN(nullValue)) return NaN;
  const t = Math.abs(estimate - nullValue) / reach * studentQuantile(1 - (1 - level) / 2, df);
  return Math.min(1, 2 * studentCdf(-t, df));
}
