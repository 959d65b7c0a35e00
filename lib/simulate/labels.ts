import type { FrameOf } from "../results/frames.ts";
import { solvedFrame, withSettings } from "./solution.ts";

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
