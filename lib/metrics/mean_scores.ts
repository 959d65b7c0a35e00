import { told } from "../progress/told.ts";
import type pl from "nodejs-polars";
import { captionCodes } from "../results/caption_codes.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireOptions } from "../progress/require.ts";
import { frameClusters } from "./pair_rows.ts";
import { metric } from "./metric.ts";
import { count, counted, interval, mean } from "./metric_columns.ts";
import type { By } from "./metric_table.ts";
import { type Evidence, METRIC_OPTIONS, type MetricFrame, type MetricOptions } from "./metric_types.ts";

/**
 * The mean score that every evaluator gives to the captions of one generator, or to all, with its 95% interval over images
 * (`infer`; all scores of an image together). Columns: `setting, evaluator, n, mean, low, high, n_clusters, n_unscored`.
 *
 * These are the entries of Φ (or the means of its columns where images and runs are the same in all cells); they say how
 * strict an evaluator is and how good the captions are, not yet whom it prefers.
 *
 * @throws {TypeError} without a setting
 * @throws {RangeError} for a setting or generator that does not occur
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { meanScores, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * assert.deepEqual(meanScores(scores, { setting: "ref_free" }).columns.slice(0, 4), ["setting", "evaluator", "n", "mean"]);
 * ```
 */
export function meanScores<const Groups extends By = "setting" | "evaluator">(
  captionScores: pl.DataFrame,
  options: MetricOptions<Groups> & { setting: string; generator?: string },
): MeanScores<Groups> {
  const { setting, generator, where, ...common } = options ?? {};
  requireOptions("meanScores", common, [...METRIC_OPTIONS, "setting", "generator"]);
  if (typeof setting !== "string") {
    throw new TypeError(
      `meanScores: wanted a setting, as in meanScores(scores, { setting: "ref_free" }), found ${
        told(setting)
      }`,
    );
  }
  const rows = { ...where, setting, ...generator === undefined ? {} : { generator } };
  const asked = { ...common, where: rows };
  const { outcomes: { values }, table } = metric("meanScores", arguments, captionScores, asked, {
    read(rows, clusters) {
      captionCodes(rows, "meanScores"); // the frame is one of caption scores
      return {
        values: columnNumbers(rows.getColumn("score")),
        clusters: frameClusters(rows, clusters).codes,
      };
    },
    groups: ["setting", "evaluator"],
  });
  const score = { name: "the score", value: (row: number) => values[row] }, average = mean(score);
  const found = table({
    n: count(score),
    mean: average,
    ...interval(average),
    n_unscored: counted((row) => Number.isNaN(values[row])),
  });
  return found as pl.DataFrame as MeanScores<Groups>;
}

/** The table of `meanScores`. */
export type MeanScores<Groups> = MetricFrame<
  "n mean n_unscored",
  Evidence,
  Groups
>;
