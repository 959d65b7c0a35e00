import { withHabits } from "../progress/pandas.ts";
import { requireOptions } from "../progress/require.ts";
import type { FrameOf } from "../results/frame_types.ts";
import { chosen, solvedFrame, withSettings } from "./solution.ts";

/**
 * A calibrated simulation of the informativeness-bias paper's experiments: a `pairs` frame of the real size, in which every
 * published number holds where numbers can hold together (`calibration("pairs")` lists them with their deviations).
 *
 * Eight judges on MLLM-as-a-Judge (7,756 pairs on 4,414 images) and VL-RewardBench (1,247 pairs): pipelines base, image
 * caption, standard ref and birch with image, base without; and for the four judges of Table 2 the pairs after equalising
 * lengths. How many verdicts of each cell (subset × which answer is longer) are right is solved from the printed tables; which ones, by a latent ease of pair, image, domain,
 * judge and judging mode, so that judges and modes agree and pairs on an image resemble each other. Of the wrong verdicts 1% are ties and 1% unparsable.
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
 * annotated criteria each. The twelve judges of Tables 16 and 18 (with and without thinking, single and joint) have PAcc, TOS and CMR of the published counts and
 * the criterion average to its printed decimals. Which criteria are annotated together and disagree is not published; that completeness and expressiveness disagree with truthfulness most often,
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
export function simulateCriteria(options: { judges?: readonly string[] } = {}): FrameOf<"criteria"> {
  const { judges } = requireOptions("simulateCriteria", options, ["judges"]);
  return withSettings(chosen("simulateCriteria", solvedFrame("criteria"), { judge: judges }));
}

/** A benchmark of rated captions. */
export type RatingBenchmark = "Nebula" | "Flickr8k-Expert";

const OTHERS = ["item_id", "image_id", "split", "human", "benchmark", "provenance"];

/**
 * A `ratings` frame at the size of Nebula (26,382 / 3,298 / 3,298 rated captions) and Flickr8k-Expert (5,664
 * captions on 1,000 images, three judgments each), told apart by the column `benchmark`; column `provenance` = simulated.
 *
 * Calibrated to Table 1 of the philautia paper: the τ-b of its three baselines in every split, and the order in which
 * forward selection takes the evaluators; all else of Table 1 is within 2.1 points (tested). All evaluators follow the first one (set to GPT-4o) and each has a part of its
 * own; what is not published (`data/simulated/ratings_targets.json`) is chosen, and such evaluators' numbers describe the simulation alone.
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
  return withHabits(ratings.rename(Object.fromEntries(names.map((name) => [name, `set to ${name}`]))));
}

/**
 * A calibrated simulation of MM-JudgeBias: a `score pairs` frame of the real size, with two columns more. `experiment` tells
 * the paper's experiments apart, for it prints different numbers for the same judge in different tables (CHECKS J1–J3):
 *
 * - `main`: 30 judges × 1,804 samples × 3 runs; every BD, BC and variance of Table 2.
 * - `prompts`: three judges (named as in Table 16) × five prompts × 1,804 samples; Tables 14–16.
 * - `ablation`: three judges (named as in Table 13, with `, Table 13` after it) × 197 samples with an unrelated
 *   (`unnecessary_image`) and with a blank image (`blank_image`).
 *
 * A judge is called what it is set to (`set to o3 (high)`); `provenance` says `simulated` in every row. Samples, their qualities and lengths are the same for all judges; scores are
 * whole numbers from 1 to 10. `calibration("score pairs")` lists every published number with its deviation. It exists so that the whole
 * pipeline runs offline at real scale. **Nothing computed from it is a finding about a model.**
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulateScorePairs } from "judgebias/simulate";
 *
 * const scores = simulateScorePairs();
 * assert.equal(scores.height, 30 * 3 * 1804 + 3 * 5 * 1804 + 3 * 2 * 197);
 * ```
 */
export function simulateScorePairs(): FrameOf<"score pairs"> {
  return withSettings(solvedFrame("score pairs"));
}

/**
 * A calibrated simulation of SelfEval-Cap: a `caption scores` frame of its real size, 4,500 images × 12 generators × 12
 * evaluators × 2 settings = 1,296,000 scores, whose Φ̃ has every published entry and meets what the text states
 * (`calibration("caption scores")` lists each fact with its deviation).
 *
 * Around the cell means, which have every published number, scores vary with image, caption, evaluator and chance, all invented: **intervals
 * computed from this frame say how much this noise model matters, not how sure the paper's numbers are**. Three images carry the
 * examples of figures 5, B and C. A model is called what it is set to (`set to GPT-4o`), and every row says `simulated` in the column `provenance`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { philautia } from "judgebias";
 * import { simulateCaptionScores } from "judgebias/simulate";
 *
 * const scores = simulateCaptionScores();
 * assert.equal(scores.height, 1_296_000);
 * const { scores: own } = philautia(scores, { setting: "ref_free" });
 * assert.equal(own["set to GPT-4o"].toFixed(2), "1.08");
 * ```
 */
export function simulateCaptionScores(): FrameOf<"caption scores"> {
  return withSettings(solvedFrame("caption scores"));
}

/**
 * Verdicts on answers of five models that exist nowhere, by three judges two of which (Alder, Fir) are among them: a `pairs` frame of 120 images on each of which
 * every model meets every other, each pair judged twice, with `model_a`, `model_b`, lengths and people's preferences.
 *
 * Quality of an answer: the model's strength plus a normal deviate; a verdict is drawn from a logistic curve in what the judge sees of the
 * difference, its taste, its liking for its own (Alder .8, Fir .3), for length (Oak .8) and for the first slot (Oak .3). Models and judges are invented; `provenance` is
 * `simulated`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairSelfPreference } from "judgebias";
 * import { simulateModelPairs } from "judgebias/simulate";
 *
 * const pairs = simulateModelPairs();
 * assert.equal(pairs.height, 3 * 2 * 120 * 10);
 * assert.ok(Number(pairSelfPreference(pairs).toRecords()[0].self_preference) > 0.1);
 * ```
 */
export function simulateModelPairs(): FrameOf<"pairs"> {
  return withHabits(solvedFrame("model pairs"));
}

/**
 * Pairs on which five people voted, a row per person and judge, where quality goes with informativeness: people and judges read the quality of the more informative
 * answer less that of the other, each with an error, and a judge's bias is added. So a judge without bias has an informativeness bias above 0, as
 * people do (`biasBeyondPeople`). The more informative answer is mostly longer; nobody minds length. 600 pairs, two to an image; judges and people are invented,
 * one judge twice as exact as people, one twice as noisy, one that adds .4 standard deviations of quality; `provenance` is `simulated`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasBeyondPeople, only } from "judgebias";
 * import { simulateVotedPairs } from "judgebias/simulate";
 *
 * const pairs = simulateVotedPairs();
 * const of = (judge: string) => biasBeyondPeople(only(pairs, { judge })).verdict;
 * assert.equal(of("as noisy as people, biased"), "supported");
 * assert.equal(of("twice as noisy as people, no bias"), "undecided");
 * ```
 */
export function simulateVotedPairs(): FrameOf<"pairs"> {
  return withHabits(solvedFrame("voted pairs"));
}
