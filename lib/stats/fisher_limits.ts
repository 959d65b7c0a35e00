import { studentQuantile } from "./student_quantile.ts";

/**
 * Limits of a coefficient that is bound to lie in [−1, 1] (a correlation, κ, τ), symmetric in Fisher's z = artanh: z ± t·se/(1 − r²).
 * Near ±1 the estimate errs towards the middle, which symmetric limits miss. Without a spread the limits are the estimate itself.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fisherLimits } from "@/stats/fisher_limits.ts";
 *
 * const { low, high } = fisherLimits(0.9, { standardError: 0.1, df: 20, level: 0.95 });
 * assert.ok(0.9 - low > high - 0.9 && high < 1);
 * ```
 */
export function fisherLimits(
  value: number,
  { standardError, df, level }: { standardError: number; df: number; level: number },
): { low: number; high: number } {
  if (standardError === 0) return { low: value, high: value };
  if (!(standardError > 0 && df > 0)) return { low: NaN, high: NaN };
  const z = Math.atanh(value),
    half = studentQuantile(0.5 + level / 2, df) * standardError / (1 - value * value);
  return { low: Math.tanh(z - half), high: Math.tanh(z + half) };
}
