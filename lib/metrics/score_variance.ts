import type pl from "nodejs-polars";
import { countOf, interval, limits, meanOfUnits, perGroup } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { MAX_SCORE, type RepeatedScores, repeatedScores, scoreMetric } from "./score_outcomes.ts";
import { mean } from "../stats/grouped.ts";

/** No variance of scores is larger: half of them at either end of the scale. */
const LARGEST = ((MAX_SCORE - 1) / 2) ** 2;

/**
 * How much a judge's unbiased score varies from run to run, and from sample to sample, in squared score points.
 *
 * Over the samples scored in every run of the group, with ddof 0: `inter_run` = mean over samples of the variance over runs;
 * `inter_sample` = variance over samples of the mean over runs. Source: MM-JudgeBias, Table 2, which does not say which score
 * and denominator; these are this library's choice. A judge that gives everything the same score has inter_sample 0 and gets
 * BC = 1 for nothing; the largest value on a scale from 1 to 10 is 20.25.
 *
 * One row per group of `by` (default: judge, prompt): `inter_run, inter_sample`, then `low, high, n_clusters` (95%
 * interval of `inter_run`, `infer`), `inter_sample_low, inter_sample_high`, `n` (samples scored in every run),
 * `runs`, `n_incomplete` (samples not scored in every run). One run gives inter_run NaN. `blank_image` rows are ignored.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, a score outside 1 … 10, or a sample scored twice in a run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { scoreVariance } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   run: [1, 2, 1, 2], sample_id: ["1", "1", "2", "2"],
 *   bias_type: [
 *     "text_dominance", "text_dominance", "text_dominance", "text_dominance",
 *   ],
 *   unbiased: [8, 10, 5, 5], biased: [1, 1, 1, 1],
 * });
 * const [row] = scoreVariance(scores, { by: [] }).toRecords();
 * assert.equal(row.inter_run, 0.5); // variances 1 and 0
 * assert.equal(row.inter_sample, 4); // means 9 and 5
 * ```
 */
export function scoreVariance<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "inter_run inter_sample inter_sample_low inter_sample_high n runs n_incomplete",
  Evidence,
  Groups
> {
  const { outcomes, table } = scoreMetric("scoreVariance", arguments, scorePairs, options);
  const at = perGroup((rows) => repeatedScores(outcomes, rows));
  const complete = ({ scores, rows }: RepeatedScores) =>
    scores.map((own, i) => ({ own, row: rows[i] })).filter(({ own }) => !own.some(Number.isNaN));
  // One sample's square may exceed the largest variance that scores can have, their mean does not.
  const variance = (name: string, squares: (scores: number[][]) => number[]) =>
    meanOfUnits(
      name,
      (all) => {
        const samples = complete(at(all));
        return { values: squares(samples.map(({ own }) => own)), rows: samples.map(({ row }) => row) };
      },
      [0, LARGEST],
      true,
    );
  const run = variance(
    "the variance over runs",
    (scores) => scores.map((own) => own.length < 2 ? NaN : mean(own.map((y) => (y - mean(own)) ** 2))),
  );
  const sample = variance("the variance over samples", (scores) => {
    const means = scores.map(mean), centre = mean(means);
    return means.map((one) => means.length < 2 ? NaN : (one - centre) ** 2);
  });
  return table({
    inter_run: run,
    inter_sample: sample,
    ...interval(run),
    ...limits("inter_sample", sample),
    n: countOf((rows) => complete(at(rows)).length),
    runs: countOf((rows) => at(rows).runs),
    n_incomplete: countOf((rows) => at(rows).incomplete),
  });
}
