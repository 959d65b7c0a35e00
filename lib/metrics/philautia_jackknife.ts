import { standardizeLine } from "./standardize.ts";
import { jackknifeTotals } from "../stats/jackknife_totals.ts";
import { studentQuantile } from "../stats/distributions.ts";
import type { ImageSums } from "./image_sums.ts";

/** Errors below this are those of rounding: images are alike, and tell nothing of others. */
const ROUNDING = 1e-12;

/** At most this part of a row's variance is taken out as noise: what is left must have a spread. */
const MOST_NOISE = 0.98;

/**
 * The jackknife over images of Φ̃ freed from noise, and the part of every row's variance that is noise.
 *
 * A row's entries are d_ij/s_i, d the column z-scores less their mean in the row. Noise of the mean scores adds v_i (jackknife
 * variance of the d_ij, averaged over the row) to s_i²; corrected are d_ij/√(s_i² − v_i), and so is every jackknife replicate
 * (with v_i scaled to its number of scores).
 *
 * @param averages sets of entries (by place) whose means are wanted with intervals too
 */
export function jackknifeStandardized(
  sums: ImageSums,
  { level, ddof, averages = [] }: { level: number; ddof: number; averages?: readonly (readonly number[])[] },
) {
  const { rows, columns, cells } = sums;
  const width = sums.evaluators.length, height = sums.generators.length;
  const { plain, noise, noiseShare } = rowNoise(sums, ddof);
  const scoresOf = (totals: Float64Array) => {
    let count = 0;
    for (let c = cells; c < columns; c++) count += totals[c];
    return count;
  };
  const all = scoresOf(sums.totals);
  const scaled = (entries: Float64Array, removed: (g: number) => number) => {
    for (let g = 0; g < height; g++) {
      let squares = 0;
      for (let c = g * width; c < (g + 1) * width; c++) squares += entries[c] ** 2 / width;
      const left = Math.max(squares - removed(g), (1 - MOST_NOISE) * squares);
      const sd = Math.sqrt(left * width / (width - ddof));
      for (let c = g * width; c < (g + 1) * width; c++) entries[c] /= sd;
    }
    return entries;
  };
  const withAverages = (entries: Float64Array) => {
    if (averages.length === 0) return entries;
    const both = new Float64Array(cells + averages.length);
    both.set(entries);
    averages.forEach((places, a) =>
      both[cells + a] = places.reduce((sum, place) => sum + entries[place], 0) / places.length
    );
    return both;
  };
  const { estimate, standardError } = jackknifeTotals({
    rows,
    columns,
    // Centred rows are those of the first pass.
    statistics: (left, without) => {
      const centred = without === undefined ? plain.estimate : plain.left[without];
      return withAverages(scaled(centred.slice(), (g) => noise[g] * all / scoresOf(left)));
    },
  });
  const value = withAverages(scaled(plain.estimate.slice(), () => 0));
  const part = (from: number, to?: number) => {
    const corrected = estimate.slice(from, to), se = standardError.slice(from, to);
    const limits = jackknifeLimits(corrected, se, plain.groups, level);
    return { value: value.slice(from, to), corrected, se, ...limits };
  };
  return { ...part(0, cells), averages: part(cells), groups: plain.groups, noiseShare };
}

/** Of every row of centred column z-scores the variance that is noise of the mean scores (jackknife), and its part of the whole. */
function rowNoise({ rows, columns, cells, means, evaluators, generators }: ImageSums, ddof: number) {
  const width = evaluators.length, height = generators.length;
  const centred = (totals: Float64Array) => {
    const byEvaluator = means(totals);
    for (let j = 0; j < width; j++) {
      standardizeLine(byEvaluator, { start: j, stride: width, count: height, ddof });
    }
    return centredRows(byEvaluator, width);
  };
  const plain = jackknifeTotals({ rows, columns, statistics: centred });
  const noise = new Float64Array(height), spread = new Float64Array(height);
  for (let c = 0; c < cells; c++) {
    noise[Math.floor(c / width)] += plain.standardError[c] ** 2 / width;
    spread[Math.floor(c / width)] += plain.estimate[c] ** 2 / width;
  }
  return { plain, noise, noiseShare: noise.map((own, g) => own / spread[g]) };
}

/** Student's limits around estimates; NaN from a single group, and where groups are alike. */
export function jackknifeLimits(estimate: Float64Array, se: Float64Array, groups: number, level: number) {
  const t = groups < 2 ? NaN : studentQuantile((1 + level) / 2, groups - 1);
  const half = se.map((error) => error > ROUNDING ? t * error : NaN);
  return {
    low: estimate.map((value, c) => value - half[c]),
    high: estimate.map((value, c) => value + half[c]),
  };
}

/** Takes from column z-scores the mean of their row: what a row's standard deviation is made of. */
function centredRows(centred: Float64Array, width: number): Float64Array {
  for (let start = 0; start < centred.length; start += width) {
    let sum = 0;
    for (let k = start; k < start + width; k++) sum += centred[k];
    for (let k = start; k < start + width; k++) centred[k] -= sum / width;
  }
  return centred;
}
