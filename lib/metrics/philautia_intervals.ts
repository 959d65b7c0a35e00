import type pl from "nodejs-polars";
import type { CaptionSetting } from "../papers/philautia.ts";
import { requireOptions } from "../results/require_options.ts";
import { doublyStandardized } from "../stats/doubly_standardized.ts";
import { requireBetween, requireOneOf, requireSeed } from "../stats/require_value.ts";
import { doubleCentre } from "./double_centre.ts";
import { type ImageSums, imageSums } from "./image_sums.ts";
import { metricFrame } from "./metric_table.ts";
import { columnNoise, excludedNames, noisyColumns } from "./noisy_evaluators.ts";
import { philautiaOfMatrix } from "./philautia.ts";
import {
  type EntriesOf,
  jackknifeEntries,
  jackknifeStandardized,
  percentileEntries,
  rowNoise,
  simultaneousLimits,
} from "./philautia_resampling.ts";
import type { PreferenceMatrixOptions } from "./preference_matrix.ts";

/**
 * With fewer evaluators than this a row of Φ̃ has next to no freedom: with two its entries are ±1 whatever the scores, and of pure noise 60%,
 * 22.5% and 13% of the rows of two, three and four evaluators looked like self-preference. Below it nothing is tested, intervals are left empty.
 */
export const LEAST_EVALUATORS = 4;

/** An evaluator with scores on a smaller part of the images is warned of: from there on its column covers less than 93%. */
const PART_SCORED = 0.4;

/** Replicates of the percentile bootstrap. */
const REPLICATES = 10_000;

/** Options of `philautiaIntervals`. */
export interface PhilautiaIntervalsOptions extends Omit<PreferenceMatrixOptions, "exclude"> {
  /** Only caption scores of this setting: "ref_free" or "ref_based". */
  setting: CaptionSetting | (string & Record<never, never>);
  /** Evaluators to leave out: by name, or those whose column is noisy (`noisyEvaluators`). */
  exclude?: readonly string[] | "noisy";
  /** Adds limits that hold for all philautia scores at once, or for all entries. */
  simultaneous?: "diagonal" | "matrix";
  /** Entries of Φ̃, or the residuals of `doubleCentre` in points of score. */
  estimator?: "standardized" | "double_centred";
  /** How the limits are made: "jackknife" by default; "percentile" bootstrap for comparison only. */
  method?: "jackknife" | "percentile";
  /** Level of the intervals; 0.95 by default. */
  level?: number;
  /** 0, the default: population standard deviation, as in the paper; 1: the sample's. */
  ddof?: number;
  /** Groups of images for the jackknife; every image by itself up to 5,000 by default. */
  groups?: number;
  /** For the percentile bootstrap. */
  replicates?: number;
  /** For the percentile bootstrap and the simultaneous limits. */
  seed?: number;
}

/**
 * Intervals over images for every entry of Φ̃ and so for every philautia score (rows with `is_self`): what other images of
 * the same kind could have given. Images are the independent units; all scores of an image stay together.
 *
 * Default: the delete-one jackknife, in closed form from sums by image. Noise of the mean scores adds to the spread of a row, by
 * which its entries are divided, and so pulls them towards 0; `corrected` has that part of the variance taken out, the
 * standard error is its jackknife, `low, high` are around it by Student's t. `percentile` is for comparison only: a bootstrap
 * adds the noise a second time. Share of the entries' intervals that cover in simulations:
 * 94.5% at 200, 94.7% at 1,000, 95.2% at 4,500 images with the noise of `simulateCaptionScores`; 94.6, 94.6 and 95.3% with almost three
 * times that of a single score. The percentile bootstrap covers philautia scores 91% of the time at 200 images, and 82% with the larger noise. With four
 * evaluators instead of twelve the jackknife covers 92%: entries then lie near their bound.
 *
 * One row per generator and evaluator: `setting, generator, evaluator, is_self, value` (the entry as the paper computes it),
 * `corrected, se` (both NaN for `percentile`), `low, high` (95%), `n` (scores in the cell), `n_clusters` (images), `phi`
 * (mean score), `noise_share` (the part of the variance of the generator's row that is noise of the means; the correction takes it out),
 * `noisy` (more than 10% of the evaluator's column is noise, `column_noise`, and three times the middle column's: its intervals then cover
 * 74 to 92%, more where all columns are noisy; `noisyEvaluators` and `exclude: "noisy"` find and leave out such evaluators) and `warning` in words. `simultaneous` adds `simultaneous_low, simultaneous_high`, which
 * hold for all philautia scores, or all entries, at once (max-t). Fewer than four evaluators: no limits, and a warning that says why. An evaluator that scored
 * few of the images is left behind by the others' precision: on 15% of 100 to 1,000 images its column covers 90 to 92%, on 30% 92 to 93%, on half of them 94 to 95% (± 1);
 * below 40% `warning` says so.
 *
 * `corrected, low, high` are cut off at ±√(n − 1), beyond which no entry of n evaluators can be; limits hold `value` and `corrected`. Intervals say nothing about other prompts, other runs or other models. Fewer than two images give NaN.
 *
 * @throws {RangeError} as `philautia`; for an unknown method or estimator, or a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { philautiaIntervals, readCaptionScores } from "judgebias";
 *
 * const scores = readCaptionScores("data/examples/caption_scores.csv");
 * const [first] = philautiaIntervals(scores, { setting: "ref_free" }).toRecords();
 * assert.match(String(first.warning), /^3 evaluators/); // too few for an interval
 * const points = philautiaIntervals(scores, { setting: "ref_free", estimator: "double_centred" }).toRecords();
 * assert.ok(points.every(({ low, value, high }) => Number(low) <= Number(value) && Number(value) <= Number(high)));
 * ```
 */
export function philautiaIntervals(
  captionScores: pl.DataFrame,
  options: PhilautiaIntervalsOptions,
): pl.DataFrame {
  requireOptions("philautiaIntervals", options, [
    ...["setting", "images", "exclude", "simultaneous", "estimator", "method", "level", "ddof", "groups"],
    ...["replicates", "seed"],
  ]);
  const { setting, estimator = "standardized", method = "jackknife", level = 0.95, ddof = 0 } = options;
  requireOneOf("philautiaIntervals", "the estimator", estimator, ["standardized", "double_centred"]);
  requireOneOf("philautiaIntervals", "the method", method, ["jackknife", "percentile"]);
  requireBetween("philautiaIntervals", "a level", level);
  requireSeed("philautiaIntervals", options.seed ?? 1);
  const { simultaneous } = options;
  if (
    simultaneous !== undefined &&
    (simultaneous !== "diagonal" && simultaneous !== "matrix" || method !== "jackknife" ||
      estimator !== "standardized")
  ) {
    throw new RangeError(
      `philautiaIntervals: wanted simultaneous "diagonal" or "matrix" with the jackknife of Φ̃, found ${
        JSON.stringify(simultaneous)
      } with ${method} and ${estimator}`,
    );
  }
  const sums = imageSums("philautiaIntervals", captionScores, {
    ...options,
    exclude: excludedNames(captionScores, options),
  });
  const { generators, evaluators, images, cells, totals } = sums;
  const width = evaluators.length;
  const table = (values: ArrayLike<number>) =>
    generators.map((_, g) => Array.from({ length: width }, (_, e) => values[g * width + e]));
  const phi = sums.means(totals);
  // What is missing or constant is said by name before anything is resampled.
  if (estimator === "standardized") {
    philautiaOfMatrix({ generators, evaluators, phi: table(phi) }, { ddof, setting });
  }

  const entries: EntriesOf = estimator === "standardized"
    ? (means) => doublyStandardized(means, width, { ddof }).phiTilde
    : (means) => Float64Array.from(doubleCentre(table(means)).flat());
  const { groups, replicates = REPLICATES, seed = 1 } = options;
  const standardized = estimator === "standardized"
    ? jackknifeStandardized(sums, { level, groups, ddof })
    : null;
  const { noiseShare } = standardized ?? rowNoise(sums, { groups, ddof });
  const jackknife = standardized ?? jackknifeEntries(sums, entries, { level, groups });
  const none = new Float64Array(cells).fill(NaN);
  const found = method === "jackknife" ? jackknife : {
    value: jackknife.value,
    corrected: none,
    se: none,
    ...percentileEntries(sums, entries, { level, replicates, seed }),
  };
  // One extreme value among n equal ones.
  const bound = estimator === "standardized" ? Math.sqrt((width - 1) * (width - ddof) / width) : Infinity;
  const few = estimator === "standardized" && width < LEAST_EVALUATORS;
  const noise = columnNoise(sums), noisy = noisyColumns(noise);
  const scored = imagesScored(sums);
  const isChosen = (c: number) =>
    simultaneous === "matrix" || generators[Math.floor(c / width)] === evaluators[c % width];
  const joint = simultaneous && standardized && !few
    ? simultaneousLimits(standardized, Array.from({ length: cells }, (_, c) => c).filter(isChosen), {
      level,
      seed,
    })
    : { low: none, high: none };
  const warningOf = (e: number) => {
    if (few) {
      return `${width} evaluators: entries of fewer than ${LEAST_EVALUATORS} are large whatever the scores, no interval`;
    }
    if (noisy[e]) {
      return `${(100 * noise[e]).toFixed(0)}% of the variance of ${
        evaluators[e]
      }'s column is noise: its intervals may miss`;
    }
    if (scored[e] < PART_SCORED * images) {
      return `${evaluators[e]} scored ${scored[e]} of ${images} images: its intervals may miss`;
    }
    return width === LEAST_EVALUATORS ? "four evaluators: intervals covered 91% in simulations" : null;
  };
  const around = (c: number) => [found.value[c], limited(found.corrected[c])].filter((v) => !Number.isNaN(v));
  const limited = (value: number) => Math.min(bound, Math.max(-bound, value));
  const rows = Array.from({ length: cells }, (_, c) => {
    const g = Math.floor(c / width), e = c % width;
    return {
      setting,
      generator: generators[g],
      evaluator: evaluators[e],
      is_self: generators[g] === evaluators[e],
      value: found.value[c],
      corrected: limited(found.corrected[c]),
      se: found.se[c],
      // Cut off, and still around both estimates.
      low: few ? NaN : Math.min(limited(found.low[c]), ...around(c)),
      high: few ? NaN : Math.max(limited(found.high[c]), ...around(c)),
      n: totals[sums.columns === 2 * cells ? cells + c : cells],
      n_clusters: images,
      phi: phi[c],
      noise_share: noiseShare[g],
      column_noise: noise[e],
      noisy: noisy[e],
      warning: warningOf(e),
      simultaneous_low: Math.min(limited(joint.low[c]), ...around(c)),
      simultaneous_high: Math.max(limited(joint.high[c]), ...around(c)),
    };
  });
  const keys = ["setting", "generator", "evaluator", "is_self"];
  return metricFrame(
    keys,
    "value corrected se low high n:count n_clusters:count phi noise_share noisy:flag column_noise warning:text" +
      (simultaneous ? " simultaneous_low simultaneous_high" : ""),
    rows,
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
