import { unreadIn } from "./undecided.ts";
import type pl from "nodejs-polars";
import { mean, sampleVariance } from "simple-statistics";
import {
  requireCount,
  requireList,
  requireNamed,
  requireOneOf,
  requireOptions,
  requireRight,
  requireSeed,
} from "../progress/require.ts";
import { mean as meanOf } from "../stats/grouped.ts";
import { type Random, random } from "../stats/random.ts";
import type { Part } from "./metric_columns.ts";
import type { By } from "./metric_types.ts";
import type { RowGroup } from "./metric_table.ts";
import { pairMetric } from "./metric.ts";
import { requireLabels } from "./pair_outcomes.ts";

const SPLITS = { informativeness: ["ids", "cds"], length: ["longer", "shorter"] } as const;

/** Which of them. */
export type Split = keyof typeof SPLITS;

/** What the protocol is asked with; shares of either subset are by default those of the paper (appendix C.3). */
export interface Downsampling {
  split: Split;
  ratios?: readonly number[];
  by?: By;
}

const RATIOS: readonly number[] = [0.4, 0.6, 0.8, 1];

/** Draws per pair of shares in the paper (appendix C.3): 4 × 4 × 10 = 160 values. */
const DRAWS = 10;

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
 *   item_id: ["1", "2", "3", "4"], human: ["A", "A", "B", "B"],
 *   choice: ["A", "A", "A", "A"], more_informative: ["A", "A", "A", "A"],
 * });
 * const [row] = downsample(pairs, { split: "informativeness", seed: 1, by: [] })
 *   .toRecords();
 * // always right in IDS, always wrong in CDS
 * assert.deepEqual([row.samples, row.mean, row.sd], [160, 1, 0]);
 * ```
 */
export function downsample(
  pairs: pl.DataFrame,
  asked: Downsampling & { draws?: number; seed: number },
): pl.DataFrame {
  const { draws = DRAWS, seed, ...options } = requireNamed("downsample", asked);
  requireCount("downsample", "draw", draws);
  const columns = "samples:count mean variance sd", own = ["draws", "seed"];
  return ofSides("downsample", arguments, pairs, options, { columns, own }, (sides, ratios, key) => {
    const generator = groupGenerator(seed, key), times = sides.some(({ n }) => n === 0) ? 0 : draws;
    const accuracy = ({ n, right }: Side, ratio: number) => {
      const size = subsampleSize(n, ratio);
      return generator.hypergeometric(right, n - right, size) / size;
    };
    const values = ratios.flatMap((one) =>
      ratios.flatMap((two) =>
        Array.from({ length: times }, () => accuracy(sides[0], one) - accuracy(sides[1], two))
      )
    );
    const variance = values.length < 2 ? NaN : sampleVariance(values);
    const centre = times === 0 ? NaN : mean(values);
    return { samples: values.length, mean: centre, variance, sd: Math.sqrt(variance) };
  });
}

/** A generator that depends on the seed and on the group alone, not on the groups around it (FNV-1a of the key). */
export function groupGenerator(seed: number, key: Record<string, unknown>): Random {
  requireSeed("seed", seed);
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
 *   item_id: ["1", "2", "3", "4"], human: ["A", "A", "B", "B"],
 *   choice: ["A", "B", "A", "A"], more_informative: ["A", "A", "A", "A"],
 * });
 * const [row] = downsampleMoments(pairs, {
 *   split: "informativeness", ratios: [0.5], by: [],
 * }).toRecords();
 * assert.equal(row.mean, 0.5);
 * // one of two IDS rows, p = ½: ¼/1 · (2 − 1)/(2 − 1); CDS never varies
 * assert.equal(row.variance, 0.25);
 * ```
 */
export function downsampleMoments(pairs: pl.DataFrame, options: Downsampling): pl.DataFrame {
  const action = "downsampleMoments", columns = "mean variance sd";
  return ofSides(action, arguments, pairs, options, { columns }, ([first, second], ratios) => {
    // The pairs of ratios are crossed, so the mean over the grid is the sum of each side's mean over its ratios.
    const variance = meanVariance(first, ratios) + meanVariance(second, ratios);
    return { mean: first.right / first.n - second.right / second.n, variance, sd: Math.sqrt(variance) };
  });
}

function meanVariance({ n, right }: Side, ratios: readonly number[]): number {
  const p = right / n, sizes = ratios.map((ratio) => subsampleSize(n, ratio));
  return n === 0 ? NaN : meanOf(sizes.map((m) => m < n ? p * (1 - p) / m * (n - m) / (n - 1) : 0));
}

export interface Side {
  n: number;
  right: number;
}

export function sideOf({ value }: Part, rows: Int32Array): Side {
  const known = rows.filter((row) => !Number.isNaN(value(row)));
  return { n: known.length, right: known.reduce((sum, row) => sum + value(row), 0) };
}

function ofSides(
  action: string,
  called: IArguments,
  pairs: pl.DataFrame,
  options: Downsampling,
  { columns, own = [] }: { columns: string; own?: readonly string[] },
  cells: (sides: Side[], ratios: readonly number[], key: RowGroup["key"]) => Record<string, unknown>,
): pl.DataFrame {
  const { split, ratios = RATIOS, by } = requireOptions(action, options, ["split", "ratios", ...own, "by"]);
  requireList(action, "ratios", ratios, "number");
  if (ratios.length === 0) throw new RangeError(`${action}: wanted at least one ratio, found none`);
  requireOneOf(action, "split", split, Object.keys(SPLITS));
  const { outcomes, inGroups } = pairMetric(action, called, pairs, { by }, { people: true });
  if (split === "informativeness") requireLabels(action, outcomes);
  const parts = SPLITS[split].map((subset) => outcomes.part(subset));
  return inGroups(columns, (all, key) => {
    // Where nothing could be read all answers count as wrong: a bias of 0 that says nothing.
    const rows = unreadIn(outcomes, all) ? all.subarray(0, 0) : all;
    return cells(parts.map((part) => sideOf(part, rows)), ratios, key);
  });
}

/** Ratios are compared as whole millionths, so that 0.29 × 50 rounds as 14.5 and not as 14.499999999999998. */
const PARTS = 1_000_000;

/** Size of a subsample: ratio × n rounded half up in integer arithmetic, at least 1 (an accuracy over no rows would be undefined). */
function subsampleSize(n: number, ratio: number): number {
  requireRight(ratio > 0 && ratio <= 1, "subsampleSize", "a ratio in (0, 1]", ratio);
  const parts = Math.round(ratio * PARTS);
  return Math.max(1, Math.floor((2 * n * parts + PARTS) / (2 * PARTS)));
}
