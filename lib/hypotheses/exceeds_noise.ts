import type pl from "nodejs-polars";
import { biasValues } from "../metrics/bias_values.ts";
import { betweenRuns } from "../metrics/noise_floor.ts";
import { repeatedScores } from "../metrics/repeated_scores.ts";
import { inferRuns, type RunTerm } from "../metrics/run_means.ts";
import { scoreOutcomes } from "../metrics/score_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import type { Inference } from "../stats/infer.ts";
import { conditionRows } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type { TestOptions } from "./hypothesis_types.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";

/** Options of the tests against run-to-run noise. */
export interface ExceedsNoiseOptions extends TestOptions {
  /** Only this bias type; all of the metric together otherwise. */
  biasType?: string;
  /** Only rows with this value in the column `prompt`; "score" by default. */
  prompt?: string;
}

/**
 * Does a judge notice what is missing or contradictory, or does it only score differently from run to run? Bias deviation (BD) minus its
 * noise floor (`noiseFloor`: BD between two runs on the unperturbed input), averaged over the five bias types measured by BD.
 *
 * Both come from the same samples, each as far as it was scored (noise from every two runs that scored a sample, not only from samples
 * scored in all runs); the cluster-robust error (clusters are samples) keeps their covariance. The difference tests "more than
 * noise"; it is no corrected BD, since noise and effect do not add up. Needs at least two runs.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, fewer than two runs, or a sample scored twice in a run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { deviationExceedsNoise } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   run: [1, 2, 1, 2],
 *   sample_id: ["1", "1", "2", "2"],
 *   bias_type: ["text_dominance", "text_dominance", "text_dominance", "text_dominance"],
 *   unbiased: [10, 7, 9, 9],
 *   biased: [1, 1, 5, 9],
 * });
 * const { estimate } = deviationExceedsNoise(scores);
 * // BD: run 1 (9/9 + 4/8)/2, run 2 (6/6 + 0)/2, mean 0.625; floor: 1 → 2 (3/9 + 0)/2, 2 → 1 0, mean 1/12
 * assert.ok(Math.abs(estimate - (0.625 - 1 / 12)) < 1e-12);
 * ```
 */
export function deviationExceedsNoise(
  scorePairs: pl.DataFrame,
  options: ExceedsNoiseOptions = {},
): HypothesisResult {
  return exceedsNoise(scorePairs, options, {
    action: "deviationExceedsNoise",
    metric: "bd",
    hypothesis: "BD exceeds its noise floor",
    claim: "scores fall by more under the perturbation than from one run to the next",
    claimIs: "above",
  });
}

/**
 * Is a judge less steady under perturbations that should not matter than from run to run? Bias conformity (BC) minus its run-to-run ceiling
 * (`noiseFloor`), averaged over the four bias types measured by BC; below 0 the perturbation moves scores more than noise does.
 *
 * @throws as `deviationExceedsNoise`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { conformityBelowCeiling } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   run: [1, 2, 1, 2],
 *   sample_id: ["1", "1", "2", "2"],
 *   bias_type: ["texture_insertion", "texture_insertion", "texture_insertion", "texture_insertion"],
 *   unbiased: [10, 10, 10, 10],
 *   biased: [7, 7, 10, 10],
 * });
 * const { estimate } = conformityBelowCeiling(scores);
 * assert.ok(Math.abs(estimate + 1 / 6) < 1e-12); // BC (1 − 3/9 + 1)/2 against a ceiling of 1
 * ```
 */
export function conformityBelowCeiling(
  scorePairs: pl.DataFrame,
  options: ExceedsNoiseOptions = {},
): HypothesisResult {
  return exceedsNoise(scorePairs, options, {
    action: "conformityBelowCeiling",
    metric: "bc",
    hypothesis: "BC is below its run-to-run ceiling",
    claim: "scores move more under a perturbation that should not matter than from one run to the next",
    claimIs: "below",
  });
}

function exceedsNoise(
  scorePairs: pl.DataFrame,
  { biasType, prompt = "score", delta = DELTA.points, alpha = 0.05, ...others }: ExceedsNoiseOptions,
  { action, metric, hypothesis, claim, claimIs }: {
    action: string;
    metric: "bd" | "bc";
    hypothesis: string;
    claim: string;
    claimIs: "above" | "below";
  },
): HypothesisResult {
  requireOptions(action, others, ["biasType", "prompt", "delta", "alpha"]);
  const selected = conditionRows(action, scorePairs, { prompt, ...biasType ? { bias_type: biasType } : {} });
  const outcomes = scoreOutcomes(action, scorePairs);
  const types = biasValues(outcomes, selected).filter(({ spec, n }) => spec.metric === metric && n > 0);
  const name = metric.toUpperCase();
  if (types.length === 0) {
    throw new RangeError(`${action}: wanted scored pairs of bias types measured by ${name}, found none`);
  }
  let runs = 0;
  const noise = types.map((type) => {
    const found = repeatedScores(outcomes, type.rows);
    runs = Math.max(runs, found.runs);
    // Every two runs that scored a sample, as BD takes every run that did: samples that are at times unparsable are the noisy ones, and
    // to leave them out of the noise alone made 15% to 91% of the tests reject where nothing but noise was.
    return betweenRuns(found)[metric];
  });
  if (runs < 2) throw new RangeError(`${action}: wanted at least 2 runs, found ${runs}`);
  const k = types.length;
  const terms = (chosen: number[], own: number, other: number): RunTerm[] =>
    chosen.flatMap((t) => [
      ...own === 0 ? [] : [{ values: types[t].values, weight: own / chosen.length }],
      ...other === 0 ? [] : [{ values: noise[t], weight: other / chosen.length }],
    ]);
  const all = types.map((_, t) => t);
  const contrast = (chosen: number[], own: number, other: number): Inference =>
    inferRuns(terms(chosen, own, other), outcomes.clusters, { level: 1 - alpha });
  const complete = noise.every(({ values }) => values.length > 0);
  const main = contrast(all, 1, complete ? -1 : 0);
  const n = types.reduce((sum, type) => sum + type.n, 0);
  const row = (label: string, found: Inference, size = n) =>
    sensitivityRow(label, { ...found, n: size, pValue: label.startsWith(name) ? NaN : found.pValue });
  const missing = { ...main, estimate: NaN, low: NaN, high: NaN, pValue: NaN, warning: "" };
  const { standardError, ...shown } = complete ? main : missing;
  return hypothesisResult({
    hypothesis,
    claim,
    ...evidenceOf({ ...shown, n }),
    delta,
    effect: {
      measure: "difference / SD over samples (d)",
      value: shown.estimate / (standardError * Math.sqrt(shown.clusters)),
    },
    method: `${name} − ${name} between runs, mean over ${k} bias type${
      k > 1 ? "s" : ""
    } and ${runs} runs; cluster-robust t by sample`,
    assumptions: [
      "samples are independent",
      "runs differ by chance alone: the same model, prompt and settings",
    ],
    sensitivity: [
      row(name, contrast(all, 1, 0)),
      ...complete ? [row(`${name} between runs`, contrast(all, 0, 1))] : [],
      ...k > 1
        ? all.filter((t) => noise[t].values.length > 0).map((t) =>
          row(types[t].spec.label, contrast([t], 1, -1), types[t].n)
        )
        : [],
    ],
    alpha,
    frames: [scorePairs],
    claimIs,
  });
}
