import type pl from "nodejs-polars";
import { mean, remembered } from "../stats/grouped.ts";
import { conformity, deviation, overRuns, type RunValue } from "./run_means.ts";
import { countOf, evidence, interval, limits, meanOfUnits } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { MAX_SCORE, type RepeatedScores, repeatedScores, scoreMetric } from "./score_outcomes.ts";

/**
 * What BD and BC a judge would have if a perturbation did nothing but start another run: BD counts only drops, so mere noise
 * gives BD > 0 and BC < 1.
 *
 * `bd_floor` = mean over ordered pairs of runs (r, s) of BD(y_r, y_s), `bc_ceiling` likewise with BC, on the unbiased scores
 * of samples scored in both, as BD and BC take every run in which a sample was scored: samples that are at times unread are the noisy ones.
 * A judge whose BD does not exceed its floor has not shown that it noticed anything (`deviationExceedsNoise` tests it). The
 * floor is never to be subtracted: noise and effect do not add up.
 *
 * One row per group of `by` (default: judge, prompt; add `bias_type` for a floor per type): `bd_floor, bc_ceiling, runs`,
 * then `low, high, n_clusters` (95% interval of `bd_floor`, `infer`; clusters: images, else samples), `bc_low, bc_high`, `n`
 * (samples scored in two runs or more) and `n_incomplete` (samples not scored in every run). Fewer than two runs give NaN. `blank_image` rows are ignored.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, a score outside 1 … 10, or a sample scored twice in a run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { noiseFloor } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   run: [1, 2],
 *   sample_id: ["1", "1"],
 *   bias_type: ["text_dominance", "text_dominance"],
 *   unbiased: [10, 7],
 *   biased: [1, 1],
 * });
 * const [row] = noiseFloor(scores, { by: [] }).toRecords();
 * assert.equal(row.bd_floor, (3 / 9 + 0) / 2); // 10 → 7 falls, 7 → 10 does not
 * assert.equal(row.bc_ceiling, (1 - 3 / 9 + 1 - 3 / 6) / 2);
 * ```
 */
export function noiseFloor<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"bd_floor bc_ceiling runs bc_low bc_high bc_n_clusters n n_incomplete", Evidence, Groups> {
  const { outcomes, table } = scoreMetric("noiseFloor", arguments, scorePairs, options);
  const at = remembered((rows: Int32Array) => {
    const own = repeatedScores(outcomes, rows);
    return { ...own, ...betweenRuns(own) };
  });
  const noise = (metric: "bd" | "bc", name: string) =>
    overRuns((rows) => {
      const { runs, [metric]: values } = at(rows);
      const none = runs < 2 ? "it needs a sample scored in two runs or more, found 1 run" : undefined;
      return [{ values, weight: 1, name, none }];
    });
  const floor = noise("bd", "the floor"), ceiling = noise("bc", "the ceiling");
  return table({
    bd_floor: floor,
    bc_ceiling: ceiling,
    runs: countOf((rows) => at(rows).runs),
    ...interval(floor),
    ...limits("bc", ceiling),
    bc_n_clusters: evidence("bc", ceiling).bc_clusters,
    n: countOf((rows) => new Set(at(rows).bc.map(({ row }) => row)).size),
    n_incomplete: countOf((rows) => at(rows).incomplete),
  });
}

/** BD and BC of every ordered pair of runs that scored a sample, as if one were the perturbed side of the other. */
export function betweenRuns({ samples }: RepeatedScores): Record<"bd" | "bc", RunValue[]> {
  const bd: RunValue[] = [], bc: RunValue[] = [];
  samples.forEach(({ row, scores: own }) => {
    const runs = own.length;
    for (let r = 0; r < runs; r++) {
      for (let s = 0; s < runs; s++) {
        if (r === s || Number.isNaN(own[r] + own[s])) continue;
        const run = r * runs + s;
        if (own[r] > 1) bd.push({ value: deviation(own[r], own[s]), run, row });
        bc.push({ value: conformity(own[r], own[s], MAX_SCORE), run, row });
      }
    }
  });
  return { bd, bc };
}

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
  const at = remembered((rows: Int32Array) => repeatedScores(outcomes, rows));
  // One sample's square may exceed the largest variance that scores can have, their mean does not.
  const variance = (name: string, squares: (scores: number[][]) => number[]) =>
    meanOfUnits(name, (all) => {
      const { complete } = at(all);
      return { values: squares(complete.map(({ scores }) => scores)), rows: complete.map(({ row }) => row) };
    }, { range: [0, LARGEST], strays: true });
  const squareOf = (own: number[]) => own.length < 2 ? NaN : mean(own.map((y) => (y - mean(own)) ** 2));
  const run = variance("the variance over runs", (scores) => scores.map(squareOf));
  const sample = variance("the variance over samples", (scores) => {
    const means = scores.map(mean), centre = mean(means);
    return means.map((one) => means.length < 2 ? NaN : (one - centre) ** 2);
  });
  return table({
    inter_run: run,
    inter_sample: sample,
    ...interval(run),
    ...limits("inter_sample", sample),
    n: countOf((rows) => at(rows).complete.length),
    runs: countOf((rows) => at(rows).runs),
    n_incomplete: countOf((rows) => at(rows).incomplete),
  });
}
