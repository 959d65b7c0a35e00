import { applyCurves, histograms, type Raster } from "../raster.ts";

/**
 * Each channel's histogram made even, as far as whole levels allow: a level becomes the number of pixels below it (plus
 * half a step) in steps of a 255th of all but the last level's pixels, in integers as Pillow's `ImageOps.equalize` does.
 * A channel with a single level stays as it is.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { equalize } from "@/perturb/operations/equalize.ts";
 *
 * // 510 pixels of level 10, 510 of 20: step = 510 / 255 = 2, so 10 → 1 / 2 = 0 and 20 → (1 + 510) / 2 = 255.
 * const data = new Uint8Array(3060).fill(10, 0, 1530).fill(20, 1530);
 * const even = equalize({ width: 1020, height: 1, data }).data;
 * assert.deepEqual([even[0], even[3059]], [0, 255]);
 * ```
 */
export function equalize(picture: Raster): Raster {
  return applyCurves(
    picture,
    histograms(picture).map((counts) => {
      const last = counts.findLast((count) => count > 0) ?? 0;
      const step = Math.floor((picture.width * picture.height - last) / 255);
      if (step === 0) return Uint8Array.from({ length: 256 }, (_, i) => i);
      let below = Math.floor(step / 2);
      return Uint8Array.from(counts, (count) => {
        const value = Math.min(255, Math.floor(below / step));
        below += count;
        return value;
      });
    }),
  );
}
