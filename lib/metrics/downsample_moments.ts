import type pl from "nodejs-polars";
import { DOWNSAMPLE_RATIOS } from "./downsample.ts";
import { metricFrame } from "./metric_table.ts";
import { type Split, splitCounts } from "./split_counts.ts";
import { subsampleSize } from "./subsample_size.ts";
import type { By } from "../results/column_list.ts";
import { requireOptions } from "../results/require_options.ts";

/**
 * Mean and spread over all possible subsamples of `downsample`, in closed form: no draws, no seed.
 *
 * The mean is the bias of the full set. Within one pair of ratios a side of n rows with accuracy p, thinned to m rows
 * without replacement, has variance p(1 − p)/m · (n − m)/(n − 1); a bias has the sum over both sides, and the variance
 * over the grid is the mean over its pairs of ratios. `downsample` scatters around these values.
 *
 * One row per group of `by`: `mean, variance, sd`. An empty side gives NaN. As with `downsample` the spread is not a
 * confidence interval.
 *
 * @throws {RangeError} for a ratio outside (0, 1]
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { downsampleMoments } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "B", "B"],
 *   choice: ["A", "B", "A", "A"],
 *   more_informative: ["A", "A", "A", "A"],
 * });
 * const [row] = downsampleMoments(pairs, { split: "informativeness", ratios: [0.5], by: [] }).toRecords();
 * assert.equal(row.mean, 0.5);
 * assert.equal(row.variance, 0.25); // one of two IDS rows, p = ½: ¼/1 · (2 − 1)/(2 − 1); CDS never varies
 * ```
 */
export function downsampleMoments(
  pairs: pl.DataFrame,
  { split, ratios = DOWNSAMPLE_RATIOS, by, ...others }: {
    split: Split;
    ratios?: readonly number[];
    by?: By;
  },
): pl.DataFrame {
  requireOptions("downsampleMoments", others, ["split", "ratios", "by"]);
  if (ratios.length === 0) throw new RangeError("downsampleMoments: wanted at least one ratio, found none");
  const { grouping, groups } = splitCounts("downsampleMoments", pairs, split, by);
  const rows = groups.map(({ key, sides: [first, second] }) => {
    const mean = first.right / first.n - second.right / second.n;
    // The pairs of ratios are crossed, so the mean over the grid is the sum of each side's mean over its ratios.
    const variance = meanVariance(first, ratios) + meanVariance(second, ratios);
    return { ...key, mean, variance, sd: Math.sqrt(variance) };
  });
  return metricFrame(grouping, "mean variance sd", rows);
}

function meanVariance({ n, right }: { n: number; right: number }, ratios: readonly number[]): number {
  if (n === 0) return NaN;
  const p = right / n;
  let sum = 0;
  for (const ratio of ratios) {
    const m = subsampleSize(n, ratio);
    if (m < n) sum += p * (1 - p) / m * (n - m) / (n - 1);
  }
  return sum / ratios.length;
}
