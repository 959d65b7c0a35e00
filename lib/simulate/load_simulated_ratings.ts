import type { FrameOf } from "../results/frames.ts";
import { cachedFrame } from "./cached_frame.ts";
import { RATINGS_SEED, simulateRatings } from "./ratings.ts";
import { HUMAN_SHARES, RATING_SIZES, ratingsTargets, SHARED_JUDGMENT } from "./ratings_targets.ts";

/** To be raised when the simulator draws differently from the same targets: an old cache is then not used. */
const VERSION = 1;

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
export function loadSimulatedRatings(): Promise<FrameOf<"ratings">> {
  return made ??= Promise.resolve().then(() =>
    cachedFrame(
      "simulated-ratings",
      [VERSION, RATINGS_SEED, RATING_SIZES, HUMAN_SHARES, SHARED_JUDGMENT, ratingsTargets()],
      () => simulateRatings(),
    )
  );
}

/** Kept while the process lives: frames do not change, and several figures are drawn from this one. */
let made: Promise<FrameOf<"ratings">> | undefined;
