import type pl from "nodejs-polars";
import { correctedRate, type CorrectedRateOptions } from "../metrics/corrected_rate.ts";
import { modelVerdicts } from "../metrics/model_verdicts.ts";
import { VERDICT } from "../metrics/pair_outcomes.ts";
import { limitsPValue } from "../stats/limits.ts";
import { waysOf } from "../stats/estimand.ts";
import { requireOneOf } from "../stats/require_value.ts";
import { cohensH, type Look } from "./claim.ts";
import type { PairsTestOptions } from "./conditions.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { pairsClaim } from "./pairs_claim.ts";

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
  { model, method = "ppi", ...options }: PairsTestOptions & {
    model?: string;
    method?: "ppi" | "rogan_gladen";
  } = {},
): HypothesisResult {
  const action = "correctionChangesWinner";
  requireOneOf(action, "the method", method, ["ppi", "rogan_gladen"]);
  const { pairs: own, outcomes, level, result } = pairsClaim(action, pairs, options, {
    own: ["model", "method"],
  });
  const { human, choice, clusters } = outcomes, [codes, crossing] = waysOf(clusters);
  if (crossing) throw new RangeError(`${action}: wanted one column of clusters, found two that cross`);
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
  const found = judged(winner),
    at = (level: number): Look => {
      const { estimate, low, high, n, n_labelled, warning } = correct(method, level);
      const pOf = (value: number) =>
        low < high ? limitsPValue(estimate, value, (level) => correct(method, level)) : NaN;
      const clusters = new Set(rows.map((row) => codes[row])).size;
      return { estimate, low, high, df: NaN, n: n + n_labelled, clusters, warning, pOf };
    };
  const main = correct(method, level), all = main.n + main.n_labelled;
  const also = (name: string, { estimate, low, high, n, n_labelled }: typeof main) => ({
    ...{ name, estimate, low, high, n: n + n_labelled, pValue: NaN },
  });
  return result({
    hypothesis: "the correction changes the winner",
    claim: `${winner.model}, which the judge's verdicts let win, loses by people's preferences`,
    parts: [{ name: "the corrected win rate", nullValue: 0.5, at }],
    claimIs: "below",
    picked,
    unit: "percent",
    effect: cohensH(main.estimate, found),
    method: `${
      method === "ppi" ? `prediction-powered, λ = ${main.lambda.toFixed(2)}` : "Rogan–Gladen"
    }, from ${main.n_labelled} labelled of ${all} pairs of ${winner.model}, to which the judge gives ${
      (100 * found).toFixed(1)
    }%${picked > 1 ? `; limits pay for the choice among ${picked}` : ""}`,
    assumptions: [
      method === "ppi"
        ? "the labelled pairs are a random sample of all"
        : "the judge errs as often on the others, given the truth, as on the labelled pairs",
    ],
    sensitivity: [
      also("the judge's verdicts as they are", correct("naive", level)),
      also("the labelled pairs alone", correct("ppi", level, 0)),
      method === "ppi"
        ? also("Rogan–Gladen", correct("rogan_gladen", level))
        : also("prediction-powered", correct("ppi", level)),
    ],
  });
}
