import { applyCurves, luma, type Raster, toneCurve } from "../raster.ts";

/**
 * Every level's distance from the picture's mean luma (rounded) times `factor`: 1 changes nothing, 0 is plain grey.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { contrast } from "@/perturb/operations/contrast.ts";
 *
 * const picture = { width: 2, height: 1, data: new Uint8Array([80, 80, 80, 120, 120, 120]) }; // mean 100
 * assert.deepEqual([...contrast(picture, { factor: 1.5 }).data], [70, 70, 70, 130, 130, 130]);
 * ```
 */
export function contrast(picture: Raster, { factor }: { factor: number }): Raster {
  const { data } = picture;
  let total = 0;
  for (let i = 0; i < data.length; i += 3) total += luma(data[i], data[i + 1], data[i + 2]);
  const mean = Math.round(total / (data.length / 3));
  return applyCurves(picture, [toneCurve((value) => mean + factor * (value - mean))]);
}
