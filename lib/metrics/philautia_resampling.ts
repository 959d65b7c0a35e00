import { quantileSorted } from "simple-statistics";
import { bootstrapTotals } from "../stats/bootstrap_totals.ts";
import { doublyStandardized } from "../stats/doubly_standardized.ts";
import { jackknifeTotals } from "../stats/jackknife_totals.ts";
import { studentQuantile } from "../stats/student_quantile.ts";
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

/** The jackknife over images: intervals of the entries, and the part of every row's variance that is noise. */
export function jackknifeEntries(
  sums: ImageSums,
  entries: EntriesOf,
  { level, groups, ddof }: { level: number; groups?: number; ddof: number },
): ResampledEntries & { noiseShare: Float64Array } {
  const { rows, columns, cells, means } = sums;
  const width = sums.evaluators.length;
  const { estimate, corrected, standardError, groups: used } = jackknifeTotals({
    rows,
    columns,
    statistics: (totals) => {
      const phi = means(totals), both = new Float64Array(2 * cells);
      both.set(entries(phi));
      both.set(centredRows(doublyStandardized(phi, width, { ddof }).byEvaluator, width), cells);
      return both;
    },
    groups,
  });
  const t = used < 2 ? NaN : studentQuantile((1 + level) / 2, used - 1);
  const part = (values: Float64Array) => values.slice(0, cells);
  return {
    value: part(estimate),
    corrected: part(corrected),
    se: part(standardError),
    low: part(corrected.map((value, c) => value - t * standardError[c])),
    high: part(corrected.map((value, c) => value + t * standardError[c])),
    noiseShare: Float64Array.from(sums.generators, (_, g) => {
      let noise = 0, spread = 0;
      for (let c = cells + g * width; c < cells + (g + 1) * width; c++) {
        noise += standardError[c] ** 2;
        spread += estimate[c] ** 2;
      }
      return noise / spread;
    }),
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
    if (sorted.length === 0) return;
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
