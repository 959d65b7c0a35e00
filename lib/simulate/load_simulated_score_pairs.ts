import {
  mmJudgeBiasAblation,
  mmJudgeBiasAbstention,
  mmJudgeBiasDifficulties,
  mmJudgeBiasDomains,
  mmJudgeBiasPrompts,
  mmJudgeBiasTable2,
} from "../papers/mm_judgebias.ts";
import type { FrameOf } from "../results/frames.ts";
import { cachedFrame } from "./cached_frame.ts";
import { SCORES_SEED, simulateScorePairs } from "./scores/score_pairs.ts";

/** To be raised when the simulator draws differently from the same targets: an old cache is then not used. */
const VERSION = 2;

/**
 * The simulated `score pairs` frame (`simulateScorePairs`) that figures and notebooks are drawn from, made once and kept in
 * `.cache/` as Parquet under a name with a hash of the published targets, the seed and the simulator's version.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedScorePairs } from "judgebias/simulate";
 *
 * assert.ok((await loadSimulatedScorePairs()).height > 180_000);
 * ```
 */
export function loadSimulatedScorePairs(): Promise<FrameOf<"score pairs">> {
  return made ??= Promise.resolve().then(() =>
    cachedFrame(
      "simulated-score-pairs",
      [
        VERSION,
        SCORES_SEED,
        mmJudgeBiasTable2(),
        mmJudgeBiasPrompts(),
        mmJudgeBiasAbstention(),
        mmJudgeBiasAblation(),
        mmJudgeBiasDifficulties(),
        mmJudgeBiasDomains(),
      ],
      () => simulateScorePairs(),
    )
  );
}

/** Kept while the process lives: frames do not change, and several figures are drawn from this one. */
let made: Promise<FrameOf<"score pairs">> | undefined;
