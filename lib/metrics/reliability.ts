import type pl from "nodejs-polars";
import { biasValues } from "./bias_values.ts";
import { groupRows, metricFrame, type MetricOptions } from "./metric_table.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { runInterval } from "./run_means.ts";
import { scoreGrouping, scoreOutcomes } from "./score_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";

/**
 * Reliability of a judge by bias type: BD (`biasDeviation`) for the five types of integrality and congruity, where the score
 * should fall, BC (`biasConformity`) for the four of robustness, where it should stay. Source: MM-JudgeBias, sections 3.2–3.3.
 *
 * One row per group of `by` (default: judge, prompt) and bias type that occurs in it, in the paper's order: `bias_type,
 * dimension, metric` (bd or bc), `value` (mean over runs of the per-run value, scores paired within a run), `n` (samples it
 * rests on), `abstained` (pairs left out because a side was abstained from), then `low, high, n_clusters` (95%
 * cluster-robust interval, clusters: images, else samples) and the pairs left out otherwise: `n_unscored` (unparsable or
 * missing) and `n_lowest` (unbiased score 1, from which no drop is possible; BD only). `blank_image` rows are ignored.
 *
 * `value` is in [0, 1], higher is better; nothing that qualifies gives NaN with n = 0. A judge that is only noisy has BD > 0
 * and BC < 1: `noiseFloor` says how much. `by: ["judge", "difficulty"]` and the like break it down.
 *
 * `compatibility: "official"` gives the numbers of the authors' code bit by bit: scores outside 1 … 10 are taken as they
 * are, pairs of which none has y > 1 average to 0, and `n` counts all pairs with both scores. Read the folder with the same option.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, or a score outside 1 … 10 (unless official)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { reliability } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   sample_id: ["1", "2", "3"],
 *   bias_type: ["text_dominance", "text_dominance", "texture_insertion"],
 *   unbiased: [10, 9, 10],
 *   biased: [1, 9, 7],
 * });
 * const [bd, bc] = reliability(scores, { by: [] }).toRecords();
 * assert.deepEqual([bd.metric, bd.value, bd.n], ["bd", 0.5, 2]); // (9/9 + 0/8)/2
 * assert.deepEqual([bc.dimension, bc.value], ["robustness", 1 - 3 / 9]);
 * ```
 */
export function reliability(
  scorePairs: pl.DataFrame,
  { by, level, compatibility, ...others }: MetricOptions & { compatibility?: "official" } = {},
): pl.DataFrame {
  requireOptions("reliability", others, ["by", "level", "compatibility"]);
  const official = isOfficial("reliability", compatibility);
  const outcomes = scoreOutcomes("reliability", scorePairs, { anyScore: official });
  const grouping = scoreGrouping(scorePairs, by);
  const rows = groupRows(scorePairs, grouping).flatMap(({ key, rows }) =>
    biasValues(outcomes, rows, official).map(({ spec, values, value, n, abstained, unscored, lowest }) => {
      const interval = runInterval([{ values, weight: 1, name: spec.label }], {
        clusterOf: outcomes.clusterOf,
        level,
        bounds: official ? [-Infinity, Infinity] : [0, 1],
      });
      return {
        ...key,
        bias_type: spec.type,
        dimension: spec.dimension,
        metric: spec.metric,
        value,
        n,
        abstained,
        ...intervalCells(interval),
        n_unscored: unscored,
        n_lowest: lowest,
      };
    })
  );
  return metricFrame(
    grouping.filter((name) => name !== "bias_type"),
    `bias_type:key dimension:key metric:key value n:count abstained:count ${INTERVAL} n_unscored:count n_lowest:count`,
    rows,
  );
}

/** Whether the authors' conventions are asked for. */
export function isOfficial(action: string, compatibility: string | undefined): boolean {
  if (compatibility === undefined || compatibility === "official") return compatibility === "official";
  throw new RangeError(
    `${action}: wanted compatibility "official" or none, found ${JSON.stringify(compatibility)}`,
  );
}
