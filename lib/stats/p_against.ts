import { studentPValue, studentQuantile } from "./distributions.ts";
import { requireBetween } from "./require_value.ts";

/** What a row of a metric's frame says of its estimate. */
export interface IntervalRow {
  /** In the unit of the null value. */
  estimate: number;
  /** Lower end of its interval; NaN gives a p of NaN. */
  low: number;
  /** Upper end of its interval; NaN gives a p of NaN. */
  high: number;
  /** Degrees of freedom; without, the normal distribution. */
  df?: number | null;
  /** Level of the interval; 0.95 by default. */
  level?: number;
}

/**
 * Two-sided p-value of a row's estimate against a null value, from its interval: the interval's limit on the side of the null
 * lies t(level, df) standard errors away, and p is the null's distance in those. It is below 1 − level exactly where the interval
 * leaves the null value out. For `CR2` rows it is the p-value of Student's t; for `Wilson` rows, whose limits are no multiples of one
 * standard error, it is exact at the interval's own level and close around it (`clusterContrast` inverts them).
 *
 * Without an interval NaN, and so beyond a limit that coincides with the estimate: how far away the null is cannot be told from it.
 *
 * @throws {RangeError} for a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pAgainst } from "judgebias/stats";
 *
 * const row = { estimate: 0.2, low: 0.1, high: 0.3, df: 30 };
 * assert.ok(pAgainst(row, 0) < 0.05);
 * assert.ok(Math.abs(pAgainst(row, 0.1) - 0.05) < 1e-12); // at the limit
 * ```
 */
export function pAgainst(
  { estimate, low, high, df, level = 0.95 }: IntervalRow,
  nullValue: number,
): number {
  requireBetween("pAgainst", "a level", level);
  const distance = estimate - nullValue;
  if (Number.isNaN(low + high + distance)) return NaN;
  if (distance === 0) return 1;
  const gap = distance > 0 ? estimate - low : high - estimate;
  if (!(gap > 0)) return NaN;
  const freedom = df !== null && df !== undefined && df > 0 ? df : Infinity;
  const t = distance / gap * studentQuantile(0.5 + level / 2, freedom);
  return studentPValue("pAgainst", t, freedom, "two-sided");
}
