import { progress } from "../progress/progress.ts";
import type { FrameOf } from "../results/frames.ts";
import { BENCHMARK_DESIGNS } from "./benchmarks.ts";
import { cachedFrame } from "./cached_frame.ts";
import { PAIRS_SEED, simulatePairs } from "./pairs.ts";
import { pairsTargets } from "./pairs_targets.ts";

/** To be raised when the simulator draws differently from the same targets: an old cache is then not used. */
const VERSION = 4;

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
export function loadSimulatedPairs(): Promise<FrameOf<"pairs">> {
  return made ??= Promise.resolve().then(() =>
    cachedFrame("simulated-pairs", [VERSION, PAIRS_SEED, BENCHMARK_DESIGNS, pairsTargets()], () => {
      const bar = progress({ total: 1, label: "simulating the judges" });
      const frame = simulatePairs();
      bar.tick();
      bar.done();
      return frame;
    })
  );
}

/** Kept while the process lives: frames do not change, and several figures are drawn from this one. */
let made: Promise<FrameOf<"pairs">> | undefined;
