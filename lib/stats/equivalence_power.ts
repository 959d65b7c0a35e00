import { normalCdf, normalQuantile } from "./distributions.ts";
import { requireBetween } from "./require_value.ts";

/** A study that is to show that an effect lies within ±delta. */
export interface EquivalenceAim {
  /** True effect; 0 where none is expected. */
  effect?: number;
  /** δ: effects smaller than this count as none. */
  delta: number;
  /** The interval at level 1 − alpha must lie within ±delta. */
  alpha?: number;
}

/**
 * The chance that an interval at level 1 − alpha lies within ±delta: Φ((δ − θ)/se − z) + Φ((δ + θ)/se − z) − 1, no less than 0, with z
 * the 1 − alpha/2 quantile (two one-sided tests, Schuirmann 1987, each at alpha/2).
 *
 * @throws {RangeError} for a delta or standard error that is not positive, or an alpha outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { equivalencePower } from "judgebias/stats";
 *
 * // δ of 3.2415 standard errors: 2·Φ(3.2415 − 1.96) − 1 = 0.80
 * assert.ok(Math.abs(equivalencePower({ delta: 0.05, standardError: 0.05 / 3.2415155 }) - 0.8) < 1e-6);
 * ```
 */
export function equivalencePower(
  { effect = 0, delta, alpha = 0.05, standardError }: EquivalenceAim & { standardError: number },
): number {
  if (!(delta > 0 && standardError > 0)) {
    throw new RangeError(
      `equivalencePower: wanted a positive δ and standard error, found ${delta} and ${standardError}`,
    );
  }
  requireBetween("equivalencePower", "an alpha", alpha);
  const z = -normalQuantile(alpha / 2);
  return Math.max(
    0,
    normalCdf((delta - effect) / standardError - z) + normalCdf((delta + effect) / standardError - z) - 1,
  );
}

/**
 * The smallest n at which `equivalencePower` with standard error √(variance/n) reaches the wanted power.
 *
 * @throws {RangeError} where the effect is δ or more (no n shows it), for a power outside (0, 1), or a variance that is not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { equivalenceSampleSize } from "judgebias/stats";
 *
 * assert.equal(equivalenceSampleSize({ delta: 0.05, variance: 0.25, power: 0.8 }), 1051); // 0.25·(3.2415/0.05)²
 * ```
 */
export function equivalenceSampleSize(
  { effect = 0, delta, alpha = 0.05, variance, power }: EquivalenceAim & { variance: number; power: number },
): number {
  if (!(Math.abs(effect) < delta)) {
    throw new RangeError(
      `equivalenceSampleSize: wanted a true effect smaller than δ (${delta}), found ${effect}: no number of pairs shows it`,
    );
  }
  requireBetween("equivalenceSampleSize", "a power", power);
  if (!(variance > 0)) {
    throw new RangeError(`equivalenceSampleSize: wanted a positive variance, found ${variance}`);
  }
  const reaches = (n: number) =>
    equivalencePower({ effect, delta, alpha, standardError: Math.sqrt(variance / n) }) >= power;
  let high = 1;
  while (high <= Number.MAX_SAFE_INTEGER && !reaches(high)) high *= 2;
  if (high > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(
      `equivalenceSampleSize: wanted a δ that fewer than 2⁵³ pairs can show, found ${delta}`,
    );
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}
