import type pl from "nodejs-polars";
import { mean, sampleVariance } from "simple-statistics";
import { type Random, random } from "../stats/random.ts";
import { metricFrame } from "./metric_table.ts";
import { type Split, type SplitCounts, splitCounts } from "./split_counts.ts";
import { subsampleSize } from "./subsample_size.ts";
import type { By } from "../results/column_list.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireCount } from "../stats/require_value.ts";

/** Shares of either subset that the paper keeps (appendix C.3). */
export const DOWNSAMPLE_RATIOS: readonly number[] = [0.4, 0.6, 0.8, 1];

/** Draws per pair of shares in the paper (appendix C.3): 4 × 4 × 10 = 160 values. */
const DOWNSAMPLE_DRAWS = 10;

/**
 * Mean and spread of a bias over random subsamples: the paper's own measure of how stable IB and LB are.
 *
 * Both sides of the split (IDS and CDS, or preferred answer longer and shorter) are thinned to every pair of `ratios`,
 * `draws` times each, every value with draws of its own from both sides, without replacement; each gives one bias.
 * `variance` divides by samples − 1. Source: informativeness-bias paper, appendix C.3; sizes are rounded half up, with at
 * least one row of each side. A subsample enters an accuracy only through its number of right answers, which is
 * hypergeometric: that is what is drawn.
 *
 * The spread is **not** a confidence interval: it describes thinning the data at hand, shrinks to 0 at ratio 1, and says
 * nothing of other images. `informativenessBias` and `lengthBias` give intervals; `downsampleMoments` the closed form.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `samples, mean, variance, sd`. A group
 * draws from a stream of its own, made from the seed and its key, so that its numbers do not change when other judges
 * come or go. An empty side gives NaN and samples 0; one sample gives variance NaN.
 *
 * @throws {RangeError} for a ratio outside (0, 1], draws that are not a positive count, a seed that is none
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { downsample } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "B", "B"],
 *   choice: ["A", "A", "A", "A"],
 *   more_informative: ["A", "A", "A", "A"],
 * });
 * const [row] = downsample(pairs, { split: "informativeness", seed: 1, by: [] }).toRecords();
 * assert.deepEqual([row.samples, row.mean, row.sd], [160, 1, 0]); // always right in IDS, always wrong in CDS
 * ```
 */
export function downsample(
  pairs: pl.DataFrame,
  { split, ratios = DOWNSAMPLE_RATIOS, draws = DOWNSAMPLE_DRAWS, seed, by, ...others }: {
    split: Split;
    ratios?: readonly number[];
    draws?: number;
    seed: number;
    by?: By;
  },
): pl.DataFrame {
  requireOptions("downsample", others, ["split", "ratios", "draws", "seed", "by"]);
  requireCount("downsample", "draw", draws);
  if (ratios.length === 0) throw new RangeError("downsample: wanted at least one ratio, found none");
  const { grouping, groups } = splitCounts("downsample", pairs, split, by);
  const rows = groups.map((group) => {
    const values = drawBiases(group, ratios, draws, groupGenerator(seed, group.key));
    const variance = values.length < 2 ? NaN : sampleVariance(values);
    return {
      ...group.key,
      samples: values.length,
      mean: values.length === 0 ? NaN : mean(values),
      variance,
      sd: Math.sqrt(variance),
    };
  });
  return metricFrame(
    grouping,
    "samples:count mean variance sd",
    rows,
  );
}

function drawBiases(
  { sides: [first, second] }: SplitCounts,
  ratios: readonly number[],
  draws: number,
  generator: Random,
): number[] {
  const values: number[] = [];
  if (first.n === 0 || second.n === 0) return values;
  const accuracy = ({ n, right }: { n: number; right: number }, size: number) =>
    generator.hypergeometric(right, n - right, size) / size;
  for (const ratioFirst of ratios) {
    for (const ratioSecond of ratios) {
      const sizeFirst = subsampleSize(first.n, ratioFirst), sizeSecond = subsampleSize(second.n, ratioSecond);
      for (let d = 0; d < draws; d++) values.push(accuracy(first, sizeFirst) - accuracy(second, sizeSecond));
    }
  }
  return values;
}

/** A generator that depends on the seed and on the group alone, not on the groups around it (FNV-1a of the key). */
export function groupGenerator(seed: number, key: Record<string, unknown>): Random {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`seed: wanted a non-negative whole number, found ${seed}`);
  }
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(JSON.stringify([seed, ...Object.entries(key)]))) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return random(hash >>> 0);
}
