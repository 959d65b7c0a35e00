import { requireNamed } from "../progress/require.ts";
import type pl from "nodejs-polars";
import { PAIRS_KEY } from "../metrics/pair_rows.ts";
import { familyOf, OWN, ownIsBetter, ownSides } from "../metrics/pair_self_preference.ts";
import { factor, frameCodes } from "../results/factor.ts";
import { type Estimand, gains, minus } from "../stats/infer.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import { cohensH, worded } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { said } from "../metrics/said.ts";

/** Options of `prefersOwnAnswers`. */
export interface PrefersOwnAnswersOptions extends PairsTestOptions {
  /** The judge that is asked about, the others being outsiders; all judges with answers of their own by default, as one. */
  judge?: string;
  /** Models by the name of their family: answers of relatives then count as a judge's own. */
  families?: Readonly<Record<string, readonly string[]>>;
  /** Whether the judge's very own answers count, true by default; false needs families. */
  self?: boolean;
}

/**
 * Does a judge find its own answers better than people do, by more than judges to whom they are none of their own? `self_preference` of
 * `pairSelfPreference` (how often it chooses its own where people prefer that, less how often it chooses the other where people prefer the other), less
 * the same of outside judges on the same pairs. With `families` (name → models) the answers of relatives are its own too; `self: false` then leaves out
 * its very own: does it prefer its family?
 *
 * A judge without any liking has a positive value of its own where its victories are clearer than its defeats: in simulations one whose model was a standard
 * deviation better was 18.6 points "self-loving". Outsiders show that too, so only the difference is tested; without an outsider's verdict on these pairs the claim is
 * untestable. Ties and unreadable replies are wrong; `sensitivity` has the judge's and the outsiders' values, and the difference without such replies of the judge.
 *
 * @throws {TypeError} without the columns judge, model_a and model_b
 * @throws {RangeError} when no row is in the condition, no pair has one own answer and a human A or B, or `self` is false without
 *   families
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prefersOwnAnswers } from "judgebias";
 * import { simulateModelPairs } from "judgebias/simulate";
 *
 * // Alder and Fir judge too, Oak is no model
 * const pairs = simulateModelPairs();
 * const { estimate, sensitivity: [judge, outside] } = prefersOwnAnswers(pairs, {
 *   judge: "Alder",
 * });
 * assert.ok(Math.abs(estimate - (judge.estimate - outside.estimate)) < 1e-12);
 * ```
 */
export function prefersOwnAnswers(
  given: pl.DataFrame,
  options: PrefersOwnAnswersOptions = {},
): HypothesisResult {
  const action = "prefersOwnAnswers";
  const { judge: asked, families, self = true } = requireNamed(action, options);
  if (!self && families === undefined) throw new RangeError(said("families_wanted"));
  const { pairs, outcomes, part, found, also, result } = pairsClaim(action, arguments, given, options, {
    own: ["judge", "families", "self"],
    needs: ["judge", "model_a", "model_b"],
    again: (rows) => prefersOwnAnswers(rows, options),
  });
  const { correct, human } = outcomes, family = familyOf(action, families);
  const { own } = ownSides(pairs, family, self), related = ownSides(pairs, family, true);
  const judge = factor(pairs.getColumn("judge"));
  // Other judges' verdicts on the same pair and order, of any run.
  const { codes, size } = frameCodes(pairs, PAIRS_KEY.filter((name) => name !== "judge" && name !== "run"));
  const right = new Float64Array(size), count = new Float64Array(size);
  const isOutside = (row: number) =>
    correct[row] >= 0 && related.own[row] === OWN.none && related.both[row] === 0;
  for (let row = 0; row < codes.length; row++) {
    if (!isOutside(row)) continue;
    right[codes[row]] += correct[row];
    count[codes[row]]++;
  }
  const isAsked = (row: number) =>
    own[row] !== OWN.none && correct[row] >= 0 &&
    (asked === undefined || judge.levels[judge.codes[row]] === asked);
  const outside = (row: number) => count[codes[row]] > 0 ? right[codes[row]] / count[codes[row]] : NaN;
  /** A value's mean where people prefer its own, less that where they prefer the other. */
  const sides = (value: (row: number) => number, isPaired: boolean): Estimand => {
    const side = (name: string, prefersOwn: boolean): Estimand => {
      const of = (row: number) =>
        isAsked(row) && prefersOwn === ownIsBetter(human[row], own[row]) ? value(row) : NaN;
      return isPaired ? gains(name, of) : [{ name, weight: 1, value: of }];
    };
    return minus(side("own answer better", true), side("other answer better", false));
  };
  const alone = sides((row) => correct[row], false);
  const { n, counts: [nOwn, nOther], means } = found(alone);
  const whose = self ? "its own answers" : "the answers of its family";
  if (n === 0) {
    throw new RangeError(said("no_own_answers", { whose: self ? "the judge" : "the judge's family" }));
  }
  const shared = (row: number) => Number.isNaN(outside(row)) ? NaN : correct[row];
  const difference = sides((row) => shared(row) - outside(row), true);
  const main = part("the difference to outside judges", difference), isAlone = found(difference).n === 0;
  if (isAlone) main.look = { ...main.look, warning: "no outside judge of these pairs" };
  return result({
    ...worded(action, { whose, nOwn, nOther }),
    parts: [main],
    effect: cohensH(means[0], means[1]),
    sensitivity: () =>
      isAlone ? [also("the judge", alone)] : [
        also("the judge, on pairs that outsiders judged", sides(shared, false)),
        also("outside judges", sides((row) => outside(row), false)),
        also("the judge, on all its pairs", alone),
      ],
    counted: [...correct.keys()].filter((row) => isAsked(row) || isOutside(row)),
    compares: ["judge"],
  });
}
