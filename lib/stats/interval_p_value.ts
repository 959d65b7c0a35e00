import { studentPValue } from "./p_value.ts";
import { studentQuantile } from "./student_quantile.ts";

/** An estimate and its interval, as every metric row has them. */
export interface EstimateInterval {
  estimate: number;
  low: number;
  high: number;
  /** Degrees of freedom of the interval; the normal distribution without them. */
  df?: number;
  /** Of the interval, 0.95 by default. */
  level?: number;
}

/**
 * The two-sided p-value of a null value that belongs to an interval: p < 1 − level exactly where the interval leaves the value out. Other
 * levels follow Student's t, with the interval's own width on the side of the value, so that intervals that are not symmetric
 * (Wilson's, bounded ones) keep their sides.
 *
 * An interval without width gives 1 for its estimate and 0 for every other value; NaN in, NaN out.
 *
 * @throws {RangeError} for a level outside (0, 1), or degrees of freedom that are not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { intervalPValue } from "judgebias/stats";
 *
 * const p = intervalPValue({ estimate: 0.3, low: 0.1, high: 0.4 }, 0.1); // the interval just reaches 0.1
 * assert.ok(Math.abs(p - 0.05) < 1e-12);
 * assert.ok(intervalPValue({ estimate: 0.3, low: 0.1, high: 0.4 }, 0.4) < 0.0500001);
 * assert.equal(intervalPValue({ estimate: 0.3, low: 0.1, high: 0.4 }, 0.3), 1);
 * ```
 */
export function intervalPValue(
  { estimate, low, high, df = Infinity, level = 0.95 }: EstimateInterval,
  nullValue: number,
): number {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`intervalPValue: wanted a level between 0 and 1, found ${level}`);
  }
  const distance = Math.abs(estimate - nullValue);
  const half = nullValue < estimate ? estimate - low : high - estimate;
  if (Number.isNaN(distance + half) || Number.isNaN(df)) return NaN;
  if (distance === 0) return 1;
  if (half === 0) return 0;
  return studentPValue(
    "intervalPValue",
    studentQuantile(0.5 + level / 2, df) * distance / half,
    df,
    "two-sided",
  );
}
