import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import pl from "nodejs-polars";
import { progress } from "../progress/progress.ts";
import { writeFrame } from "../results/write_frame.ts";
import { RATINGS_SEED, simulateRatings } from "./ratings.ts";
import { HUMAN_SHARES, RATING_SIZES, ratingsTargets, SHARED_JUDGMENT } from "./ratings_targets.ts";

/** To be raised when the simulator draws differently from the same targets: an old cache is then not used. */
const VERSION = 1;

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));

/**
 * The simulated `ratings` frame (`simulateRatings`) that figures and notebooks are drawn from, made once and kept in
 * `.cache/` as Parquet under a name with a hash of targets, sizes, seed and version.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedRatings } from "@/simulate/simulated_ratings.ts";
 *
 * assert.equal((await simulatedRatings()).height, 32_978 + 16_992);
 * ```
 */
export function simulatedRatings(): Promise<pl.DataFrame> {
  return made ??= Promise.resolve().then(readOrMake);
}

/** Kept while the process lives: frames do not change, and several figures are drawn from this one. */
let made: Promise<pl.DataFrame> | undefined;

function readOrMake(): pl.DataFrame {
  const recipe = JSON.stringify([
    VERSION,
    RATINGS_SEED,
    RATING_SIZES,
    HUMAN_SHARES,
    SHARED_JUDGMENT,
    ratingsTargets(),
  ]);
  const path = `${CACHE}simulated-ratings-${
    createHash("sha256").update(recipe).digest("hex").slice(0, 12)
  }.parquet`;
  if (existsSync(path)) {
    try {
      return pl.readParquet(path);
    } catch {
      // Torn by a crash of the disk or an older library: made anew below.
    }
  }
  const bar = progress({ total: 1, label: "simulating the ratings" });
  const frame = simulateRatings();
  writeFrame(frame, path);
  bar.tick();
  bar.done();
  return frame;
}
