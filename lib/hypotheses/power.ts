import type pl from "nodejs-polars";
import {
  requireBetween,
  requireList,
  requireNamed,
  requireOptions,
  requireRight,
} from "../progress/require.ts";
import { fixed, inWords } from "../progress/told.ts";
import { normalCdf, normalQuantile, studentQuantile } from "../stats/distributions.ts";
import { bare, inText } from "./hypothesis_display.ts";
import type { HypothesisTest } from "./hypothesis_table.ts";
import { ofPilot, type Planned, type PlannedPart, type StudyPower } from "./pilot_plan.ts";
import { planStudy, type StudyDesign } from "./study_design.ts";

/** With fewer effective images than this Student's t costs more than a point or two of power. */
const FEW_IMAGES = 20;

/** Options of `power` for a design. */
export interface PowerOptions {
  /** Pairs (samples for bd; of a claim judgments where its pilot has several of a pair) that the study has, or several numbers of them; without it, the smallest n with the wanted power is found. */
  n?: number | readonly number[];
  /** Probability of a significant result that is wanted; 0.8 by default. */
  power?: number;
  /** Level of the test; 0.05 by default. */
  alpha?: number;
  /** δ within which the effect is to be shown to lie; without it the study is to show the effect. */
  equivalence?: number;
}

/** Options of `power` for a claim. */
export interface ClaimPowerOptions extends PowerOptions {
  /** Results of a study like the one that is planned: the claim is asked of them. */
  pilot: pl.DataFrame;
  /** True effect that is planned on, from the null value in the claim's direction; the pilot's by default. Of a claim of several parts that of the part it shows; the others keep the pilot's. */
  effect?: number;
  /** How sure the promised power shall be, from .5 to below 1: the pilot's effect is brought to its one-sided limit at this level; .5, its estimate, by default. */
  assurance?: number;
}

/**
 * Plans a study: how many pairs it needs, or what power a given number of pairs has. A list of n gives a list of plans.
 *
 * `power(biasAtEqualLength, { pilot })` says how many pairs show in 80% of studies what the pilot shows, `{ pilot, n: 500 }` what 500 pairs
 * show, `{ pilot, effect: 0.1 }` how many an effect of 10 points takes.
 *
 * **A claim with a pilot**, `power(biasAtEqualLength, { pilot, power: 0.8 })`: the claim's own estimate and limits on the pilot, the errors shrinking with √n and the degrees
 * of freedom growing with n: power = Φ((d − t·e₀)/e₁), d the distance from the null value, e₀ the error by which the test has its limits there, e₁ the estimate's
 * (of a share √(p₀(1 − p₀)/n) and √(p(1 − p)/n)). So lengths, subsets and images count as they lie in the pilot, and what is planned is
 * what is tested; `biasAtEqualLength.atZero`, or any claim of one's own, likewise.
 * A pilot's effect has an error of its own: a ".80" planned from 100 pairs is below .6 in 42% of such pilots. `assurance: 0.8` plans on the one-sided limit at that level
 * instead, so that the promised power is reached in about so many of all pilots; `effect` names the effect (of a share its distance from the null value) and
 * takes the pilot's error only (simulated, `data/calibration/bias.csv`: of pilots of 300 pairs half keep the promise of .80, with an assurance of .8 four in five).
 * The claim's own options stand in a function of rows: `(rows) => biasAtEqualLength(rows, { near: { words: 5 } })`.
 *
 * A claim of several parts (`mitigationLowersBias`: lower IB, and accuracy kept) holds only where all of them are shown: its power is at least 1 − Σ (1 − power of a part), and that is
 * planned, however the parts go together. Effect, standard error and `detectable` are those of the part that the claim shows, the least certain one.
 *
 * **A design**: IB, LB, image reliance, a difference of two IBs on the same pairs, or a mean such as bias deviation above its floor, from assumed accuracies, with the clustered
 * variance of `planStudy`: power = Φ(|δ| − z) + Φ(−|δ| − z), δ = effect·√(n/variance). With fewer than about 20 effective images the interval's degrees of freedom are few and the
 * true power is lower: `warning` says so. `simulatePower` draws such studies.
 *
 * With `equivalence: δ` the study is to show that the effect is absent: power is the chance that the 1 − 2·alpha interval lies within ±δ
 * (the verdict `absent`, two one-sided tests), Φ((δ − θ)/se − z) + Φ((δ + θ)/se − z) − 1 at the true effect θ, which must be smaller than δ.
 *
 * @throws {RangeError} for a design that cannot hold together, an effect of 0 where n is asked for, an n that is no count; a pilot that a claim finds untestable, or that
 *   leaves no effect at that assurance; a claim on a ratio; `equivalence` for a claim of several parts
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasAtEqualLength, power } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * // Two judges on the same pairs, with informativeness biases of 40 and 35 points.
 * const { n, effect } = power({
 *   metric: "ib_difference", first: { accIds: 0.80, accCds: 0.40 },
 *   second: { accIds: 0.80, accCds: 0.45 }, cdsShare: 0.32, correlation: 0.3,
 *   pairsPerImage: 1.76, icc: 0.1,
 * });
 * assert.ok(Math.abs(effect - 0.05) < 1e-12 && n > 4000 && n < 6000);
 *
 * const pilot = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const [bold, sure] = [0.5, 0.8].map((assurance) =>
 *   power(biasAtEqualLength, { pilot, assurance, effect: 0.1 })
 * );
 * assert.ok(bold.n === sure.n && bold.n > 300); // a named effect has no error
 * ```
 */
export function power(asked: StudyDesign, options: PowerOptions & { n: readonly number[] }): StudyPower[];
/** The plan of one n, or the n of a wanted power. */
export function power(asked: StudyDesign, options?: PowerOptions & { n?: number }): StudyPower;
/** The plans of a list of n for a claim. */
export function power(
  asked: HypothesisTest,
  options: ClaimPowerOptions & { n: readonly number[] },
): StudyPower[];
/** The plan of one n for a claim, or the n of a wanted power. */
export function power(asked: HypothesisTest, options: ClaimPowerOptions & { n?: number }): StudyPower;
export function power(
  asked: StudyDesign | HypothesisTest,
  options: PowerOptions | ClaimPowerOptions = {},
): StudyPower | StudyPower[] {
  const isClaim = typeof asked === "function";
  const { n: given, power: wanted = 0.8, alpha = 0.05, equivalence } = requireOptions("power", options, [
    ...["n", "power", "alpha", "equivalence"],
    ...isClaim ? ["pilot", "effect", "assurance"] : [],
  ], arguments);
  requireBetween("power", "an alpha", alpha);
  requireBetween("power", "a power", wanted);
  const isNear = equivalence === undefined || typeof equivalence === "number" && equivalence > 0;
  requireRight(isNear, "power", "an equivalence above 0", equivalence);
  if (!isClaim) requireNamed("power", asked, "a study's design");
  const planned = isClaim ? ofPilot(asked, options as ClaimPowerOptions) : ofDesign(asked);
  const { effect, parts: [shown, ...others] } = planned;
  const isShare = planned.unit !== "points" || Math.abs(effect) <= 1;
  requireRight(isShare, "power", "an effect from −1 to 1 (a share: .05 is 5 points)", effect);
  if (!(shown.above(0, 1).error > 0)) {
    throw new RangeError("power: the design leaves nothing to chance (its variance is 0): any pair shows it");
  }
  const level = equivalence === undefined ? alpha / 2 : alpha;
  const test = equivalence === undefined ? "two-sided" : `equivalence within ±${equivalence}`;
  const critical = (n: number, { dfOf }: PlannedPart) => {
    const df = dfOf(n);
    return df === Infinity ? -normalQuantile(level) : studentQuantile(1 - level, df);
  };
  /** How likely it is that the limits of n pairs lie above a value: its own error says how far they reach, that of the truth how far the estimate strays. */
  const above = (n: number, value = 0, part = shown, side = 1) => {
    const { distance, error, errorThere } = part.above(value, n);
    return normalCdf((side * distance - critical(n, part) * errorThere) / error);
  };
  const powerOf = (n: number) => {
    if (equivalence !== undefined) {
      return Math.max(0, above(n, -equivalence) + above(n, equivalence, shown, -1) - 1);
    }
    const missed = others.reduce((sum, part) => sum + 1 - above(n, 0, part), 0);
    return others.length > 0 ? Math.max(0, above(n) - missed) : above(n) + above(n, 0, shown, -1);
  };
  const leastPairs = () => {
    const isAbove = equivalence !== undefined || wanted > alpha;
    requireRight(isAbove, "power", `a power between alpha (${alpha}) and 1`, wanted);
    if (equivalence === undefined) requireRight(effect !== 0, "power", "an effect to be seen", effect);
    else {
      const wanted = `a true effect smaller than δ (${equivalence})`;
      requireRight(Math.abs(effect) < equivalence, "power", wanted, effect);
    }
    let high = 1;
    while (!(powerOf(high) >= wanted)) {
      high *= 2;
      if (high <= Number.MAX_SAFE_INTEGER) continue;
      throw new RangeError(`power: wanted an effect that can be seen with up to 2⁵³ pairs, found ${effect}`);
    }
    let low = Math.floor(high / 2);
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (powerOf(middle) >= wanted) high = middle;
      else low = middle;
    }
    return high;
  };
  const plan = (n: number): StudyPower => {
    requireRight(Number.isInteger(n) && n > 0, "power", "a positive number of pairs", n);
    const { error: standardError, errorThere } = shown.above(0, n);
    const effectiveImages = n * planned.effectivePerPair;
    const few = planned.isStudent
      ? "with so few the true power may be lower"
      : "the interval's Student's t costs power that this formula does not count";
    const { metric, designEffect, provenance } = planned;
    const detectable = critical(n, shown) * errorThere + normalQuantile(wanted) * standardError;
    const found: StudyPower = {
      ...{ metric, effect, n, images: Math.ceil(n * planned.imagesPerPair), power: powerOf(n), alpha },
      ...{ standardError, detectable, ...designEffect !== undefined && { designEffect }, effectiveImages },
      warning: [
        planned.warning,
        effectiveImages < FEW_IMAGES && `${effectiveImages.toFixed(1)} effective images: ${few}`,
      ].filter(Boolean).join("; "),
      provenance,
      method: `${planned.isStudent ? "Student's t" : "normal approximation"}, ${test}, alpha ${alpha}; ` +
        planned.said,
    };
    return inText(found, () => inSentences(found, planned, equivalence));
  };
  if (typeof given === "object") {
    requireList("power", "numbers of pairs", given, "number");
    return given.map(plan);
  }
  return plan(given ?? leastPairs());
}

function ofDesign(design: StudyDesign): Planned {
  const { effect, variance, pairsPerImage, effectivePerPair, designEffect, said } = planStudy(design);
  const isMean = design.metric === "bd";
  return {
    ...{ metric: design.metric, effect, designEffect, said, nullValue: 0, side: 1, isStudent: false },
    ...{ unit: isMean ? "number" : "points", counts: isMean ? "sample" : "pair", warning: "" },
    ...{ provenance: "assumed", imagesPerPair: 1 / pairsPerImage, effectivePerPair },
    parts: [{
      dfOf: () => Infinity,
      above(value, n) {
        const error = Math.sqrt(variance / n);
        return { distance: effect - value, error, errorThere: error };
      },
    }],
  };
}

function inSentences(
  { metric, n, images, power, method, warning, effect }: StudyPower,
  { unit, nullValue, counts, side }: Planned,
  equivalence?: number,
): string {
  const none = nullValue === 0 ? "0" : bare(nullValue, { unit }),
    it = bare(nullValue + side * effect, { unit });
  const shown = equivalence === undefined
    ? `${it} against ${none}`
    : `that it lies within ${bare(equivalence, { unit })} of ${none}, where it is ${it},`;
  const studies = `${fixed(100 * power, 1)}% of studies`;
  return [
    `${metric}: ${inWords(n, counts)} on ${inWords(images, "image")} show ${shown} in ${studies}`,
    `  rests on: ${method}`,
    ...warning ? [`  warning: ${warning}`] : [],
  ].join("\n");
}
