import type pl from "nodejs-polars";
import { frameClusters } from "../metrics/clusters.ts";
import { correctedRate, type CorrectedRateOptions } from "../metrics/corrected_rate.ts";
import { modelVerdicts } from "../metrics/model_verdicts.ts";
import { pairOutcomes, VERDICT } from "../metrics/pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { limitsPValue } from "../stats/limits.ts";
import { requireOneOf } from "../stats/require_value.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { sensitivityRow } from "./metric_evidence.ts";
import { takeRows } from "./take_rows.ts";

/**
 * Does the correction for the judge's errors take the win from the model that its verdicts put first? The win rate of that model by people's
 * preferences, from the judge's verdicts corrected with the labelled part of the rows (`correctedRate`), against one half.
 *
 * Supported: below one half, the correction changes the winner; contradicted: above, the winner stands; `absent`: within δ of a draw. The
 * model is the one with the highest win rate by the judge (or `model`). Of two models either is the other's complement, and the choice by the
 * data costs nothing; of m > 2 models the interval is at level 1 − α/m. A tie is half a win; in Rogan–Gladen ties are left out.
 *
 * Size: of 400 simulated data sets 4.0% were supported or contradicted with two equal models (200 images, 60 labelled), 1.8% with five
 * (`tests/calibration/claim_scenarios.ts`).
 *
 * @throws {TypeError} without the columns model_a and model_b
 * @throws {RangeError} when no row is in the condition, no two models are named, `model` is none of them, or rows with and without a
 *   human label are not both there
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { correctionChangesWinner } from "judgebias";
 * import { simulateModelPairs } from "judgebias/simulate";
 *
 * const pairs = simulateModelPairs({ seed: 1, labelled: 0.3 });
 * const { estimate, sensitivity } = correctionChangesWinner(pairs);
 * assert.ok(estimate > 0 && estimate < 1 && sensitivity[0].name === "the judge's verdicts as they are");
 * ```
 */
export function correctionChangesWinner(
  pairs: pl.DataFrame,
  { model, method = "ppi", condition = BASE_CONDITION, delta = DELTA.percent, alpha = 0.05, ...others }:
    & PairsTestOptions
    & {
      model?: string;
      method?: "ppi" | "rogan_gladen";
    } = {},
): HypothesisResult {
  const action = "correctionChangesWinner";
  requireOptions(action, others, ["model", "method", "condition", "delta", "alpha"]);
  requireOneOf(action, "the method", method, ["ppi", "rogan_gladen"]);
  const own = takeRows(pairs, conditionRows(action, pairs, condition));
  const { human, choice } = pairOutcomes(action, own), { codes } = frameClusters(own);
  const models = modelVerdicts(action, own, human.keys());
  if (models.length < 2) {
    throw new RangeError(
      `${action}: wanted pairs of two named models or more, found ${models.length} models`,
    );
  }
  const judged = ({ rows, won }: typeof models[number]) => {
    const values = rows.map((row) => won(choice[row], row)).filter((value) => !Number.isNaN(value));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  const winner = model === undefined
    ? models.reduce((a, b) => judged(b) > judged(a) || Number.isNaN(judged(a)) ? b : a)
    : models.find((one) => one.model === model);
  if (!winner) {
    throw new RangeError(
      `${action}: wanted a model out of ${models.map((one) => one.model).join(", ")}, found ${model}`,
    );
  }
  const { rows, won } = winner;
  const known = rows.filter((row) => human[row] !== VERDICT.missing);
  const rest = rows.filter((row) => human[row] === VERDICT.missing);
  if (known.length === 0 || rest.length === 0) {
    throw new RangeError(
      `${action}: wanted rows of ${winner.model} with and without a human label, found ${known.length} and ${rest.length}`,
    );
  }
  const picked = model === undefined && models.length > 2 ? models.length : 1;
  const correct = (way: CorrectedRateOptions["method"], level: number, lambda?: number) => {
    const value = (verdict: number, row: number) =>
      way === "rogan_gladen" && verdict === VERDICT.tie ? NaN : won(verdict, row);
    const side = (list: readonly number[]) => ({
      predicted: list.map((row) => value(choice[row], row)),
      clusters: list.map((row) => codes[row]),
    });
    return correctedRate({
      ...side(rest),
      labelled: { ...side(known), truth: known.map((row) => value(human[row], row)) },
      method: way,
      level,
      ...lambda === undefined ? {} : { lambda },
    });
  };
  const main = correct(method, 1 - alpha / picked), found = judged(winner);
  const p = (nullValue: number) =>
    main.low < main.high
      ? Math.min(1, picked * limitsPValue(main.estimate, nullValue, (level) => correct(method, level)))
      : NaN;
  const { estimate, low, high, warning } = main;
  const also = (name: string, { estimate, low, high, n, n_labelled }: typeof main) =>
    sensitivityRow(name, { estimate, low, high, n: n + n_labelled });
  return hypothesisResult({
    hypothesis: "the correction changes the winner",
    claim: `${winner.model}, which the judge's verdicts let win, loses by people's preferences`,
    ...{ estimate, low, high, warning },
    n: main.n + main.n_labelled,
    clusters: new Set(rows.map((row) => codes[row])).size,
    pValue: p(0.5),
    pEquivalence: Math.abs(estimate - 0.5) < delta ? Math.max(p(0.5 - delta), p(0.5 + delta)) : 1,
    delta,
    effect: cohensH(estimate, found),
    method: `${
      method === "ppi" ? `prediction-powered, λ = ${main.lambda.toFixed(2)}` : "Rogan–Gladen"
    }, from ${main.n_labelled} labelled of ${
      main.n + main.n_labelled
    } pairs of ${winner.model}, to which the judge gives ${(100 * found).toFixed(1)}%${
      picked > 1 ? `; at ${(100 * (1 - alpha / picked)).toFixed(1)}%, for it was picked among ${picked}` : ""
    }`,
    assumptions: [
      method === "ppi"
        ? "the labelled pairs are a random sample of all"
        : "the judge errs as often on the others, given the truth, as on the labelled pairs",
      "pairs on different images are independent",
    ],
    sensitivity: [
      also("the judge's verdicts as they are", correct("naive", 1 - alpha)),
      also("the labelled pairs alone", correct("ppi", 1 - alpha, 0)),
      method === "ppi"
        ? also("Rogan–Gladen", correct("rogan_gladen", 1 - alpha))
        : also("prediction-powered", correct("ppi", 1 - alpha)),
    ],
    alpha,
    frames: [own],
    claimIs: "below",
    nullValue: 0.5,
    unit: "percent",
  });
}
