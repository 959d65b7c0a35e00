import type { FrameOf } from "../results/frames.ts";
import { requireOptions } from "../progress/require.ts";
import { chosen, solvedFrame, withSettings } from "./solution.ts";

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
 * assert.equal(pairs.height, 6 * 1247); // four pipelines, one without image, one with equal lengths
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
