import type { FrameOf } from "../results/frame_types.ts";
import { solvedFrame, withSettings } from "./solution.ts";

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
 * A `pairs` frame of the position and verbosity tests (section 4.3, appendix H): five nameless judges, 200 pairs of good
 * responses (variant `original`) and 200 pairs of a response with its padded version (`verbose`), each in both orders. The
 * robustness of each judge is chosen (the paper prints none) and met exactly.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulateOrderPairs } from "judgebias/simulate";
 *
 * assert.equal(simulateOrderPairs().height, 5 * 200 * 2 * 2);
 * ```
 */
export function simulateOrderPairs(): FrameOf<"pairs"> {
  return solvedFrame("order pairs");
}
