import { filledRaster, pasteRaster, type Raster } from "../raster.ts";

/**
 * A white border of the same width on all four sides: `share` of the shorter side, at least one pixel.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { filledRaster } from "@/perturb/raster.ts";
 * import { whitePadding } from "@/perturb/operations/white_padding.ts";
 *
 * const { width, height } = whitePadding(filledRaster(545, 544), { share: 0.0588 });
 * assert.deepEqual([width, height], [609, 608]); // 32 pixels on every side
 * ```
 */
export function whitePadding(picture: Raster, { share }: { share: number }): Raster {
  const border = Math.max(1, Math.round(share * Math.min(picture.width, picture.height)));
  const canvas = filledRaster(picture.width + 2 * border, picture.height + 2 * border);
  pasteRaster(canvas, picture, border, border);
  return canvas;
}
