import type pl from "nodejs-polars";
import { requireOneCondition } from "../results/default_groups.ts";
import { captionCodes } from "../results/caption_codes.ts";
import { requireOptions } from "../results/require_options.ts";
import { meanInterval } from "../stats/mean_interval.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { metricFrame } from "./metric_table.ts";

/**
 * The mean score that every evaluator gives to the captions of one generator, or to all, with its 95% interval over images
 * (cluster-robust; all scores of an image together). Columns: `setting, evaluator, n, mean, low, high, n_clusters, n_unscored`.
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
export function meanScores(
  captionScores: pl.DataFrame,
  options: { setting: string; generator?: string; level?: number },
): pl.DataFrame {
  const { setting, generator, level, ...others } = options ?? {};
  if (typeof setting !== "string") {
    throw new TypeError(
      `meanScores: wanted a setting, as in meanScores(scores, { setting: "ref_free" }), found ${
        setting === undefined ? "none" : JSON.stringify(setting)
      }`,
    );
  }
  requireOptions("meanScores", others, ["setting", "generator", "level"]);
  const codes = captionCodes(captionScores);
  requireOneCondition("meanScores", captionScores);
  const code = (factor: { levels: readonly unknown[] }, name: string | undefined, what: string) => {
    const found = factor.levels.findIndex((level) => String(level) === name);
    if (name === undefined || found >= 0) return found;
    throw new RangeError(
      `meanScores: wanted a ${what} out of ${factor.levels.join(", ") || "none"}, found ${
        JSON.stringify(name)
      }`,
    );
  };
  const wanted = code(codes.setting, setting, "setting"),
    writer = code(codes.generator, generator, "generator");
  const evaluators = codes.evaluator.levels.length;
  const values: number[][] = Array.from({ length: evaluators }, () => []);
  const images: number[][] = Array.from({ length: evaluators }, () => []);
  const unscored = new Int32Array(evaluators);
  const [ofSetting, ofGenerator, ofEvaluator, ofImage] = [
    codes.setting.codes,
    codes.generator.codes,
    codes.evaluator.codes,
    codes.image.codes,
  ];
  for (let i = 0; i < codes.height; i++) {
    if (ofSetting[i] !== wanted || (writer >= 0 && ofGenerator[i] !== writer)) continue;
    const e = ofEvaluator[i];
    if (Number.isNaN(codes.score[i])) unscored[e]++;
    else {
      values[e].push(codes.score[i]);
      images[e].push(ofImage[i]);
    }
  }
  const rows = values.flatMap((own, e) => {
    if (own.length + unscored[e] === 0) return [];
    const interval = meanInterval(own, images[e], { bounds: [0, 1], share: false, level });
    const evaluator = String(codes.evaluator.levels[e]);
    return [{
      setting,
      evaluator,
      n: interval.n,
      mean: interval.estimate,
      ...intervalCells(interval),
      n_unscored: unscored[e],
    }];
  }).sort((a, b) => a.evaluator < b.evaluator ? -1 : 1);
  return metricFrame(["setting", "evaluator"], `n:count mean ${INTERVAL} n_unscored:count`, rows);
}
