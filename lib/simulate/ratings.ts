import type { FrameOf } from "../results/frames.ts";
import { requireOptions } from "../progress/require.ts";
import { chosen, setTo, solvedFrame } from "./solution.ts";

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
  return ratings.rename(Object.fromEntries(names.map((name) => [name, setTo(name)])));
}
