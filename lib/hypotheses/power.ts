import { equivalencePower, equivalenceSampleSize } from "../stats/equivalence_power.ts";
import { type PowerAlternative, zTestPower, zTestSampleSize } from "../stats/z_test_power.ts";
import { normalQuantile } from "../stats/distributions.ts";
import { planStudy, type StudyDesign } from "./study_design.ts";
import { requireOptions } from "../results/require_options.ts";

/** What a planned study can see. */
export interface StudyPower {
  /** What the study is to estimate, as the design says. */
  metric: StudyDesign["metric"];
  /** True value of the estimate under the design, as a fraction. */
  effect: number;
  /** Pairs (samples for bd). */
  n: number;
  /** Images that these pairs come from. */
  images: number;
  /** Probability of a significant result. */
  power: number;
  /** Level of the test, as it was asked for. */
  alpha: number;
  /** Of the estimate at this n. */
  standardError: number;
  /** Smallest effect seen with the wanted power at this n, with the design's variance. */
  detectable: number;
  /** Variance with clustering over variance without. */
  designEffect: number;
  /** Images of equal size that would tell as much of the smaller subset (of all, where an image's pairs fall into both). */
  effectiveImages: number;
  /** What the answer rests on. */
  method: string;
  /** Where the formula promises too much; empty where it does not. */
  warning: string;
}

/** With fewer effective images than this Student's t costs more than a point or two of power. */
const FEW_IMAGES = 20;

/** Options of `power`. */
export interface PowerOptions {
  /** Pairs (samples for bd) that the study has; without it, the smallest n with the wanted power is found. */
  n?: number;
  /** Probability of a significant result that is wanted; 0.8 by default. */
  power?: number;
  /** Level of the test; 0.05 by default. */
  alpha?: number;
  /** Whether the test is two-sided, as by default, or looks for larger values only. */
  alternative?: PowerAlternative;
  /** δ within which the effect is to be shown to lie; without it the study is to show the effect. */
  equivalence?: number;
}

/**
 * Plans a study: how many pairs it needs, or what power a given number of pairs has, for IB, LB, image reliance, a
 * difference of two IBs on the same pairs, or a bias deviation above its floor.
 *
 * With `equivalence: δ` the study is to show that the effect is absent: power is the chance that the 1 − alpha interval lies within ±δ
 * (the verdict `absent`), Φ((δ − θ)/se − z) + Φ((δ + θ)/se − z) − 1 at the design's true effect θ, which must be smaller than δ.
 *
 * Without `n` it gives the smallest n with the wanted `power` (0.8); with `n` the power at that n. Normal approximation with
 * the clustered variance of `planStudy`: power = Φ(|δ| − z) + Φ(−|δ| − z), δ = effect·√(n/variance). `simulatePower` checks it
 * by drawing such studies and analysing them with the library's own interval. With fewer than about 20 effective images the interval's
 * degrees of freedom are few and the true power is lower: `warning` says so. A pilot gives all of a design: `pilotDesign`.
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
  { n, power: wanted = 0.8, alpha = 0.05, alternative = "two-sided", equivalence, ...others }: PowerOptions =
    {},
): StudyPower {
  requireOptions("power", others, ["n", "power", "alpha", "alternative", "equivalence"]);
  const { effect, variance, designEffect, pairsPerImage, sizes, icc, subsetsWithinImage, parts, images } =
    planStudy(
      design,
    );
  if (n !== undefined && !(Number.isInteger(n) && n > 0)) {
    throw new RangeError(`power: wanted a positive number of pairs, found ${n}`);
  }
  if (!(variance > 0)) {
    throw new RangeError("power: the design leaves nothing to chance (its variance is 0): any pair shows it");
  }
  const aim = { effect, alpha, alternative };
  const pairs = n ??
    (equivalence === undefined
      ? zTestSampleSize({ ...aim, variance, power: wanted })
      : equivalenceSampleSize({ effect, variance, delta: equivalence, power: wanted, alpha }));
  const standardError = Math.sqrt(variance / pairs);
  const evenly = (counts: readonly number[], share: number) => {
    const total = counts.reduce((sum, m) => sum + m, 0), squares = counts.reduce((sum, m) => sum + m * m, 0);
    return pairs * share * total / squares;
  };
  const effectiveImages = images && parts.length > 1
    ? Math.min(...parts.map(({ share }, part) => evenly(images.map((image) => image[part]), share)))
    : evenly(
      sizes,
      subsetsWithinImage === "constant" ? Math.min(...parts.map(({ share }) => share)) : 1,
    );
  const reach = -normalQuantile(alternative === "greater" ? alpha : alpha / 2) + normalQuantile(wanted);
  return {
    metric: design.metric,
    effect,
    n: pairs,
    images: Math.ceil(pairs / pairsPerImage),
    power: equivalence === undefined
      ? zTestPower({ ...aim, standardError })
      : equivalencePower({ effect, standardError, delta: equivalence, alpha }),
    alpha,
    standardError,
    detectable: reach * standardError,
    designEffect,
    effectiveImages,
    warning: effectiveImages < FEW_IMAGES
      ? `${
        effectiveImages.toFixed(1)
      } effective images: the interval's Student's t costs power that this formula does not count`
      : "",
    method:
      `normal approximation, ${
        equivalence === undefined ? alternative : `equivalence within ±${equivalence}`
      }; ${Number(pairsPerImage.toFixed(2))} pairs per image with correlation ${icc}` +
      (design.metric === "irs" || design.metric === "bd"
        ? ""
        : `, subsets ${images ? "as on the pilot's images" : `${subsetsWithinImage} within images`}`),
  };
}
