import type pl from "nodejs-polars";
import { requireBetween, requireOptions } from "../progress/require.ts";
import { inWords } from "../progress/show.ts";
import { studentQuantile } from "../stats/distributions.ts";
import { jackknifeTotals } from "../stats/jackknife_totals.ts";
import { metricFrame } from "./metric_table.ts";
import type { MetricFrame } from "./metric_types.ts";
import { philautiaOfMatrix, type PhilautiaOptions } from "./philautia.ts";
import { type ImageSums, imageSums } from "./preference_matrix.ts";
import { standardizeLine } from "./standardize.ts";

/** Below it nothing is tested: of pure noise 60%, 22.5% and 13% of the rows of Φ̃ of two, three and four evaluators looked like self-preference. */
export const LEAST_EVALUATORS = 4;

/** Options of `philautiaIntervals`. */
export interface PhilautiaIntervalsOptions extends Omit<PhilautiaOptions, "estimator"> {
  /** Level of the intervals; 0.95 by default. */
  level?: number;
}

/**
 * Intervals over images for every entry of Φ̃ and so for every philautia score (rows with `is_self`): what other images of
 * the same kind could have given. Images are the independent units; all scores of an image stay together.
 *
 * The delete-one jackknife, in closed form from sums by image: Φ̃ is no mean of numbers that images have, so that `infer` cannot make it. Noise of the
 * mean scores adds to the spread of a row, by which its entries are divided, and so pulls them towards 0; `corrected` has that part of the variance taken
 * out, the standard error is its jackknife, `low, high` are around it by Student's t: in simulations they cover 94 to 95% (a bootstrap adds the noise a second
 * time: 82 to 91%).
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
  const isFew = width < LEAST_EVALUATORS;
  const countOf = (c: number) => totals[cells + c];
  const scored = evaluators.map((_, e) => generators.reduce((sum, _, g) => sum + countOf(g * width + e), 0));
  const most = Math.max(...scored), few = `${inWords(width, "evaluator")}: of fewer than ${LEAST_EVALUATORS}`;
  const warningOf = (e: number) =>
    isFew
      ? `${few} entries one is large whatever the scores, no interval`
      : 2 * scored[e] < most
      ? `${evaluators[e]} has ${scored[e]} scores where another has ${most}: its intervals may miss`
      : width === LEAST_EVALUATORS
      ? "four evaluators: intervals covered 88% in simulations"
      : null;
  const limited = (value: number) => Math.min(bound, Math.max(-bound, value));
  const rows = Array.from({ length: cells }, (_, c) => {
    const g = Math.floor(c / width), e = c % width;
    // Cut off, and still around both estimates.
    const around = [found.value[c], limited(found.corrected[c])].filter((value) => !Number.isNaN(value));
    return {
      ...{ setting, generator: generators[g], evaluator: evaluators[e] },
      is_self: generators[g] === evaluators[e],
      ...{ value: found.value[c], corrected: limited(found.corrected[c]), se: found.se[c] },
      low: isFew ? NaN : Math.min(limited(found.low[c]), ...around),
      high: isFew ? NaN : Math.max(limited(found.high[c]), ...around),
      ...{ n: countOf(c), n_clusters: images, phi: phi[g][e], noise_share: found.noiseShare[g] },
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

/** Errors below this are those of rounding: images are alike, and tell nothing of others. */
const ROUNDING = 1e-12;

/** At most this part of a row's variance is taken out as noise: what is left must have a spread. */
const MOST_NOISE = 0.98;

/**
 * The jackknife over images of Φ̃ freed from noise, and the part of every row's variance that is noise: entries are d_ij/s_i, d the column z-scores less
 * their mean in the row; noise of the mean scores adds v_i (jackknife variance of the d_ij, averaged over the row) to s_i², and corrected are
 * d_ij/√(s_i² − v_i), as is every replicate. `averages` are sets of entries whose means are wanted too.
 */
export function jackknifeStandardized(
  { rows, columns, cells, means, totals, evaluators, generators }: ImageSums,
  { level, ddof, averages = [] }: { level: number; ddof: number; averages?: readonly (readonly number[])[] },
) {
  const width = evaluators.length, height = generators.length;
  const centred = (totals: Float64Array) => {
    const found = means(totals);
    for (let j = 0; j < width; j++) standardizeLine(found, { start: j, stride: width, count: height, ddof });
    for (let start = 0; start < cells; start += width) {
      const row = found.subarray(start, start + width), mean = row.reduce((sum, one) => sum + one, 0) / width;
      row.forEach((_, k) => row[k] -= mean);
    }
    return found;
  };
  const plain = jackknifeTotals({ rows, columns, statistics: centred });
  const perRow = (values: Float64Array) => {
    const squares = new Float64Array(height);
    values.forEach((value, c) => squares[Math.floor(c / width)] += value ** 2 / width);
    return squares;
  };
  const noise = perRow(plain.standardError), spread = perRow(plain.estimate);
  const scoresOf = (totals: Float64Array) =>
    totals.subarray(cells, columns).reduce((sum, one) => sum + one, 0);
  const all = scoresOf(totals);
  const scaled = (entries: Float64Array, removed: (g: number) => number) => {
    const sds = perRow(entries).map((squares, g) => {
      const left = Math.max(squares - removed(g), (1 - MOST_NOISE) * squares);
      return Math.sqrt(left * width / (width - ddof));
    });
    const own = entries.map((entry, c) => entry / sds[Math.floor(c / width)]);
    const both = new Float64Array(cells + averages.length);
    both.set(own);
    averages.forEach((places, a) =>
      both[cells + a] = places.reduce((sum, place) => sum + own[place], 0) / places.length
    );
    return both;
  };
  const { estimate, standardError } = jackknifeTotals({
    rows,
    columns,
    statistics: (left, without) => {
      const entries = without === undefined ? plain.estimate : plain.left[without];
      return scaled(entries, (g) => noise[g] * all / scoresOf(left));
    },
  });
  const value = scaled(plain.estimate, () => 0), { groups } = plain;
  const t = groups < 2 ? NaN : studentQuantile((1 + level) / 2, groups - 1);
  const half = standardError.map((error) => error > ROUNDING ? t * error : NaN);
  const low = estimate.map((one, c) => one - half[c]), high = estimate.map((one, c) => one + half[c]);
  const part = (from: number, to?: number) => {
    const of = (list: Float64Array) => list.slice(from, to);
    return { value: of(value), corrected: of(estimate), se: of(standardError), low: of(low), high: of(high) };
  };
  const noiseShare = noise.map((own, g) => own / spread[g]);
  return { ...part(0, cells), averages: part(cells), groups, noiseShare };
}
