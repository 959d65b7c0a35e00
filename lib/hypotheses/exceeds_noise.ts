import type pl from "nodejs-polars";
import { biasValues, inDeviations, meanOfSides } from "../metrics/run_means.ts";
import { betweenRuns } from "../metrics/noise_floor.ts";
import { repeatedScores, scoreOutcomes } from "../metrics/score_outcomes.ts";
import { requireOneOf } from "../progress/require.ts";
import { alsoOf, claimOn, NOTHING, worded } from "./claim.ts";
import { conditionRows } from "./pairs_claim.ts";
import type { HypothesisResult, TestOptions } from "./hypothesis_types.ts";

/** Options of the tests against run-to-run noise. */
export interface ExceedsNoiseOptions extends TestOptions {
  /** BD against its floor, the default, or BC against its ceiling (`bc`). */
  metric?: "bd" | "bc";
  /** Only this bias type; all of the metric together otherwise. */
  biasType?: string;
  /** Only rows with this value in the column `prompt`; "score" by default. */
  prompt?: string;
}

/**
 * Does a judge notice what is missing or contradictory, or does it only score differently from run to run? Bias deviation (BD) minus its
 * noise floor (`noiseFloor`: BD between two runs on the unperturbed input), averaged over the five bias types measured by BD.
 *
 * With `metric: "bc"`: is it less steady under perturbations that should not matter than from run to run? Bias conformity (BC) minus its
 * run-to-run ceiling, over the four bias types measured by BC; the claim is then that this lies below 0.
 *
 * Both come from the same samples, each as far as it was scored (noise from every two runs that scored a sample, not only from samples
 * scored in all runs); the cluster-robust error (clusters are images, samples where none is named) keeps their covariance. The difference tests "more than
 * noise"; it is no corrected BD, since noise and effect do not add up. Needs at least two runs.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type or metric, fewer than two runs, or a sample scored twice in a run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { deviationExceedsNoise } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   run: [1, 2, 1, 2], sample_id: ["1", "1", "2", "2"],
 *   bias_type: [
 *     "text_dominance", "text_dominance", "text_dominance", "text_dominance",
 *   ],
 *   unbiased: [10, 7, 9, 9], biased: [1, 1, 5, 9],
 * });
 * const { estimate } = deviationExceedsNoise(scores);
 * // BD: run 1 (9/9 + 4/8)/2, run 2 (6/6 + 0)/2, mean 0.625; floor: 1 → 2 (3/9 + 0)/2,
 * // 2 → 1 0, mean 1/12
 * assert.ok(Math.abs(estimate - (0.625 - 1 / 12)) < 1e-12);
 * ```
 */
export function deviationExceedsNoise(
  given: pl.DataFrame,
  options: ExceedsNoiseOptions = {},
): HypothesisResult {
  const action = "deviationExceedsNoise";
  const own = ["metric", "biasType", "prompt", "clusters"];
  const { frame: scorePairs, level, result } = claimOn(action, arguments, given, options, own);
  const { metric = "bd", biasType, prompt = "score" } = options;
  requireOneOf(action, "the metric", metric, ["bd", "bc"]);
  const name = metric.toUpperCase();
  const selected = conditionRows(action, scorePairs, { prompt, ...biasType ? { bias_type: biasType } : {} });
  const outcomes = scoreOutcomes(action, scorePairs, { clusters: options.clusters });
  let runs = 0;
  const types = biasValues(outcomes, selected)
    .filter(({ spec, n }) => spec.metric === metric && n > 0).map(({ spec, values: first, rows, n }) => {
      const found = repeatedScores(outcomes, rows);
      runs = Math.max(runs, found.runs);
      // Every two runs that scored a sample, as BD takes every run that did: samples that are at times unparsable are the noisy ones, and
      // to leave them out of the noise alone made 15% to 91% of the tests reject where nothing but noise was.
      return { spec, first, n, second: betweenRuns(found)[metric] };
    });
  const wanted = `scored pairs whose bias_type is measured by ${name}`;
  if (types.length === 0) throw new RangeError(`${action}: wanted ${wanted}, found none`);
  if (runs < 2) throw new RangeError(`${action}: wanted at least 2 runs, found ${runs}`);
  const at = (chosen: typeof types, own: number, other: number) =>
    meanOfSides(chosen, [own, other], outcomes.clusters, level);
  const twice = types.filter(({ second }) => second.length > 0), isComplete = twice.length === types.length;
  const look = at(types, 1, isComplete ? -1 : 0), k = types.length, effect = inDeviations(look);
  return result({
    ...worded(`${name} exceeds noise`, { types: k, runs }),
    parts: [{
      ...{ name: `${name} less ${name} between runs`, nullValue: 0 },
      look: isComplete ? look : { ...look, ...NOTHING, warning: "" },
    }],
    claimIs: metric === "bd" ? "above" : "below",
    effect: isComplete ? effect : { ...effect, value: NaN },
    sensitivity: () => [
      alsoOf(name, at(types, 1, 0), NaN),
      ...isComplete ? [alsoOf(`${name} between runs`, at(types, 0, 1), NaN)] : [],
      ...k > 1 ? twice.map((type) => alsoOf(type.spec.label, at([type], 1, -1))) : [],
    ],
  });
}
