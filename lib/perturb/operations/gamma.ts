import { applyCurves, type Raster, toneCurve } from "../raster.ts";

/**
 * Every level v becomes 255 · (v / 255)^exponent: below 1 lightens the middle tones, above 1 darkens them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gamma } from "@/perturb/operations/gamma.ts";
 *
 * const picture = { width: 1, height: 1, data: new Uint8Array([0, 51, 255]) };
 * assert.deepEqual([...gamma(picture, { exponent: 2 }).data], [0, 10, 255]); // 255 · 0.2² = 10.2
 * ```
 */
export function gamma(picture: Raster, { exponent }: { exponent: number }): Raster {
  return applyCurves(picture, [toneCurve((value) => 255 * (value / 255) ** exponent)]);
}
