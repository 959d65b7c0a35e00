import type { Raster } from "../raster.ts";
import { warp } from "./warp.ts";

/**
 * The picture turned clockwise by a few degrees, on a white canvas that holds all of it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { filledRaster } from "@/perturb/raster.ts";
 * import { rotate } from "@/perturb/operations/rotate.ts";
 *
 * const { width, height } = rotate(filledRaster(100, 50), { degrees: 7 });
 * assert.deepEqual([width, height], [106, 62]); // 100 cos 7° + 50 sin 7° = 105.3; 100 sin 7° + 50 cos 7° = 61.8
 * ```
 */
export function rotate(picture: Raster, { degrees }: { degrees: number }): Raster {
  const angle = degrees * Math.PI / 180;
  const cos = Math.cos(angle), sin = Math.sin(angle);
  return warp(picture, { a: cos, b: -sin, c: sin, d: cos });
}
