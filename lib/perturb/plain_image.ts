import { readImage } from "./read_image.ts";
import { writeImage } from "./write_image.ts";

/**
 * An image file that every judge reads alike: the bytes as they are where the picture is plain already (upright, opaque,
 * one frame, RGB), else the picture written anew, and what was changed.
 *
 * @throws {RangeError} for a file that cannot be read as a picture
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nullImage, plainImage } from "judgebias/judge";
 *
 * const black = await nullImage();
 * assert.equal((await plainImage(black)).bytes, black);
 * ```
 */
export async function plainImage(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; format: string; changes: string[] }> {
  const { raster, format, changes } = await readImage(bytes);
  // Formats that some judges do not take are written anew too.
  if (changes.length === 0 && ["jpeg", "png", "webp"].includes(format)) return { bytes, format, changes };
  const kind = format === "jpeg" ? "jpeg" : "png";
  return {
    bytes: await writeImage(raster, kind),
    format: kind,
    changes: [...changes, ...(kind === format ? [] : [`${format} to ${kind}`])],
  };
}
