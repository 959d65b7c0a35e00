import type { Raster } from "../raster.ts";

/** A linear map of the plane: x' = a·x + b·y, y' = c·x + d·y. */
export interface LinearMap {
  a: number;
  b: number;
  c: number;
  d: number;
}

/**
 * The picture under a linear map about its centre, on a white canvas just large enough that nothing is cut off; bilinear
 * interpolation between the centres of pixels, with white beyond the edge. `shift` widens the canvas on one side, so that
 * the picture stands off its middle by half of that.
 *
 * @throws {RangeError} for a map that squeezes the plane to a line
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { warp } from "@/perturb/operations/warp.ts";
 *
 * const picture = { width: 2, height: 1, data: new Uint8Array([1, 2, 3, 4, 5, 6]) };
 * assert.deepEqual(warp(picture, { a: 1, b: 0, c: 0, d: 1 }).data, picture.data); // the identity
 * ```
 */
export function warp(
  { width, height, data }: Raster,
  { a, b, c, d }: LinearMap,
  { shiftX = 0, shiftY = 0 }: { shiftX?: number; shiftY?: number } = {},
): Raster {
  const determinant = a * d - b * c;
  if (!(Math.abs(determinant) > 1e-9)) {
    throw new RangeError(`warp: wanted a map that can be undone, found determinant ${determinant}`);
  }
  // Whole pixels stay whole where the map leaves the size as it is, whatever the rounding of sines.
  const side = (extent: number) => Math.ceil(extent - 1e-6);
  const fullWidth = side(Math.abs(a) * width + Math.abs(b) * height) + Math.abs(shiftX);
  const fullHeight = side(Math.abs(c) * width + Math.abs(d) * height) + Math.abs(shiftY);
  const centreX = (fullWidth + shiftX) / 2, centreY = (fullHeight + shiftY) / 2;
  const out = new Uint8Array(3 * fullWidth * fullHeight).fill(255);
  // The map undone: along a row, both coordinates of the source grow by a constant step.
  const stepX = d / determinant, stepY = -c / determinant;
  for (let y = 0; y < fullHeight; y++) {
    const toX = 0.5 - centreX, toY = y + 0.5 - centreY;
    const firstX = (d * toX - b * toY) / determinant + width / 2 - 0.5;
    const firstY = (a * toY - c * toX) / determinant + height / 2 - 0.5;
    for (let x = 0; x < fullWidth; x++) {
      const fromX = firstX + x * stepX, fromY = firstY + x * stepY;
      if (fromX <= -1 || fromY <= -1 || fromX >= width || fromY >= height) continue;
      const left = Math.floor(fromX), top = Math.floor(fromY);
      const right = fromX - left, down = fromY - top;
      const o = 3 * (y * fullWidth + x);
      if (left >= 0 && top >= 0 && left + 1 < width && top + 1 < height) {
        const i = 3 * (top * width + left), j = i + 3 * width;
        for (let k = 0; k < 3; k++) {
          const upper = data[i + k] + right * (data[i + k + 3] - data[i + k]);
          const lower = data[j + k] + right * (data[j + k + 3] - data[j + k]);
          out[o + k] = upper + down * (lower - upper) + 0.5;
        }
        continue;
      }
      for (let k = 0; k < 3; k++) {
        const at = (px: number, py: number) =>
          px < 0 || py < 0 || px >= width || py >= height ? 255 : data[3 * (py * width + px) + k];
        const upper = at(left, top) + right * (at(left + 1, top) - at(left, top));
        const lower = at(left, top + 1) + right * (at(left + 1, top + 1) - at(left, top + 1));
        out[o + k] = upper + down * (lower - upper) + 0.5;
      }
    }
  }
  return { width: fullWidth, height: fullHeight, data: out };
}
