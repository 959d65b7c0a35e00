import type pl from "nodejs-polars";
import { mean, sampleVariance } from "simple-statistics";
import type { By } from "../results/column_list.ts";
import { requireOptions } from "../results/require_options.ts";
import { type Random, random } from "../stats/random.ts";
import { requireCount, requireOneOf } from "../stats/require_value.ts";
import { groupRows, metricFrame } from "./metric_table.ts";
import { type PairOutcomes, pairOutcomes, pairsGrouping, requireLabels } from "./pair_outcomes.ts";

/** Shares of either subset that the paper keeps (appendix C.3). */
const DOWNSAMPLE_RATIOS: readonly number[] = [0.4, 0.6, 0.8, 1];

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

/** Which of the two splits of the paper: IDS against CDS, or preferred answer longer against shorter. */
export type Split = "informativeness" | "length";

/** Rows and right answers on both sides of a split, for one group. */
export interface SplitCounts {
  key: Record<string, unknown>;
  rows: Int32Array;
  sides: [{ n: number; right: number }, { n: number; right: number }];
}

/**
 * Counts, per group, the rows and the right answers on both sides of a split. All that the downsampling protocol needs:
 * accuracy depends on a subsample only through how many right answers it drew.
 *
 * @throws {RangeError} for a split that does not exist
 * @throws {TypeError} when the frame lacks a column, or has no informativeness label at all
 */
export function splitCounts(
  action: string,
  pairs: pl.DataFrame,
  split: Split,
  by: By | undefined,
): { grouping: readonly string[]; groups: SplitCounts[]; outcomes: PairOutcomes } {
  requireOneOf(action, "split", split, ["informativeness", "length"]);
  const outcomes = pairOutcomes(action, pairs);
  if (split === "informativeness") requireLabels(action, outcomes);
  const grouping = pairsGrouping(pairs, by);
  const groups = groupRows(pairs, grouping).map(({ key, rows }): SplitCounts => {
    const sides: SplitCounts["sides"] = [{ n: 0, right: 0 }, { n: 0, right: 0 }];
    for (const row of rows) {
      const side = outcomes[split][row];
      if (outcomes.correct[row] < 0 || side < 0 || side > 1) continue;
      sides[side].n++;
      sides[side].right += outcomes.correct[row];
    }
    return { key, rows, sides };
  });
  return { grouping, groups, outcomes };
}

/** Ratios are compared as whole millionths, so that 0.29 × 50 rounds as 14.5 and not as 14.499999999999998. */
const PARTS = 1_000_000;

/**
 * Size of a subsample: ratio × n rounded half up in integer arithmetic, at least 1 of a subset that is not empty (an
 * accuracy over no rows would be undefined).
 *
 * @throws {RangeError} for a ratio outside (0, 1] or an n that is not a count
 */
function subsampleSize(n: number, ratio: number): number {
  if (!(ratio > 0 && ratio <= 1)) {
    throw new RangeError(`subsampleSize: wanted a ratio in (0, 1], found ${ratio}`);
  }
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(`subsampleSize: wanted a count of rows, found ${n}`);
  }
  if (n === 0) return 0;
  const parts = Math.round(ratio * PARTS);
  return Math.max(1, Math.floor((2 * n * parts + PARTS) / (2 * PARTS)));
}
