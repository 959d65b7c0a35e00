import type pl from "nodejs-polars";
import { doubleCentre } from "./double_centre.ts";
import { metricFrame } from "./metric_table.ts";
import { diagonal, philautia, PHILAUTIA_OPTIONS, type PhilautiaOptions } from "./philautia.ts";
import { robustStandardize } from "./robust_standardize.ts";
import { requireOptions } from "../results/require_options.ts";

/**
 * Three answers to the same question, how much a model prefers its own captions: `philautia` (the paper's: columns, then rows
 * standardised), `double_centred` (the interaction residual of a two-way layout, in points of score: `doubleCentre`) and
 * `robust` (as the paper's with median and MAD: `robustStandardize`). One row per model that is generator and evaluator:
 * `setting, model`, these three, their ranks (`rank_philautia`, … 1 for the highest) and `row_extreme`, the most extreme entry
 * of the model's row of Φ̃.
 *
 * When they differ: (1) One evaluator that is far from all others on a generator stretches that row's standard deviation and
 * shrinks all its other entries; the robust form hardly notices. In the paper LLaVA-1.5 gives Qwen2.5-VL −3.25, and its
 * philautia score is 0.49 with and 0.934 without that evaluator. A `row_extreme` near √(n − 1) points to such a row. (2) Where
 * the other evaluators agree closely on a generator, small differences become large scores in the standardised forms; in
 * points of score they stay small. (3) Evaluators that use more of the scale weigh more in the double-centred form.
 *
 * `robust` is NaN where the medians leave a column or the model's row constant.
 *
 * @throws {RangeError} as `philautia`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { philautiaEstimators, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const rows = philautiaEstimators(scores, { setting: "ref_free" });
 * assert.deepEqual(rows.columns.slice(1, 5), ["model", "philautia", "double_centred", "robust"]);
 * ```
 */
export function philautiaEstimators(captionScores: pl.DataFrame, options: PhilautiaOptions): pl.DataFrame {
  requireOptions("philautiaEstimators", options, PHILAUTIA_OPTIONS);
  const { generators, evaluators, phi, phiTilde, scores } = philautia(captionScores, options);
  const names = { rows: generators, columns: evaluators };
  const robust = orNaN(phi, () => {
    const byEvaluator = robustStandardize(phi, "columns", names);
    return byEvaluator.map((row) => orNaN([row], () => robustStandardize([row], "rows"))[0]);
  });
  const estimates = {
    philautia: scores,
    double_centred: diagonal(doubleCentre(phi), generators, evaluators),
    robust: diagonal(robust, generators, evaluators),
  };
  const models = Object.keys(scores);
  const rank = (own: Record<string, number>, model: string) =>
    1 + models.filter((other) => own[other] > own[model]).length;
  const extreme = (row: readonly number[]) =>
    row.reduce((most, value) => Math.abs(value) > Math.abs(most) ? value : most, 0);
  return metricFrame(
    ["setting", "model"],
    "philautia double_centred robust rank_philautia:count rank_double_centred:count " +
      "rank_robust:count row_extreme",
    models.map((model) => ({
      setting: options.setting,
      model,
      philautia: estimates.philautia[model],
      double_centred: estimates.double_centred[model],
      robust: estimates.robust[model],
      rank_philautia: rank(estimates.philautia, model),
      rank_double_centred: rank(estimates.double_centred, model),
      rank_robust: rank(estimates.robust, model),
      row_extreme: extreme(phiTilde[generators.indexOf(model)]),
    })),
  );
}

/** With few models a column or row can be constant after medians: then its robust form does not exist. */
function orNaN(matrix: readonly (readonly number[])[], make: () => number[][]): number[][] {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return matrix.map((row) => row.map(() => NaN));
  }
}
