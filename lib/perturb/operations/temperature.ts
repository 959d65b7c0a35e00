import { applyCurves, type Raster, toneCurve } from "../raster.ts";

/**
 * A shift of the colour temperature: red times 1 + shift, blue times 1 − shift; above 0 is warmer.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { temperature } from "@/perturb/operations/temperature.ts";
 *
 * const picture = { width: 1, height: 1, data: new Uint8Array([100, 100, 100]) };
 * assert.deepEqual([...temperature(picture, { shift: 0.1 }).data], [110, 100, 90]);
 * ```
 */
export function temperature(picture: Raster, { shift }: { shift: number }): Raster {
  return applyCurves(picture, [
    toneCurve((value) => (1 + shift) * value),
    toneCurve((value) => value),
    toneCurve((value) => (1 - shift) * value),
  ]);
}
