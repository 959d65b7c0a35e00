import { requireOptions } from "../results/require_options.ts";
import { normalCdf, normalQuantile } from "../stats/distributions.ts";
import { requireBetween, requireOneOf } from "../stats/require_value.ts";
import type { HypothesisTest } from "./hypothesis_table.ts";
import { claimPower, type ClaimPowerOptions, type SimulatedPower } from "./simulate_power.ts";
import { planStudy, type StudyDesign } from "./study_design.ts";

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

/** Options of `power` for a design. */
export interface PowerOptions {
  /** Pairs (samples for bd) that the study has, or several numbers of them; without it, the smallest n with the wanted power is found. */
  n?: number | readonly number[];
  /** Probability of a significant result that is wanted; 0.8 by default. */
  power?: number;
  /** Level of the test; 0.05 by default. */
  alpha?: number;
  /** Whether the test is two-sided, as by default, or looks for larger values only. */
  alternative?: "two-sided" | "greater";
  /** δ within which the effect is to be shown to lie; without it the study is to show the effect. */
  equivalence?: number;
}

/**
 * Plans a study: how many pairs it needs, or what power a given number of pairs has, for the hypothesis that the design names (`metric`): IB, LB, image
 * reliance, a difference of two IBs on the same pairs, own answers against outside judges, or a mean such as bias deviation above its floor. A list of n gives a list of plans.
 *
 * With `equivalence: δ` the study is to show that the effect is absent: power is the chance that the 1 − 2·alpha interval lies within ±δ
 * (the verdict `absent`, two one-sided tests), Φ((δ − θ)/se − z) + Φ((δ + θ)/se − z) − 1 at the design's true effect θ, which must be smaller than δ.
 *
 * Normal approximation with the clustered variance of `planStudy`: power = Φ(|δ| − z) + Φ(−|δ| − z), δ = effect·√(n/variance). `simulatePower` checks it
 * by drawing such studies. With fewer than about 20 effective images the interval's degrees of freedom are few and the true power is lower: `warning` says so. A pilot
 * gives all of a design: `pilotDesign`, whose `assurance` plans on what the pilot is sure of.
 *
 * Of any other hypothesis (`biasAtEqualLength`, or a claim of one's own) give the function itself with a pilot: studies of n pairs are drawn from the pilot, whole
 * images with all that they carry (differences of length too), and power is the share of them that the claim calls supported. The pilot's effect is taken for the true one.
 *
 * @throws {RangeError} for a design that cannot hold together, an effect of 0 where n is asked for, an n that is no count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { balancedAccuracy, power, readPairs } from "judgebias";
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
 *
 * const pilot = readPairs("data/examples/pairs.csv");
 * const { low, high } = power(balancedAccuracy, { pilot, n: 400, replicates: 20, seed: 1 });
 * assert.ok(0 <= low && low <= high && high <= 1);
 * ```
 */
export function power(test: HypothesisTest, options: ClaimPowerOptions): SimulatedPower;
/** The plans of a list of n. */
export function power(
  design: StudyDesign,
  options: PowerOptions & { n: readonly number[] },
): StudyPower[];
/** The plan of one n, or the n of a wanted power. */
export function power(design: StudyDesign, options?: PowerOptions & { n?: number }): StudyPower;
export function power(
  asked: StudyDesign | HypothesisTest,
  options: PowerOptions | ClaimPowerOptions = {},
): StudyPower | StudyPower[] | SimulatedPower {
  if (typeof asked === "function") return claimPower(asked, options as ClaimPowerOptions);
  const { n, power: wanted = 0.8, alpha = 0.05, alternative = "two-sided", equivalence, ...others } =
    options as PowerOptions;
  requireOptions("power", others, ["n", "power", "alpha", "alternative", "equivalence"]);
  requireOneOf("power", "the alternative", alternative, ["two-sided", "greater"]);
  requireBetween("power", "an alpha", alpha);
  requireBetween("power", "a power", wanted);
  const study = planStudy(asked), { effect, variance } = study;
  if (!(variance > 0)) {
    throw new RangeError("power: the design leaves nothing to chance (its variance is 0): any pair shows it");
  }
  const z = -normalQuantile(alternative === "greater" || equivalence !== undefined ? alpha : alpha / 2);
  const powerOf = (n: number) => {
    const se = Math.sqrt(variance / n), t = effect / se;
    if (equivalence !== undefined) {
      const inside = normalCdf((equivalence - effect) / se - z) + normalCdf((equivalence + effect) / se - z);
      return Math.max(0, inside - 1);
    }
    return normalCdf(t - z) + (alternative === "greater" ? 0 : normalCdf(-t - z));
  };
  const least = () => leastPairs(powerOf, { effect, wanted, alpha, alternative, equivalence });
  const plan = (n: number): StudyPower => {
    if (!(Number.isInteger(n) && n > 0)) {
      throw new RangeError(`power: wanted a positive number of pairs, found ${n}`);
    }
    const standardError = Math.sqrt(variance / n), effectiveImages = n * study.imagesPerPair;
    return {
      metric: asked.metric,
      effect,
      n,
      images: Math.ceil(n / study.pairsPerImage),
      power: powerOf(n),
      alpha,
      standardError,
      detectable: (z + normalQuantile(wanted)) * standardError,
      designEffect: study.designEffect,
      effectiveImages,
      warning: effectiveImages < FEW_IMAGES
        ? `${
          effectiveImages.toFixed(1)
        } effective images: the interval's Student's t costs power that this formula does not count`
        : "",
      method: `normal approximation, ${
        equivalence === undefined ? alternative : `equivalence within ±${equivalence}`
      }; ${study.said}`,
    };
  };
  return typeof n === "object" ? n.map(plan) : plan(n ?? least());
}

/** The smallest number of pairs with the wanted power. */
function leastPairs(
  powerOf: (n: number) => number,
  { effect, wanted, alpha, alternative, equivalence }:
    & Required<Pick<PowerOptions, "alpha" | "alternative">>
    & {
      effect: number;
      wanted: number;
      equivalence?: number;
    },
): number {
  if (equivalence === undefined) {
    if (!(wanted > alpha)) {
      throw new RangeError(`power: wanted a power between alpha (${alpha}) and 1, found ${wanted}`);
    }
    if (!(alternative === "greater" ? effect > 0 : effect !== 0)) {
      throw new RangeError(`power: wanted an effect to be seen, found ${effect}`);
    }
  } else if (!(Math.abs(effect) < equivalence)) {
    throw new RangeError(
      `power: wanted a true effect smaller than δ (${equivalence}), found ${effect}: no number of pairs shows it`,
    );
  }
  let high = 1;
  while (high <= Number.MAX_SAFE_INTEGER && !(powerOf(high) >= wanted)) high *= 2;
  if (high > Number.MAX_SAFE_INTEGER) {
    throw new RangeError(`power: wanted an effect that can be seen with up to 2⁵³ pairs, found ${effect}`);
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (powerOf(middle) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}
