import { applyCurves, type Raster, toneCurve } from "../raster.ts";

/**
 * Every level times `factor`: 1 changes nothing, 0 is black.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { brightness } from "@/perturb/operations/brightness.ts";
 *
 * const picture = { width: 1, height: 1, data: new Uint8Array([10, 100, 250]) };
 * assert.deepEqual([...brightness(picture, { factor: 1.1 }).data], [11, 110, 255]);
 * ```
 */
export function brightness(picture: Raster, { factor }: { factor: number }): Raster {
  return applyCurves(picture, [toneCurve((value) => factor * value)]);
}
