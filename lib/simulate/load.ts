import { PHILAUTIA_EXAMPLES } from "../papers/philautia.ts";
import type { FrameOf } from "../results/frames.ts";
import { BENCHMARK_DESIGNS, pairsTargets } from "./benchmarks.ts";
import { cachedFrame } from "./cached_frame.ts";
import { CAPTION_NOISE, CAPTIONS_SEED, philautiaTarget, simulateCaptionScores } from "./caption_scores.ts";
import { simulateCriteria } from "./criteria.ts";
import { PAIRS_SEED, simulatePairs } from "./pairs.ts";
import { RATINGS_SEED, simulateRatings } from "./ratings.ts";
import { HUMAN_SHARES, RATING_SIZES, ratingsTargets, SHARED_JUDGMENT } from "./ratings_targets.ts";
import { simulateScorePairs } from "./score_pairs.ts";

/** To be raised when a simulator draws differently from the same targets: an old cache is then not used. */
const VERSION = 5;

/** Made on first use and kept while the process lives: frames do not change, and several figures are drawn from one. */
function once<Frame>(make: () => Frame): () => Promise<Frame> {
  let made: Promise<Frame> | undefined;
  return () => made ??= Promise.resolve().then(make);
}

/**
 * The simulated `pairs` frame that figures and notebooks are drawn from, made once and kept in `.cache/` as Parquet until
 * targets, design, seed or the simulator's version change (`cachedFrame`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedPairs } from "judgebias/simulate";
 *
 * assert.ok((await loadSimulatedPairs()).height > 300_000);
 * ```
 */
export const loadSimulatedPairs: () => Promise<FrameOf<"pairs">> = once(() =>
  cachedFrame(
    "simulated-pairs",
    [VERSION, PAIRS_SEED, BENCHMARK_DESIGNS, pairsTargets()],
    () => simulatePairs(),
  )
);

/**
 * The simulated `caption scores` frame (1,296,000 rows) that figures and notebooks are drawn from, made once and kept in
 * `.cache/` as Parquet until the mean scores, the examples, the noise, the seed or the simulator's version change (`cachedFrame`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedCaptionScores } from "judgebias/simulate";
 *
 * assert.equal((await loadSimulatedCaptionScores()).height, 1_296_000);
 * ```
 */
export const loadSimulatedCaptionScores: () => Promise<FrameOf<"caption scores">> = once(() => {
  const means = [philautiaTarget("ref_based"), philautiaTarget("ref_free")];
  const recipe = [VERSION, CAPTIONS_SEED, CAPTION_NOISE, PHILAUTIA_EXAMPLES, means];
  return cachedFrame("simulated-caption-scores", recipe, () => simulateCaptionScores());
});

/**
 * The simulated `ratings` frame (`simulateRatings`) that figures and notebooks are drawn from, made once and kept in
 * `.cache/` as Parquet until targets, sizes, the seed or the simulator's version change (`cachedFrame`).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedRatings } from "judgebias/simulate";
 *
 * assert.equal((await loadSimulatedRatings()).height, 32_978 + 16_992);
 * ```
 */
export const loadSimulatedRatings: () => Promise<FrameOf<"ratings">> = once(() => {
  const recipe = [VERSION, RATINGS_SEED, RATING_SIZES, HUMAN_SHARES, SHARED_JUDGMENT, ratingsTargets()];
  return cachedFrame("simulated-ratings", recipe, () => simulateRatings());
});

/**
 * The simulated `score pairs` frame (`simulateScorePairs`) that figures and notebooks are drawn from, read on first use.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedScorePairs } from "judgebias/simulate";
 *
 * assert.ok((await loadSimulatedScorePairs()).height > 180_000);
 * ```
 */
export const loadSimulatedScorePairs: () => Promise<FrameOf<"score pairs">> = once(simulateScorePairs);

/**
 * The simulated `criteria` frame (`simulateCriteria`) that figures and notebooks are drawn from, read on first use.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedCriteria } from "judgebias/simulate";
 *
 * assert.equal(await loadSimulatedCriteria(), await loadSimulatedCriteria());
 * ```
 */
export const loadSimulatedCriteria: () => Promise<FrameOf<"criteria">> = once(() => simulateCriteria());
