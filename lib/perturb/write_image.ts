import { type Raster, sharpOf } from "./raster.ts";

/** The kinds of files that perturbed pictures are written as. */
export type ImageKind = "png" | "jpeg";

/**
 * A raster as the bytes of a file: PNG without loss, or JPEG of quality 95 with colours at full resolution (which no
 * judge will tell from the original, at a fifth of the size).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readImage, writeImage } from "judgebias/judge";
 * import { filledRaster } from "@/perturb/raster.ts";
 *
 * const picture = filledRaster(2, 2, [1, 2, 3]);
 * assert.deepEqual((await readImage(await writeImage(picture, "png"))).raster, picture);
 * ```
 */
export async function writeImage(picture: Raster, kind: ImageKind): Promise<Uint8Array> {
  const image = await sharpOf(picture);
  const file = kind === "png"
    ? image.png({ compressionLevel: 6 })
    : image.jpeg({ quality: 95, chromaSubsampling: "4:4:4" });
  return new Uint8Array(await file.toBuffer());
}
