import type pl from "nodejs-polars";
import { type ImageSums, imageSums } from "./image_sums.ts";
import type { PreferenceMatrixOptions } from "./preference_matrix.ts";
import { requireOptions } from "../results/require_options.ts";

/**
 * Above this share of noise a column's intervals miss. In simulations with 12 evaluators and 1,000 images they covered 92 to 96% below it
 * (also where one evaluator had four times the others' noise), 90% at it, 85% at 0.14 and 82% at 0.4.
 * Few simulations: 12 data sets for each of 9 settings; with 200 and 300 images 94% were covered at 0.12, so that the flag may be too strict there.
 */
export const MOST_COLUMN_NOISE = 0.1;

/**
 * For each evaluator the share of its column's variance over generators that is noise of the mean scores:
 * mean_g var(Φ_ge − mean_g Φ_ge)/var_g(Φ_ge), the variance of a mean over images. What an evaluator gives all captions of an image alike is
 * no noise: standardising takes it out. 0 = its differences between generators are all real, 1 = all could be chance.
 */
export function columnNoise(
  { rows, columns, cells, evaluators, generators, images, means }: ImageSums,
): Float64Array {
  const width = evaluators.length, height = generators.length;
  const totals = new Float64Array(columns);
  for (let k = 0; k < rows.length; k++) totals[k % columns] += rows[k];
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
 * The evaluators whose columns are more than 10% noise (`columnNoise`): what `exclude: "noisy"` leaves out.
 *
 * @throws {RangeError} as `preferenceMatrix`
 */
export function noisyEvaluators(
  captionScores: pl.DataFrame,
  options: Omit<PreferenceMatrixOptions, "exclude"> = {},
): string[] {
  requireOptions("noisyEvaluators", options, ["setting", "images"]);
  const sums = imageSums("noisyEvaluators", captionScores, options), noise = columnNoise(sums);
  return sums.evaluators.filter((_, e) => noise[e] > MOST_COLUMN_NOISE);
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
