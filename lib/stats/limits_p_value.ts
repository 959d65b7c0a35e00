/** Halvings of the logarithm of p. */
const HALVINGS = 50;

/**
 * The two-sided p-value that belongs to limits of any kind: 1 − the level at which they just reach the null value, found by bisection in
 * the logarithm of p, so that small ones keep their digits.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { limitsPValue } from "@/stats/limits_p_value.ts";
 * import { normalQuantile } from "@/stats/normal_quantile.ts";
 *
 * const limits = (level: number) => ({ low: 2 - normalQuantile(0.5 + level / 2), high: Infinity });
 * assert.ok(Math.abs(limitsPValue(2, 0, limits) - 0.04550026) < 1e-7);
 * ```
 */
export function limitsPValue(
  estimate: number,
  nullValue: number,
  limits: (level: number) => { low: number; high: number },
): number {
  const distance = estimate - nullValue;
  if (Number.isNaN(distance)) return NaN;
  if (Math.abs(distance) < 1e-14) return 1;
  let low = -600, high = 0;
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2, level = -Math.expm1(middle);
    // Quantiles this far out cannot be told from infinity: p is then below 2e-16.
    if (0.5 + level / 2 >= 1) {
      low = middle;
      continue;
    }
    if (level <= 0) break;
    const found = limits(level);
    if (distance > 0 ? found.low <= nullValue : found.high >= nullValue) low = middle;
    else high = middle;
  }
  return Math.exp(high);
}
