import type { Raster } from "@/perturb/image_files.ts";

/** Copies a raster onto another (changing the latter), its top left corner at x, y; all of it must fit. */
export function pasteRaster(onto: Raster, picture: Raster, x: number, y: number): void {
  for (let row = 0; row < picture.height; row++) {
    const line = picture.data.subarray(3 * row * picture.width, 3 * (row + 1) * picture.width);
    onto.data.set(line, 3 * ((y + row) * onto.width + x));
  }
}
