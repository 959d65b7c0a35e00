import { quantileSorted } from "simple-statistics";
import { isStill } from "../stats/bca_tails.ts";
import { bootstrapTotals } from "../stats/bootstrap_totals.ts";
import { doublyStandardized } from "../stats/doubly_standardized.ts";
import { jackknifeTotals } from "../stats/jackknife_totals.ts";
import { maxT } from "../stats/max_t.ts";
import { studentQuantile } from "../stats/distributions.ts";
import type { ImageSums } from "./image_sums.ts";

/** Statistics of a matrix of mean scores (row-major), one per cell. */
export type EntriesOf = (means: Float64Array) => Float64Array;

/** What resampling images says of every cell. */
export interface ResampledEntries {
  value: Float64Array;
  corrected: Float64Array;
  se: Float64Array;
  low: Float64Array;
  high: Float64Array;
}

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
  { level, groups, ddof, averages = [] }: {
    level: number;
    groups?: number;
    ddof: number;
    averages?: readonly (readonly number[])[];
  },
): ResampledEntries & {
  noiseShare: Float64Array;
  averages: ResampledEntries;
  groups: number;
  /** What each group of images moves the entries by. */
  moves: Float64Array[];
} {
  const { rows, columns, cells } = sums;
  const width = sums.evaluators.length, height = sums.generators.length;
  const { plain, noise, noiseShare } = rowNoise(sums, { groups, ddof });
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
  const { estimate, standardError, moves } = jackknifeTotals({
    rows,
    columns,
    // Centred rows are those of the first pass.
    statistics: (left, without) => {
      const centred = without === undefined ? plain.estimate : plain.left[without];
      return withAverages(scaled(centred.slice(), (g) => noise[g] * all / scoresOf(left)));
    },
    groups,
  });
  const value = withAverages(scaled(plain.estimate.slice(), () => 0));
  const part = (from: number, to?: number): ResampledEntries => {
    const corrected = estimate.slice(from, to), se = standardError.slice(from, to);
    return { value: value.slice(from, to), corrected, se, ...limits(corrected, se, plain.groups, level) };
  };
  return {
    ...part(0, cells),
    averages: part(cells),
    groups: plain.groups,
    moves,
    noiseShare,
  };
}

/** Of every row of centred column z-scores the variance that is noise of the mean scores (jackknife), and its part of the whole. */
export function rowNoise(
  { rows, columns, cells, means, evaluators, generators }: ImageSums,
  { groups, ddof }: { groups?: number; ddof: number },
) {
  const width = evaluators.length, height = generators.length;
  const centred = (totals: Float64Array) =>
    centredRows(doublyStandardized(means(totals), width, { ddof }).byEvaluator, width);
  const plain = jackknifeTotals({ rows, columns, statistics: centred, groups });
  const noise = new Float64Array(height), spread = new Float64Array(height);
  for (let c = 0; c < cells; c++) {
    noise[Math.floor(c / width)] += plain.standardError[c] ** 2 / width;
    spread[Math.floor(c / width)] += plain.estimate[c] ** 2 / width;
  }
  return { plain, noise, noiseShare: noise.map((own, g) => own / spread[g]) };
}

/** The jackknife over images of statistics that noise biases only to order 1/n. */
export function jackknifeEntries(
  { rows, columns, means }: ImageSums,
  entries: EntriesOf,
  { level, groups }: { level: number; groups?: number },
): ResampledEntries {
  const { estimate, corrected, standardError, groups: used } = jackknifeTotals({
    rows,
    columns,
    statistics: (totals) => entries(means(totals)),
    groups,
  });
  return { value: estimate, corrected, se: standardError, ...limits(corrected, standardError, used, level) };
}

/** Student's limits around estimates; NaN from a single group, and where groups are alike. */
function limits(estimate: Float64Array, se: Float64Array, groups: number, level: number) {
  const t = groups < 2 ? NaN : studentQuantile((1 + level) / 2, groups - 1);
  const half = se.map((error) => error > ROUNDING ? t * error : NaN);
  return {
    low: estimate.map((value, c) => value - half[c]),
    high: estimate.map((value, c) => value + half[c]),
  };
}

/** The percentile bootstrap over images. A resample in which a cell has no score counts for no entry that needs it. */
export function percentileEntries(
  { rows, columns, cells, means }: ImageSums,
  entries: EntriesOf,
  { level, replicates, seed }: { level: number; replicates: number; seed: number },
): Pick<ResampledEntries, "low" | "high"> {
  const totals = bootstrapTotals({ rows, columns, replicates, seed });
  const values = Array.from({ length: cells }, () => new Float64Array(replicates));
  for (let r = 0; r < replicates; r++) {
    const drawn = entries(means(totals.subarray(r * columns, (r + 1) * columns)));
    for (let c = 0; c < cells; c++) values[c][r] = drawn[c];
  }
  const low = new Float64Array(cells).fill(NaN), high = low.slice();
  values.forEach((own, c) => {
    const sorted = own.filter((value) => !Number.isNaN(value)).sort();
    if (isStill(sorted)) return;
    low[c] = quantileSorted(sorted as never, (1 - level) / 2);
    high[c] = quantileSorted(sorted as never, (1 + level) / 2);
  });
  return { low, high };
}

/** Column z-scores less the mean of their row: what a row's standard deviation is made of. */
function centredRows(byEvaluator: Float64Array, width: number): Float64Array {
  const centred = byEvaluator.slice();
  for (let start = 0; start < centred.length; start += width) {
    let sum = 0;
    for (let k = start; k < start + width; k++) sum += centred[k];
    for (let k = start; k < start + width; k++) centred[k] -= sum / width;
  }
  return centred;
}

/** Limits that hold for all the entries `places` at once (max-t over the jackknife's own correlations); NaN elsewhere. */
export function simultaneousLimits(
  { corrected, se, moves, groups }: {
    corrected: Float64Array;
    se: Float64Array;
    moves: Float64Array[];
    groups: number;
  },
  places: readonly number[],
  { level, seed }: { level: number; seed: number },
): { low: Float64Array; high: Float64Array } {
  const low = new Float64Array(corrected.length).fill(NaN), high = low.slice(), m = places.length;
  if (groups < 2) return { low, high };
  const products = new Float64Array(m * m), correlation = new Float64Array(m * m), own = new Float64Array(m);
  for (const move of moves) {
    for (let a = 0; a < m; a++) own[a] = move[places[a]];
    for (let a = 0; a < m; a++) {
      const one = own[a], row = a * m;
      for (let b = 0; b <= a; b++) products[row + b] += one * own[b];
    }
  }
  for (let a = 0; a < m; a++) {
    for (let b = 0; b <= a; b++) {
      const scaled = products[a * m + b] / groups / (se[places[a]] * se[places[b]]);
      correlation[a * m + b] = correlation[b * m + a] = scaled;
    }
  }
  const critical = maxT(correlation, { level, df: groups - 1, seed });
  for (const place of places) {
    low[place] = corrected[place] - critical * se[place];
    high[place] = corrected[place] + critical * se[place];
  }
  return { low, high };
}
