import { inWords } from "../progress/show.ts";
import type pl from "nodejs-polars";
import type { CaptionSetting } from "../papers/philautia.ts";
import { requireBetween, requireOptions } from "../progress/require.ts";
import { type ImageSums, imageSums } from "./image_sums.ts";
import { metricFrame } from "./metric_table.ts";
import type { MetricFrame } from "./metric_types.ts";
import { philautiaOfMatrix } from "./philautia.ts";
import { jackknifeStandardized } from "./philautia_jackknife.ts";
import type { PreferenceMatrixOptions } from "./preference_matrix.ts";

/**
 * With fewer evaluators than this a row of Φ̃ has next to no freedom: with two its entries are ±1 whatever the scores, and of pure noise 60%,
 * 22.5% and 13% of the rows of two, three and four evaluators looked like self-preference. Below it nothing is tested, intervals are left empty.
 */
export const LEAST_EVALUATORS = 4;

/** Options of `philautiaIntervals`. */
export interface PhilautiaIntervalsOptions extends Omit<PreferenceMatrixOptions, "setting"> {
  /** Only caption scores of this setting: "ref_free" or "ref_based". */
  setting: CaptionSetting | (string & Record<never, never>);
  /** Level of the intervals; 0.95 by default. */
  level?: number;
  /** 0, the default: population standard deviation, as in the paper; 1: the sample's. */
  ddof?: number;
}

/**
 * Intervals over images for every entry of Φ̃ and so for every philautia score (rows with `is_self`): what other images of
 * the same kind could have given. Images are the independent units; all scores of an image stay together.
 *
 * The delete-one jackknife, in closed form from sums by image: Φ̃ is no mean of numbers that images have, so that `infer` cannot make it. Noise of the
 * mean scores adds to the spread of a row, by which its entries are divided, and so pulls them towards 0; `corrected` has that part of the variance taken
 * out, the standard error is its jackknife, `low, high` are around it by Student's t. (A bootstrap adds the noise a second time: 91% and 82% where
 * this covers 94.5%.) Share of the entries' intervals that cover in simulations: 94.5% at 200, 94.7% at 1,000, 95.2% at 4,500 images with the noise
 * of `simulateCaptionScores`; 94.6, 94.6 and 95.3% with almost three times that of a single score.
 *
 * One row per generator and evaluator: `setting, generator, evaluator, is_self, value` (the entry as the paper computes it),
 * `corrected, se, low, high` (95%), `n` (scores in the cell), `n_clusters` (images), `phi` (mean score), `noise_share` (the part of the variance of
 * the generator's row that is noise of the means; the correction takes it out) and `warning` in words. Limits that hold for k of them at once have the
 * level 1 − 0.05/k (Bonferroni); of all scores of five evaluators such limits covered 86%.
 *
 * Where it fails, and says so: fewer than four evaluators have no limits; four cover 88%, entries then lie near their bound; the column of an evaluator that scored less than half of the images 90 to 93%. Where it fails without a word: the column of an
 * evaluator with four times the noise of the others covers 74 to 92%. `corrected, low, high` are cut off at ±√(n − 1), beyond which no entry of n evaluators
 * can be; limits hold `value` and `corrected`. Intervals say nothing about other prompts, other runs or other models. Fewer than two images give NaN.
 *
 * @throws {RangeError} as `philautia`; for a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { philautiaIntervals, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const [first] = philautiaIntervals(scores, { setting: "ref_free" }).toRecords();
 * assert.match(String(first.warning), /^3 evaluators/); // too few for an interval
 * ```
 */
export function philautiaIntervals(
  captionScores: pl.DataFrame,
  options: PhilautiaIntervalsOptions,
): MetricFrame<
  "value corrected se low high n n_clusters phi noise_share warning",
  unknown,
  "setting" | "generator" | "evaluator" | "is_self"
> {
  const action = "philautiaIntervals";
  requireOptions(action, options, ["setting", "exclude", "level", "ddof"], arguments);
  const { setting, level = 0.95, ddof = 0 } = options;
  requireBetween(action, "a level", level);
  const sums = imageSums(action, captionScores, options);
  const { generators, evaluators, images, cells, totals, phi } = sums, width = evaluators.length;
  if (images === 0) throw new RangeError(`${action}: wanted numbers in the column score, found none`);
  // What is missing or constant is said by name before anything is left out.
  philautiaOfMatrix(sums, { ddof, setting });
  const found = jackknifeStandardized(sums, { level, ddof });

  // One extreme value among n equal ones.
  const bound = Math.sqrt((width - 1) * (width - ddof) / width);
  const isFew = width < LEAST_EVALUATORS, scored = imagesScored(sums);
  const warningOf = (e: number) =>
    isFew
      ? `${
        inWords(width, "evaluator")
      }: among fewer than ${LEAST_EVALUATORS} entries the largest is large whatever the scores, no interval`
      : 2 * scored[e] < images
      ? `${evaluators[e]} scored ${scored[e]} of ${images} images: its intervals may miss`
      : width === LEAST_EVALUATORS
      ? "four evaluators: intervals covered 88% in simulations"
      : null;
  const limited = (value: number) => Math.min(bound, Math.max(-bound, value));
  const rows = Array.from({ length: cells }, (_, c) => {
    const g = Math.floor(c / width), e = c % width;
    // Cut off, and still around both estimates.
    const around = [found.value[c], limited(found.corrected[c])].filter((value) => !Number.isNaN(value));
    return {
      setting,
      generator: generators[g],
      evaluator: evaluators[e],
      is_self: generators[g] === evaluators[e],
      value: found.value[c],
      corrected: limited(found.corrected[c]),
      se: found.se[c],
      low: isFew ? NaN : Math.min(limited(found.low[c]), ...around),
      high: isFew ? NaN : Math.max(limited(found.high[c]), ...around),
      n: totals[sums.columns === 2 * cells ? cells + c : cells],
      n_clusters: images,
      phi: phi[g][e],
      noise_share: found.noiseShare[g],
      warning: warningOf(e),
    };
  });
  return metricFrame(
    ["setting", "generator", "evaluator", "is_self"],
    "value corrected se low high n:count n_clusters:count phi noise_share warning:text",
    rows,
    captionScores,
    level,
  );
}

/** Images of which each evaluator scored a caption. */
function imagesScored({ rows, columns, cells, evaluators, images }: ImageSums): Int32Array {
  const width = evaluators.length, scored = new Int32Array(width);
  if (columns < 2 * cells) return scored.fill(images);
  for (let start = cells; start < rows.length; start += columns) {
    for (let e = 0; e < width; e++) {
      let any = 0;
      for (let c = e; c < cells; c += width) any += rows[start + c];
      if (any > 0) scored[e]++;
    }
  }
  return scored;
}
