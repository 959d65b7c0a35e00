import { withHabits } from "../progress/pandas.ts";
import { requireOptions } from "../progress/require.ts";
import type { FrameOf } from "../results/frame_types.ts";
import { chosen, setTo, solvedFrame, withSettings } from "./solution.ts";

/**
 * A calibrated simulation of the informativeness-bias paper's experiments: a `pairs` frame of the real size, in which every
 * published number holds where numbers can hold together (`calibration("pairs")` lists them with their deviations).
 *
 * Eight judges on MLLM-as-a-Judge (7,756 pairs on 4,414 images) and VL-RewardBench (1,247 pairs): pipelines base, image
 * caption, standard ref and birch with image, base without; and for the four judges of Table 2 the pairs after equalising
 * lengths. The pairs and their labels are the same for all judges. How many verdicts of each cell (subset × which answer is
 * longer) are right is solved from the printed tables; which ones, by a latent ease: pair and image (shared by all), domain,
 * judge, judging mode. So judges agree with each other, modes of a judge more so, and pairs on an image resemble each other.
 * Of the wrong verdicts 1% are ties and 1% unparsable.
 *
 * A judge is called what it is set to (`set to GPT-4o`), and every row says `simulated` in the column `provenance`, so
 * that figures drawn from a file of it say so too. It exists so that the whole pipeline runs offline at real scale. **Nothing computed from it is a finding about a model.**
 *
 * @param options `judges` (the models that they are set to) and `benchmarks`, or all of them
 * @throws {RangeError} for a judge or benchmark that the tables do not have
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * // four pipelines, one without image, one with equal lengths
 * assert.equal(pairs.height, 6 * 1247);
 * assert.deepEqual(pairs.getColumn("judge").unique().toArray(), ["set to GPT-4o"]);
 * ```
 */
export function simulatePairs(
  options: { judges?: readonly string[]; benchmarks?: readonly string[] } = {},
): FrameOf<"pairs"> {
  const { judges, benchmarks } = requireOptions("simulatePairs", options, ["judges", "benchmarks"]);
  return withSettings(
    chosen("simulatePairs", solvedFrame("pairs"), { judge: judges, benchmark: benchmarks }),
  );
}

/**
 * A calibrated simulation of Multi-Crit: a `criteria` frame of the real size, in which every published number of the judges
 * holds.
 *
 * 299 open-ended and 126 reasoning items, 206 and 109 of them with a conflict, 501 and 281 conflicting pairs; two to five
 * annotated criteria each; cross- and intra-model pairs as in Table 6, quartiles of the lengths as in Table 5. The twelve
 * judges of Tables 16 and 18 (with and without thinking, single and joint) have PAcc, TOS and CMR of the published counts and
 * the criterion average to its printed decimals; the one judge whose numbers need a missing answer has one. Items are the same
 * for all judges: easy ones for all, items without a conflict easier than others, modes of a judge alike. Which criteria are
 * annotated together and disagree is not published; that completeness and expressiveness disagree with truthfulness most often,
 * and exploration with efficiency, is.
 *
 * A judge is called what it is set to (`set to GPT-5`), and every row says `simulated` in the column `provenance`. **Nothing computed from it is a finding about a model.**
 *
 * @throws {RangeError} for a judge that the tables do not have
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pluralisticAccuracy } from "judgebias";
 * import { simulateCriteria } from "judgebias/simulate";
 *
 * const criteria = simulateCriteria({ judges: ["GPT-5"] });
 * const [row] = pluralisticAccuracy(criteria, { by: ["mode", "split"] }).toRecords();
 * assert.deepEqual([row.mode, row.n_matched, row.n], ["joint", 104, 299]); // 34.78%
 * ```
 */
export function simulateCriteria(
  options: { judges?: readonly string[] } = {},
): FrameOf<"criteria"> {
  const { judges } = requireOptions("simulateCriteria", options, ["judges"]);
  return withSettings(chosen("simulateCriteria", solvedFrame("criteria"), { judge: judges }));
}

/**
 * A calibrated simulation of the reliability study (Table 7 of the informativeness-bias paper): a `labels` frame with the
 * labels of a human and of a judge set to GPT-4o on 100 items per benchmark, with the published match rates. Both raters call A the more
 * informative answer in half of the items, so chance agreement is exactly ½ and κ comes out as published too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulateLabels } from "judgebias/simulate";
 *
 * assert.equal(simulateLabels().height, 2 * 2 * 100);
 * ```
 */
export function simulateLabels(): FrameOf<"labels"> {
  return withSettings(solvedFrame("labels"));
}

/** A benchmark of rated captions. */
export type RatingBenchmark = "Nebula" | "Flickr8k-Expert";

/** Columns of the frame that are no evaluator's. */
const OTHERS = ["item_id", "image_id", "split", "human", "benchmark", "provenance"];

/**
 * A `ratings` frame at the size of Nebula (26,382 / 3,298 / 3,298 rated captions) and Flickr8k-Expert (5,664
 * captions on 1,000 images, three judgments each), told apart by the column `benchmark`; column `provenance` = simulated.
 *
 * Calibrated to Table 1 of the philautia paper: the τ-b of its three baselines in every split, and the order in which
 * forward selection takes the evaluators. Model: all evaluators follow the first one (set to GPT-4o) and each has a part of its
 * own, a little of which agrees with what the first one misses; the human's latent judgment is cut into levels with the
 * frequency of ties that Table 1's τ-c implies. Correlations hold in the sample, not only on average, and each τ-b is
 * found by halving. All else of Table 1 is within 2.1 points (tested). What is not published (`data/simulated/ratings_targets.json`)
 * is chosen; such evaluators' numbers describe the simulation alone.
 *
 * @throws {RangeError} for no benchmark, or another one
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulateRatings } from "judgebias/simulate";
 *
 * const ratings = simulateRatings({ benchmarks: ["Flickr8k-Expert"] });
 * assert.equal(ratings.height, 16_992);
 * ```
 */
export function simulateRatings(
  options: { benchmarks?: readonly RatingBenchmark[] } = {},
): FrameOf<"ratings"> {
  const { benchmarks } = requireOptions("simulateRatings", options, ["benchmarks"]);
  const ratings = chosen("simulateRatings", solvedFrame("ratings"), { benchmark: benchmarks });
  const names = ratings.columns.filter((name) => !OTHERS.includes(name));
  return withHabits(ratings.rename(Object.fromEntries(names.map((name) => [name, setTo(name)]))));
}
