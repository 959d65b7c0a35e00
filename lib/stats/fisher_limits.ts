import { noneSeen } from "./few_moved.ts";
import { studentQuantile } from "./distributions.ts";

/** So near to ±1 it is ±1: roots and quotients may differ from it in the last bits. */
const ROUNDING = 1e-12;

/**
 * Limits of a coefficient that is bound to lie in [−1, 1] (a correlation, κ, τ), symmetric in Fisher's z = artanh: z ± t·se/(1 − r²).
 * Near ±1 the estimate errs towards the middle, which symmetric limits miss. At ±1, and without a spread, the
 * limit is Wilson's of a share of 0 among the clusters, of the way to the end on either side.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fisherLimits } from "@/stats/fisher_limits.ts";
 *
 * const { low, high } = fisherLimits(0.9, { standardError: 0.1, df: 20, clusters: 21, level: 0.95 });
 * assert.ok(0.9 - low > high - 0.9 && high < 1);
 * ```
 */
export function fisherLimits(
  value: number,
  { standardError, df, clusters, level }: {
    standardError: number;
    df: number;
    clusters: number;
    level: number;
  },
): { low: number; high: number } {
  const sure = 1 - Math.abs(value) < ROUNDING;
  if (clusters > 1 && (sure || standardError === 0)) {
    const end = sure ? Math.sign(value) : value, moved = noneSeen(clusters, level);
    return { low: end - (end + 1) * moved, high: end + (1 - end) * moved };
  }
  if (!(standardError > 0 && df > 0)) return { low: NaN, high: NaN };
  const z = Math.atanh(value),
    half = studentQuantile(0.5 + level / 2, df) * standardError / (1 - value * value);
  return { low: Math.tanh(z - half), high: Math.tanh(z + half) };
}
