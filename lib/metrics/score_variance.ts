import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { meanInterval } from "../stats/mean_interval.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";
import { repeatedScores } from "./repeated_scores.ts";
import { scoreGrouping, scoreOutcomes } from "./score_outcomes.ts";

const COLUMNS = `inter_run inter_sample ${INTERVAL} inter_sample_low inter_sample_high n:count runs:count ` +
  "n_incomplete:count";

/**
 * How much a judge's unbiased score varies from run to run, and from sample to sample, in squared score points.
 *
 * Over the samples scored in every run of the group, with ddof 0: `inter_run` = mean over samples of the variance over runs;
 * `inter_sample` = variance over samples of the mean over runs. Source: MM-JudgeBias, Table 2, which does not say which score
 * and denominator; these are this library's choice. A judge that gives everything the same score has inter_sample 0 and gets
 * BC = 1 for nothing; the largest value on a scale from 1 to 10 is 20.25.
 *
 * One row per group of `by` (default: judge, prompt): `inter_run, inter_sample`, then `low, high, n_clusters` (95%
 * cluster-robust interval of `inter_run`), `inter_sample_low, inter_sample_high`, `n` (samples scored in every run),
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
 *   run: [1, 2, 1, 2],
 *   sample_id: ["1", "1", "2", "2"],
 *   bias_type: ["text_dominance", "text_dominance", "text_dominance", "text_dominance"],
 *   unbiased: [8, 10, 5, 5],
 *   biased: [1, 1, 1, 1],
 * });
 * const [row] = scoreVariance(scores, { by: [] }).toRecords();
 * assert.equal(row.inter_run, 0.5); // variances 1 and 0
 * assert.equal(row.inter_sample, 4); // means 9 and 5
 * ```
 */
export function scoreVariance(
  scorePairs: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("scoreVariance", others, ["by", "level"]);
  const outcomes = scoreOutcomes("scoreVariance", scorePairs);
  const grouping = scoreGrouping(scorePairs, by);
  return groupedTable(scorePairs, grouping, COLUMNS, (rows) => {
    const { scores, samples, runs, incomplete } = repeatedScores("scoreVariance", outcomes, rows);
    const n = scores.length;
    const means = scores.map(mean);
    const run = interval(
      runs < 2 ? scores.map(() => NaN) : scores.map((own, i) => mean(own.map((y) => (y - means[i]) ** 2))),
      { samples, clusterOf: outcomes.clusterOf, level },
    );
    const center = mean(means);
    const sample = interval(means.map((one) => (one - center) ** 2), {
      samples,
      clusterOf: outcomes.clusterOf,
      level,
    });
    return {
      inter_run: run.estimate,
      inter_sample: sample.estimate,
      ...intervalCells(run),
      inter_sample_low: sample.low,
      inter_sample_high: sample.high,
      n,
      runs,
      n_incomplete: incomplete,
    };
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function interval(
  values: number[],
  { samples, clusterOf, level }: { samples: number[]; clusterOf: Int32Array; level?: number },
) {
  const clusters = samples.map((sample) => clusterOf[sample]);
  return meanInterval(values, clusters, { bounds: [0, Infinity], share: false, level });
}
