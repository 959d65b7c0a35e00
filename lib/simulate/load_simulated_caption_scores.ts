import { PHILAUTIA_EXAMPLES, PHILAUTIA_FACTS, philautiaScores, pommsColumn } from "../papers/philautia.ts";
import type { FrameOf } from "../results/frames.ts";
import { cachedFrame } from "./cached_frame.ts";
import { CAPTION_NOISE, CAPTIONS_SEED, simulateCaptionScores } from "./caption_scores.ts";
import { EVALUATOR_STYLES } from "./evaluator_styles.ts";
import { POMMS_WEIGHTS } from "./pomms_weights.ts";

/** To be raised when the simulator draws differently from the same targets: an old cache is then not used. */
const VERSION = 3;

/**
 * The simulated `caption scores` frame (1,296,000 rows) that figures and notebooks are drawn from, made once and kept in
 * `.cache/` as Parquet until the published numbers, the weights of Pomms, the noise, the seed or the simulator's version
 * change (`cachedFrame`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedCaptionScores } from "judgebias/simulate";
 *
 * assert.equal((await loadSimulatedCaptionScores()).height, 1_296_000);
 * ```
 */
export function loadSimulatedCaptionScores(): Promise<FrameOf<"caption scores">> {
  return made ??= Promise.resolve().then(() =>
    cachedFrame("simulated-caption-scores", recipe(), () => simulateCaptionScores())
  );
}

function recipe(): unknown {
  const published = [philautiaScores(), pommsColumn(), PHILAUTIA_FACTS, PHILAUTIA_EXAMPLES];
  return [VERSION, CAPTIONS_SEED, CAPTION_NOISE, EVALUATOR_STYLES, POMMS_WEIGHTS, published];
}

/** Kept while the process lives: frames do not change, and several figures are drawn from this one. */
let made: Promise<FrameOf<"caption scores">> | undefined;
