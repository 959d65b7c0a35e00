import type pl from "nodejs-polars";
import { requireBetween, requireList, requireNamed, requireOptions } from "../progress/require.ts";
import { isPlain, told } from "../progress/told.ts";
import { normalCdf, normalQuantile, studentQuantile } from "../stats/distributions.ts";
import type { HypothesisTest } from "./hypothesis_table.ts";
import { ofPilot, type Planned, type PlannedPart, requireOwnOptions } from "./pilot_plan.ts";
import { planInWords, type StudyPower } from "./plan_display.ts";
import { planStudy, type StudyDesign } from "./study_design.ts";

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
  /** δ within which the effect is to be shown to lie; without it the study is to show the effect. */
  equivalence?: number;
}

/** Options of `power` for a claim. */
export interface ClaimPowerOptions extends PowerOptions {
  /** Results of a study like the one that is planned: the claim is asked of them. */
  pilot: pl.DataFrame;
  /** True effect that is planned on, from the null value in the claim's direction, of a ratio the ratio itself (1.2, or 0.8); the pilot's by default. Of a claim of several parts that of the part it shows; the others keep the pilot's. */
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
 * (of a share √(p₀(1 − p₀)/n) and √(p(1 − p)/n); of a ratio all three are of logarithms). So lengths, subsets and images count as they lie in the pilot, and what is planned is
 * what is tested; `biasAtEqualLength.atZero`, or any claim of one's own, likewise.
 * A pilot's effect has an error of its own: a ".80" planned from 100 pairs is below .6 in 42% of such pilots. `assurance: 0.8` plans on the one-sided limit at that level
 * instead, so that the promised power is reached in about so many of all pilots; `effect` names the effect (of a share its distance from the null value, of a ratio the ratio) and
 * takes the pilot's error only. Simulated
 * (`data/calibration/bias.csv`, a true IB of 15 to 16 points): .80 planned from 600 pairs is .80 at the same difference and at none; of pilots of 300 pairs 54 and 45% keep the promise of
 * .80, with an assurance of .8 83 and 76% (nothing is planned from 16 and 38%, which count as kept).
 *
 * A claim of several parts (`mitigationLowersBias`: lower IB, and accuracy kept) holds only where all of them are shown: its power is at least 1 − Σ (1 − power of a part), and that is
 * planned, however the parts go together. Effect, standard error and `detectable` are those of the part that the claim shows, the least certain one. `simulatePower` draws all parts together.
 *
 * **A design**: IB, LB, image reliance, a difference of two IBs on the same pairs, or a mean such as bias deviation above its floor, from assumed accuracies, with the clustered
 * variance of `planStudy`: power = Φ(|δ| − z) + Φ(−|δ| − z), δ = effect·√(n/variance). With fewer than about 20 effective images the interval's degrees of freedom are few and the
 * true power is lower: `warning` says so. `simulatePower` checks either by drawing such studies.
 *
 * With `equivalence: δ` the study is to show that the effect is absent: power is the chance that the 1 − 2·alpha interval lies within ±δ
 * (the verdict `absent`, two one-sided tests), Φ((δ − θ)/se − z) + Φ((δ + θ)/se − z) − 1 at the true effect θ, which must be smaller than δ.
 *
 * @throws {RangeError} for a design that cannot hold together, an effect of 0 where n is asked for, an n that is no count; a pilot that a claim finds untestable, or that
 *   leaves no effect at that assurance; `equivalence` for a claim of several parts
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
export function power(
  asked: StudyDesign,
  options: PowerOptions & { n: readonly number[] },
): StudyPower[];
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
  if (typeof asked === "function" && isPlain(options)) requireOwnOptions(asked, options);
  const { n: given, power: wanted = 0.8, alpha = 0.05, equivalence } = requireOptions("power", options, [
    ...["n", "power", "alpha", "equivalence"],
    ...isClaim ? ["pilot", "effect", "assurance"] : [],
  ], arguments);
  requireBetween("power", "an alpha", alpha);
  requireBetween("power", "a power", wanted);
  if (equivalence !== undefined && !(typeof equivalence === "number" && equivalence > 0)) {
    throw new RangeError(`power: wanted an equivalence above 0, found ${told(equivalence)}`);
  }
  if (!isClaim) requireNamed("power", asked, "a study's design");
  const planned = isClaim ? ofPilot(asked, options as ClaimPowerOptions) : ofDesign(asked);
  const { effect } = planned, said = planned.named(effect);
  if (planned.words.unit === "points" && Math.abs(said) > 1) {
    throw new RangeError(`power: wanted an effect from −1 to 1 (a share: .05 is 5 points), found ${said}`);
  }
  if (!(planned.above(0, 1).error > 0)) {
    throw new RangeError("power: the design leaves nothing to chance (its variance is 0): any pair shows it");
  }
  const level = equivalence === undefined ? alpha / 2 : alpha;
  const critical = (n: number, { dfOf }: PlannedPart = planned) => {
    const df = dfOf(n);
    return df === Infinity ? -normalQuantile(level) : studentQuantile(1 - level, df);
  };
  /** How likely it is that the limits of n pairs lie above a value: its own error says how far they reach, that of the truth how far the estimate strays. */
  const above = (n: number, value = 0, part: PlannedPart = planned, side = 1) => {
    const { distance, error, errorThere } = part.above(value, n);
    if (!Number.isFinite(distance)) return side * distance > 0 ? 1 : 0;
    return normalCdf((side * distance - critical(n, part) * errorThere) / error);
  };
  const powerOf = (n: number) => {
    if (equivalence !== undefined) {
      return Math.max(0, above(n, -equivalence) + above(n, equivalence, planned, -1) - 1);
    }
    const missed = planned.others.reduce((sum, part) => sum + 1 - above(n, 0, part), 0);
    return planned.others.length > 0 ? Math.max(0, above(n) - missed) : above(n) + above(n, 0, planned, -1);
  };
  const plan = (n: number): StudyPower => {
    if (!(Number.isInteger(n) && n > 0)) {
      throw new RangeError(`power: wanted a positive number of pairs, found ${told(n)}`);
    }
    const { error: standardError, errorThere } = planned.above(0, n);
    const effectiveImages = n * planned.effectivePerPair;
    const few = planned.isStudent
      ? "with so few the true power may be lower, `simulatePower` draws it"
      : "the interval's Student's t costs power that this formula does not count";
    return planInWords(
      {
        metric: planned.metric,
        effect: planned.named(effect),
        n,
        images: Math.ceil(n * planned.imagesPerPair),
        power: powerOf(n),
        alpha,
        standardError,
        detectable: planned.effectAt(critical(n) * errorThere + normalQuantile(wanted) * standardError),
        ...planned.designEffect === undefined ? {} : { designEffect: planned.designEffect },
        effectiveImages,
        warning: [
          planned.warning,
          effectiveImages < FEW_IMAGES && `${effectiveImages.toFixed(1)} effective images: ${few}`,
        ].filter(Boolean).join("; "),
        provenance: planned.provenance,
        method: `${planned.isStudent ? "Student's t" : "normal approximation"}, ${
          equivalence === undefined ? "two-sided" : `equivalence within ±${equivalence}`
        }, alpha ${alpha}; ${planned.said}`,
      },
      planned.words,
      { equivalence, wanted: given === undefined ? undefined : wanted },
    );
  };
  if (typeof given === "object") {
    requireList("power", "numbers of pairs", given, "number");
    return given.map(plan);
  }
  return plan(given ?? leastPairs(powerOf, { ...planned, wanted, alpha, equivalence }));
}

function ofDesign(design: StudyDesign): Planned {
  const { imagesPerPair: effectivePerPair, pairsPerImage, effect, variance, ...study } = planStudy(design);
  return {
    ...{ ...study, effect, effectivePerPair, metric: design.metric },
    ...{ imagesPerPair: 1 / pairsPerImage, isStudent: false, others: [] },
    dfOf: () => Infinity,
    named: (effect) => effect,
    effectAt: (distance) => distance,
    warning: "",
    provenance: "assumed",
    words: {
      nullValue: 0,
      truth: effect,
      ...design.metric === "bd" ? { unit: "number", counts: "sample" } : { unit: "points" },
    },
    above(value, n) {
      const error = Math.sqrt(variance / n);
      return { distance: effect - value, error, errorThere: error };
    },
  };
}

/** The smallest number of pairs with the wanted power. */
function leastPairs(
  powerOf: (n: number) => number,
  { effect, named, wanted, alpha, equivalence }: Pick<Planned, "effect" | "named"> & {
    wanted: number;
    alpha: number;
    equivalence?: number;
  },
): number {
  if (equivalence === undefined) {
    if (!(wanted > alpha)) {
      throw new RangeError(`power: wanted a power between alpha (${alpha}) and 1, found ${wanted}`);
    }
    if (!(effect !== 0)) throw new RangeError(`power: wanted an effect to be seen, found ${named(effect)}`);
  } else if (!(Math.abs(effect) < equivalence)) {
    throw new RangeError(
      `power: wanted a true effect smaller than δ (${equivalence}), found ${effect}: no number of pairs shows it`,
    );
  }
  const n = leastWhole((n) => powerOf(n) >= wanted);
  if (n < Infinity) return n;
  throw new RangeError(
    `power: wanted an effect that can be seen with up to 2⁵³ pairs, found ${named(effect)}`,
  );
}

/** The smallest whole number from 1 for which it is enough, or Infinity where none up to 2⁵³ is; what is enough stays so. */
function leastWhole(enough: (n: number) => boolean): number {
  let high = 1;
  while (!enough(high)) {
    high *= 2;
    if (high > Number.MAX_SAFE_INTEGER) return Infinity;
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
