import { type PowerAlternative, zTestPower, zTestSampleSize } from "../stats/z_test_power.ts";
import { normalQuantile } from "../stats/normal_quantile.ts";
import { planStudy, type StudyDesign } from "./study_design.ts";

/** What a planned study can see. */
export interface StudyPower {
  metric: StudyDesign["metric"];
  /** True value of the estimate under the design, as a fraction. */
  effect: number;
  /** Pairs (samples for bd). */
  n: number;
  /** Images that these pairs come from. */
  images: number;
  /** Probability of a significant result. */
  power: number;
  alpha: number;
  /** Of the estimate at this n. */
  standardError: number;
  /** Smallest effect seen with the wanted power at this n, with the design's variance. */
  detectable: number;
  /** Variance with clustering over variance without. */
  designEffect: number;
  /** What the answer rests on. */
  method: string;
}

/**
 * Plans a study: how many pairs it needs, or what power a given number of pairs has, for IB, LB, image reliance, a
 * difference of two IBs on the same pairs, or a bias deviation above its floor.
 *
 * Without `n` it gives the smallest n with the wanted `power` (0.8); with `n` the power at that n. Normal approximation with
 * the clustered variance of `planStudy`: power = Φ(|δ| − z) + Φ(−|δ| − z), δ = effect·√(n/variance). `simulatePower` checks it
 * by drawing such studies and analysing them with the library's own interval. With fewer than about 30 images the interval
 * uses Student's t, and the true power is a little lower.
 *
 * @throws {RangeError} for a design that cannot hold together, an effect of 0 where n is asked for, an n that is no count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { power } from "judgebias";
 *
 * // Two judges on the same pairs, with informativeness biases of 40 and 35 points.
 * const { n, effect } = power({
 *   metric: "ib_difference",
 *   first: { accIds: 0.80, accCds: 0.40 },
 *   second: { accIds: 0.80, accCds: 0.45 },
 *   cdsShare: 0.32,
 *   correlation: 0.3,
 *   pairsPerImage: 1.76,
 *   icc: 0.1,
 * });
 * assert.ok(Math.abs(effect - 0.05) < 1e-12 && n > 4000 && n < 6000);
 * ```
 */
export function power(
  design: StudyDesign,
  { n, power: wanted = 0.8, alpha = 0.05, alternative = "two-sided" }: {
    n?: number;
    power?: number;
    alpha?: number;
    alternative?: PowerAlternative;
  } = {},
): StudyPower {
  const { effect, variance, designEffect, pairsPerImage, icc, subsetsWithinImage } = planStudy(design);
  if (n !== undefined && !(Number.isInteger(n) && n > 0)) {
    throw new RangeError(`power: wanted a positive number of pairs, found ${n}`);
  }
  if (!(variance > 0)) {
    throw new RangeError("power: the design leaves nothing to chance (its variance is 0): any pair shows it");
  }
  const pairs = n ?? zTestSampleSize({ effect, variance, power: wanted, alpha, alternative });
  const standardError = Math.sqrt(variance / pairs);
  const reach = -normalQuantile(alternative === "greater" ? alpha : alpha / 2) + normalQuantile(wanted);
  return {
    metric: design.metric,
    effect,
    n: pairs,
    images: Math.ceil(pairs / pairsPerImage),
    power: zTestPower({ effect, standardError, alpha, alternative }),
    alpha,
    standardError,
    detectable: reach * standardError,
    designEffect,
    method: `normal approximation, ${alternative}; ${pairsPerImage} pairs per image with correlation ${icc}` +
      (design.metric === "irs" || design.metric === "bd"
        ? ""
        : `, subsets ${subsetsWithinImage} within images`),
  };
}
