import type pl from "nodejs-polars";
import { type ImageSums, imageSums } from "./image_sums.ts";
import type { PreferenceMatrixOptions } from "./preference_matrix.ts";
import { requireOptions } from "../results/require_options.ts";

/** A column is noisy with more than this share of noise, and more than so many times the noise of the middle column. */
const MOST_COLUMN_NOISE = 0.1, TIMES_THE_MIDDLE = 3;

/**
 * For each evaluator the share of its column's variance over generators that is noise of the mean scores:
 * mean_g var(Φ_ge − mean_g Φ_ge)/var_g(Φ_ge), the variance of a mean over images. What an evaluator gives all captions of an image alike is
 * no noise: standardising takes it out. 0 = its differences between generators are all real, 1 = all could be chance.
 */
export function columnNoise(
  { rows, totals, columns, cells, evaluators, generators, images, means }: ImageSums,
): Float64Array {
  const width = evaluators.length, height = generators.length;
  const phi = means(totals), noise = new Float64Array(width), spread = new Float64Array(width);
  const countAt = (c: number) => columns === 2 * cells ? cells + c : cells;
  for (let k = 0; k < images; k++) {
    const start = k * columns;
    for (let e = 0; e < width; e++) {
      let mean = 0;
      const move = (g: number) => {
        const c = g * width + e;
        return (rows[start + c] - rows[start + countAt(c)] * phi[c]) / totals[countAt(c)];
      };
      for (let g = 0; g < height; g++) mean += move(g) / height;
      for (let g = 0; g < height; g++) noise[e] += (move(g) - mean) ** 2 / height;
    }
  }
  for (let e = 0; e < width; e++) {
    let mean = 0;
    for (let g = 0; g < height; g++) mean += phi[g * width + e] / height;
    for (let g = 0; g < height; g++) spread[e] += (phi[g * width + e] - mean) ** 2 / height;
  }
  return noise.map((own, e) => own * images / (images - 1) / spread[e]);
}

/**
 * Which columns are so noisy that their intervals miss: more than 10% of the variance is noise (`columnNoise`) and it is more than three times that of
 * the middle column. Noise that all columns have alike is taken out by the correction and does no harm.
 *
 * In simulations with 12 evaluators (`tests/calibration/noise_rule.ts`; 20 data sets for each of 18 settings at 100 and at 200 images; the table is
 * in `figures/calibration/audit_after.md`) 0 to 1% of columns like their neighbours were flagged at 100 images and up to 2% at 200, also where a single
 * score was mostly noise. Intervals of flagged columns that are noisier than the others covered 74 to 92% where a single score's noise has a standard
 * deviation of 0.07 or 0.2, and 94 to 98% (100 images) or 87 to 94% (200) where it is 0.4 and the flag says little; those of all other columns 93 to 96.5%.
 * An evaluator with four times the others' noise, or a quarter of their differences or less, was flagged in 55 to 100% of data sets, in 15 to 50% where
 * the others were nearly as noisy; one with twice the noise in none to 5% (its intervals covered 92 to 96%). At 1,000 images only four settings were
 * run, and no column was flagged.
 */
export function noisyColumns(noise: Float64Array): boolean[] {
  const sorted = noise.slice().sort(), middle = sorted[(sorted.length - 1) >> 1];
  return Array.from(noise, (own) => own > MOST_COLUMN_NOISE && own > TIMES_THE_MIDDLE * middle);
}

/**
 * The evaluators whose columns are noisy (`noisyColumns`): what `exclude: "noisy"` leaves out.
 *
 * @throws {RangeError} as `preferenceMatrix`
 */
export function noisyEvaluators(
  captionScores: pl.DataFrame,
  options: Omit<PreferenceMatrixOptions, "exclude"> = {},
): string[] {
  requireOptions("noisyEvaluators", options, ["setting", "images"]);
  const sums = imageSums("noisyEvaluators", captionScores, options), noisy = noisyColumns(columnNoise(sums));
  return sums.evaluators.filter((_, e) => noisy[e]);
}

/** The names that are left out: those given, or the noisy ones. */
export function excludedNames(
  captionScores: pl.DataFrame,
  { exclude, setting, images }: Omit<PreferenceMatrixOptions, "exclude"> & {
    exclude?: readonly string[] | "noisy";
  },
): readonly string[] | undefined {
  return exclude === "noisy" ? noisyEvaluators(captionScores, { setting, images }) : exclude;
}
