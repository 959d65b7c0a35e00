import { level, luma, type Raster } from "../raster.ts";

/**
 * Every channel's distance from the pixel's own luma times `factor`: 1 changes nothing, 0 is greyscale.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { color } from "@/perturb/operations/color.ts";
 *
 * const red = { width: 1, height: 1, data: new Uint8Array([200, 0, 0]) }; // luma 59.8
 * assert.deepEqual([...color(red, { factor: 0.5 }).data], [130, 30, 30]);
 * ```
 */
export function color({ width, height, data }: Raster, { factor }: { factor: number }): Raster {
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    const grey = (1 - factor) * luma(data[i], data[i + 1], data[i + 2]);
    out[i] = level(grey + factor * data[i]);
    out[i + 1] = level(grey + factor * data[i + 1]);
    out[i + 2] = level(grey + factor * data[i + 2]);
  }
  return { width, height, data: out };
}
