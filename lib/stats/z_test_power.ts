import { normalCdf, normalQuantile } from "./distributions.ts";
import { requireBetween } from "./require_value.ts";

/** Two-sided, or one-sided in the direction of a positive effect. */
export type PowerAlternative = "two-sided" | "greater";

/**
 * Power of a z test: the probability that estimate/standardError lies beyond the critical value when the true effect is
 * `effect` and the estimate is normal around it.
 *
 * Two-sided: Φ(δ − z) + Φ(−δ − z) with δ = effect/standardError and z the 1 − alpha/2 quantile (both tails count, so that
 * no effect gives alpha); `greater`: Φ(δ − z) with the 1 − alpha quantile. Source: any text, e.g. Cohen 1988, ch. 2.
 *
 * @param effect in the units of the estimate
 * @throws {RangeError} for a standard error that is not positive, an alpha outside (0, 1), an effect that is no number
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { zTestPower } from "judgebias/stats";
 *
 * assert.ok(Math.abs(zTestPower({ effect: 2.8, standardError: 1 }) - 0.8) < 0.001);
 * assert.ok(Math.abs(zTestPower({ effect: 0, standardError: 1 }) - 0.05) < 1e-15);
 * ```
 */
export function zTestPower(
  { effect, standardError, alpha = 0.05, alternative = "two-sided" }: {
    effect: number;
    standardError: number;
    alpha?: number;
    alternative?: PowerAlternative;
  },
): number {
  if (!Number.isFinite(effect)) throw new RangeError(`zTestPower: wanted a finite effect, found ${effect}`);
  if (!(standardError > 0)) {
    throw new RangeError(`zTestPower: wanted a positive standard error, found ${standardError}`);
  }
  const z = criticalZ("zTestPower", alpha, alternative);
  const delta = effect / standardError;
  return alternative === "greater" ? normalCdf(delta - z) : normalCdf(delta - z) + normalCdf(-delta - z);
}

/**
 * The smallest n at which a z test with standard error √(variance/n) has the wanted power.
 *
 * @param variance of one observation's contribution: n times the variance of the estimate
 * @throws {RangeError} for an effect of 0 (or not positive with `greater`), a power not between alpha and 1, a variance that
 *   is not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { zTestSampleSize } from "judgebias/stats";
 *
 * assert.equal(zTestSampleSize({ effect: 0.5, variance: 1, power: 0.8 }), 32); // (1.960 + 0.842)²/0.25 = 31.4
 * ```
 */
export function zTestSampleSize(
  { effect, variance, power, alpha = 0.05, alternative = "two-sided" }: {
    effect: number;
    variance: number;
    power: number;
    alpha?: number;
    alternative?: PowerAlternative;
  },
): number {
  const z = criticalZ("zTestSampleSize", alpha, alternative);
  if (!(power > alpha && power < 1)) {
    throw new RangeError(`zTestSampleSize: wanted a power between alpha (${alpha}) and 1, found ${power}`);
  }
  if (!(variance > 0)) throw new RangeError(`zTestSampleSize: wanted a positive variance, found ${variance}`);
  const size = alternative === "greater" ? effect : Math.abs(effect);
  if (!(size > 0)) throw new RangeError(`zTestSampleSize: wanted an effect to be seen, found ${effect}`);
  const reaches = (n: number) =>
    zTestPower({ effect: size, standardError: Math.sqrt(variance / n), alpha, alternative }) >= power;
  // One tail alone needs at most this many; the other tail can save a few where power is close to alpha.
  let high = Math.max(1, Math.ceil(variance * ((z + normalQuantile(power)) / size) ** 2));
  // Rounding can leave the formula's n one short; in steps of 1 a count above 2⁵³ would stay what it is for ever.
  while (high <= Number.MAX_SAFE_INTEGER && !reaches(high)) high += 1 + Math.floor(high * 1e-9);
  if (!(high <= Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(
      `zTestSampleSize: wanted an effect that can be seen with up to 2⁵³ observations, found ${effect} at a variance of ${variance}`,
    );
  }
  let low = 0;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (reaches(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function criticalZ(action: string, alpha: number, alternative: PowerAlternative): number {
  requireBetween(action, "an alpha", alpha);
  return -normalQuantile(alternative === "greater" ? alpha : alpha / 2);
}
