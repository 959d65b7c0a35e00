import { studentPValue } from "./p_value.ts";
import { studentQuantile } from "./student_quantile.ts";
import { wilson } from "./wilson.ts";

/** A weighted sum of shares, as its interval needs it. */
export interface Contrast {
  estimate: number;
  /** Delta-method standard error; it is blind to shares of exactly 0 or 1. */
  standardError: number;
  df: number;
  /** The shares, their weights, and the independent units behind each. */
  parts: readonly { mean: number; weight: number; units: number }[];
}

/**
 * Limits of a weighted sum of shares: estimate ± t·standard error, and where a share is exactly 0 or 1 its Wilson distance added
 * in squares on the side on which it can err (MOVER, Zou and Donner 2008).
 *
 * @throws {RangeError} for a level outside (0, 1) or degrees of freedom that are not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { contrastLimits } from "@/stats/contrast_limits.ts";
 *
 * const right = { estimate: 1, standardError: 0, df: 9, parts: [{ mean: 1, weight: 1, units: 10 }] };
 * const { low, high } = contrastLimits(right, 0.95);
 * assert.ok(Math.abs(low - 0.7224672) < 1e-6 && high === 1); // Wilson's limit for 10 of 10
 * ```
 */
export function contrastLimits(
  { estimate, standardError, df, parts }: Contrast,
  level: number,
): { low: number; high: number } {
  const half = studentQuantile(0.5 + level / 2, df) * standardError;
  let below = half * half, above = half * half;
  for (const { mean, weight, units } of parts) {
    if (mean !== 0 && mean !== 1 || weight === 0) continue;
    const limits = wilson(mean * units, units, { level });
    const gap = weight * (mean === 1 ? 1 - limits.low : limits.high);
    // An all-right part can only be lower, an all-wrong one only higher; a negative weight turns that round.
    if ((mean === 1) === (weight > 0)) below += gap * gap;
    else above += gap * gap;
  }
  return { low: estimate - Math.sqrt(below), high: estimate + Math.sqrt(above) };
}

/** Steps of the search for a p-value. */
const HALVINGS = 60;

/**
 * Two-sided p-value that belongs to `contrastLimits`: 1 − the level at which the interval just reaches the null value. Student's t
 * where no share is exactly 0 or 1. An estimate that is the null value gives 1; NaN gives NaN.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { contrastLimits, contrastPValue } from "@/stats/contrast_limits.ts";
 *
 * const contrast = { estimate: 0.4, standardError: 0.1, df: 30, parts: [{ mean: 1, weight: 1, units: 31 }] };
 * const p = contrastPValue(contrast, 0);
 * assert.ok(Math.abs(contrastLimits(contrast, 1 - p).low) < 1e-9);
 * ```
 */
export function contrastPValue(contrast: Contrast, nullValue: number): number {
  const { estimate, standardError, df, parts } = contrast;
  const distance = estimate - nullValue;
  if (Number.isNaN(distance) || Number.isNaN(standardError)) return NaN;
  if (Math.abs(distance) < 1e-14) return 1;
  if (!parts.some(({ mean, weight }) => (mean === 0 || mean === 1) && weight !== 0)) {
    return studentPValue("contrastPValue", distance / standardError, df, "two-sided");
  }
  // In the logarithm of p, so that small ones keep their digits.
  let low = -600, high = 0;
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2;
    const level = -Math.expm1(middle);
    // Quantiles this far out cannot be told from infinity: p is then below 2e-16.
    if (0.5 + level / 2 >= 1) {
      low = middle;
      continue;
    }
    if (level <= 0) break;
    const limits = contrastLimits(contrast, level);
    const reaches = distance > 0 ? limits.low <= nullValue : limits.high >= nullValue;
    if (reaches) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}
