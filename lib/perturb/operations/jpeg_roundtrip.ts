import type { Raster } from "../raster.ts";
import { sharpOf } from "../load_sharp.ts";

/**
 * The picture written as a JPEG of this quality (1 to 100, colours at half the resolution, as cameras and the web do) and
 * read again.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { filledRaster } from "@/perturb/raster.ts";
 * import { jpegRoundtrip } from "@/perturb/operations/jpeg_roundtrip.ts";
 *
 * const { width, height } = await jpegRoundtrip(filledRaster(9, 5), { quality: 65 });
 * assert.deepEqual([width, height], [9, 5]);
 * ```
 */
export async function jpegRoundtrip(picture: Raster, { quality }: { quality: number }): Promise<Raster> {
  const { width, height } = picture;
  const file = await (await sharpOf(picture)).jpeg({ quality, chromaSubsampling: "4:2:0" }).toBuffer();
  const { default: sharp } = await import("sharp");
  const data = await sharp(file).raw().toBuffer();
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}
