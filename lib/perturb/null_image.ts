import { filledRaster } from "./raster.ts";
import { writeImage } from "./write_image.ts";

/** Side of the null image in the authors' public release. */
const SIDE = 224;

/**
 * The null image that stands for missing visual evidence: 224 × 224 black pixels, as a PNG. With `color: "white"` the
 * blank image of the ablation in the paper's section L, whose colour is not stated.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nullImage, readImage } from "judgebias/judge";
 *
 * assert.ok((await readImage(await nullImage())).raster.data.every((level) => level === 0));
 * ```
 */
export function nullImage({ color = "black" }: { color?: "black" | "white" } = {}): Promise<Uint8Array> {
  return writeImage(filledRaster(SIDE, SIDE, color === "black" ? [0, 0, 0] : [255, 255, 255]), "png");
}
