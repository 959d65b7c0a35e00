import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import { progress } from "../progress/progress.ts";
import { writeFrame } from "../results/write_frame.ts";
import { BENCHMARK_DESIGNS } from "./benchmarks.ts";
import { PAIRS_SEED, simulatePairs } from "./pairs.ts";
import { pairsTargets } from "./pairs_targets.ts";

/** To be raised when the simulator draws differently from the same targets: an old cache is then not used. */
const VERSION = 2;

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));

/**
 * The simulated `pairs` frame that figures and notebooks are drawn from, made once and kept in `.cache/` as Parquet. The
 * file's name holds a hash of the targets, the design, the seed and the simulator's version, so that it is made anew when
 * any of them changes; a file that cannot be read is made anew too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedPairs } from "@/simulate/simulated_pairs.ts";
 *
 * assert.ok((await simulatedPairs()).height > 300_000);
 * ```
 */
export function simulatedPairs(): Promise<pl.DataFrame> {
  return made ??= Promise.resolve().then(readOrMake);
}

/** Kept while the process lives: frames do not change, and several figures are drawn from this one. */
let made: Promise<pl.DataFrame> | undefined;

function readOrMake(): pl.DataFrame {
  const recipe = JSON.stringify([VERSION, PAIRS_SEED, BENCHMARK_DESIGNS, pairsTargets()]);
  const path = `${CACHE}simulated-pairs-${
    createHash("sha256").update(recipe).digest("hex").slice(0, 12)
  }.parquet`;
  if (existsSync(path)) {
    try {
      return pl.readParquet(path);
    } catch {
      // Torn by a crash of the disk or an older library: made anew below.
    }
  }
  const bar = progress({ total: 1, label: "simulating the judges" });
  const frame = simulatePairs();
  writeFrame(frame, path);
  bar.tick();
  bar.done();
  return frame;
}
