import type { Raster } from "../raster.ts";
import { warp } from "./warp.ts";

/**
 * The picture sheared (degrees off the vertical and off the horizontal) and moved off the middle (as shares of its sides),
 * on a white canvas that holds all of it: nothing falls off, which is what makes it safe for the meaning.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { filledRaster } from "@/perturb/raster.ts";
 * import { safeAffine } from "@/perturb/operations/safe_affine.ts";
 *
 * const moved = safeAffine(filledRaster(100, 50, [0, 0, 0]), { shearX: 0, shearY: 0, moveX: 0.02, moveY: 0 });
 * assert.deepEqual([moved.width, moved.height, moved.data[0]], [102, 50, 255]); // two white columns at the left
 * ```
 */
export function safeAffine(
  picture: Raster,
  { shearX, shearY, moveX, moveY }: { shearX: number; shearY: number; moveX: number; moveY: number },
): Raster {
  const slope = (degrees: number) => Math.tan(degrees * Math.PI / 180);
  const whole = (pixels: number) => Math.sign(pixels) * Math.round(Math.abs(pixels)) + 0;
  return warp(picture, { a: 1, b: slope(shearX), c: slope(shearY), d: 1 }, {
    shiftX: whole(moveX * picture.width),
    shiftY: whole(moveY * picture.height),
  });
}
