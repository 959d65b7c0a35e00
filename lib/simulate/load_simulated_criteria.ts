import type { FrameOf } from "../results/frames.ts";
import { simulateCriteria } from "./criteria.ts";

/**
 * The simulated `criteria` frame that figures and notebooks are drawn from, made on first use (in a quarter of a second) and
 * kept while the process lives.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadSimulatedCriteria } from "judgebias/simulate";
 *
 * assert.equal(await loadSimulatedCriteria(), await loadSimulatedCriteria());
 * ```
 */
export function loadSimulatedCriteria(): Promise<FrameOf<"criteria">> {
  return made ??= Promise.resolve().then(() => simulateCriteria());
}

/** Frames do not change, and several figures are drawn from this one. */
let made: Promise<FrameOf<"criteria">> | undefined;
