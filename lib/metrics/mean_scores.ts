import { told } from "../progress/told.ts";
import pl from "nodejs-polars";
import { captionCodes } from "../results/caption_codes.ts";
import { columnNumbers } from "../results/factor.ts";
import { columnList, defaultGroups, isFrame, ratingEvaluators } from "../results/frame.ts";
import { NUMBER } from "../stats/infer.ts";
import { requireOptions } from "../progress/require.ts";
import { frameClusters } from "./pair_rows.ts";
import { metric } from "./metric.ts";
import { count, counted, interval, mean } from "./metric_columns.ts";
import {
  type By,
  type Evidence,
  METRIC_OPTIONS,
  type MetricFrame,
  type MetricOptions,
} from "./metric_types.ts";

/**
 * The mean score that every evaluator gives to the captions of one generator, or to all, with its 95% interval over images
 * (`infer`; all scores of an image together). Columns: `setting, evaluator, n, mean, low, high, n_clusters, n_unscored`.
 *
 * These are the entries of Φ (or the means of its columns where images and runs are the same in all cells); they say how
 * strict an evaluator is and how good the captions are, not yet whom it prefers. Of `ratings` it is the mean of every evaluator's
 * column, in a row of its own whatever `by` says, without a setting; where any lies beyond 0 and 1 the limits are Student's.
 *
 * @throws {TypeError} without a setting of caption scores, with one of ratings
 * @throws {RangeError} for a setting or generator that does not occur
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meanScores, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * assert.deepEqual(meanScores(scores, { setting: "ref_free" }).columns.slice(0, 4), [
 *   "setting", "evaluator", "n", "mean",
 * ]);
 * ```
 */
export function meanScores<const Groups extends By = "setting" | "evaluator">(
  scores: pl.DataFrame,
  options: MetricOptions<Groups> & { setting?: string; generator?: string } = {},
): MeanScores<Groups> {
  const { setting, generator, where, ...common } = options ?? {};
  requireOptions("meanScores", common, [...METRIC_OPTIONS, "setting", "generator"]);
  const isRatings = isFrame(scores) && scores.columns.includes("human") &&
    !scores.columns.includes("setting");
  if (isRatings ? setting !== undefined : typeof setting !== "string") {
    const wanted = isRatings
      ? "no setting of ratings: meanScores(ratings)"
      : 'a setting, as in meanScores(scores, { setting: "ref_free" })';
    throw new TypeError(`meanScores: wanted ${wanted}, found ${told(setting)}`);
  }
  const rows = { ...where, ...isRatings ? {} : { setting }, ...generator === undefined ? {} : { generator } };
  const asked = { ...common, where: rows as MetricOptions["where"] },
    long = isRatings ? scoreRows(scores) : scores;
  const { outcomes: { values }, table } = metric("meanScores", arguments, long, asked, {
    read(rows, clusters) {
      if (!isRatings) captionCodes(rows, "meanScores"); // the frame is one of caption scores
      const { codes } = frameClusters(rows, clusters);
      return { values: columnNumbers(rows.getColumn("score")), clusters: codes };
    },
    groups: (rows, by) => {
      if (by === undefined) return defaultGroups(rows, ["setting", "evaluator"]);
      return [...new Set([...columnList(by), ...isRatings ? ["evaluator"] : []])];
    },
  });
  const range = isRatings && values.some((value) => value < 0 || value > 1) ? NUMBER : undefined;
  const score = { name: "the score", range, value: (row: number) => values[row] }, average = mean(score);
  const found = table({
    n: count(score),
    mean: average,
    ...interval(average),
    n_unscored: counted((row) => Number.isNaN(values[row])),
  });
  return found as pl.DataFrame as MeanScores<Groups>;
}

/** A row per rating and evaluator. */
function scoreRows(ratings: pl.DataFrame): pl.DataFrame {
  const evaluators = ratingEvaluators(ratings),
    others = ratings.columns.filter((name) => !evaluators.includes(name));
  if (evaluators.length === 0) {
    throw new TypeError(`meanScores: wanted a column of numbers beside human, found ${others.join(", ")}`);
  }
  const kept = others.filter((name) => name !== "evaluator").map((name) => pl.col(name));
  return pl.concat(evaluators.map((evaluator) =>
    ratings.select(
      ...kept,
      pl.lit(evaluator).alias("evaluator"),
      pl.col(evaluator).cast(pl.Float64).alias("score"),
    )
  ));
}

/** The table of `meanScores`. */
export type MeanScores<Groups> = MetricFrame<"n mean n_unscored", Evidence, Groups>;
