import type { Metadata } from "sharp";
import { filledRaster, type Raster, rasterOf, sharpOf } from "./raster.ts";

/** Limits of an image file, the same for what perturbs it and what shows it to a judge, checked before anything decodes it. */
export const IMAGE_LIMITS = { bytes: 20e6, pixels: 64e6 };

/** Formats that are read; SVG and PDF, which can name other files, are not. */
const FORMATS = ["jpeg", "png", "webp", "gif", "tiff", "heif", "jp2", "jxl"];

/**
 * Reads a picture as a person sees it: turned as its EXIF orientation says, the first frame of an animation, transparent
 * parts on white, greyscale and CMYK (by its colour profile, where it has one) as RGB, 16 bits as 8. `changes` says which of
 * these were needed: none for most files.
 *
 * @throws {RangeError} for a file that is no picture, is cut off or damaged, or has more than 64 million pixels or 20 MB
 */
export async function readImage(
  bytes: Uint8Array,
): Promise<{ raster: Raster; format: string; changes: string[] }> {
  if (bytes.length > IMAGE_LIMITS.bytes) {
    throw new RangeError(
      `readImage: wanted a picture of at most ${IMAGE_LIMITS.bytes} bytes, found ${bytes.length}`,
    );
  }
  if (bytes.length === 0) throw new RangeError("readImage: wanted a picture, found an empty file");
  const { default: sharp } = await import("sharp");
  // Warnings of a decoder are faults: what they leave of a picture is grey or noise.
  const input = { failOn: "warning", limitInputPixels: IMAGE_LIMITS.pixels } as const;
  const trouble = (error: unknown) => {
    const reason = (error as Error).message.replace(/\s+/g, " ").trim();
    const wanted = /pixel limit/.test(reason)
      ? `a picture of at most ${IMAGE_LIMITS.pixels.toLocaleString("en-US")} pixels, found more`
      : `a whole picture (${FORMATS.join(", ")}), found one that cannot be read: ${reason}`;
    return new RangeError(`readImage: wanted ${wanted}`, { cause: error });
  };
  let metadata: Metadata;
  try {
    metadata = await sharp(bytes, input).metadata();
  } catch (error) {
    throw trouble(error);
  }
  if (!FORMATS.includes(metadata.format)) {
    throw new RangeError(`readImage: wanted a picture (${FORMATS.join(", ")}), found ${metadata.format}`);
  }
  try {
    const upright = sharp(bytes, input).autoOrient().flatten({ background: "#ffffff" }).toColourspace("srgb");
    const raster = await rasterOf(upright);
    return { raster, format: metadata.format, changes: changesOf(metadata) };
  } catch (error) {
    throw trouble(error);
  }
}

function changesOf(
  { orientation = 1, pages = 1, hasAlpha, space, depth }: Metadata,
): string[] {
  return [
    orientation > 1 ? `turned upright (EXIF orientation ${orientation})` : "",
    pages > 1 ? `first of ${pages} frames` : "",
    hasAlpha ? "transparency on white" : "",
    space === "srgb" || space === "rgb16" ? "" : `${space} to RGB`,
    depth === "uchar" ? "" : `${depth} to 8 bits`,
  ].filter((change) => change !== "");
}

/** The kinds of files that perturbed pictures are written as. */
export type ImageKind = "png" | "jpeg";

/**
 * A raster as the bytes of a file: PNG without loss, or JPEG of quality 95 with colours at full resolution (which no
 * judge will tell from the original, at a fifth of the size).
 */
export async function writeImage(picture: Raster, kind: ImageKind): Promise<Uint8Array> {
  const image = await sharpOf(picture);
  const file = kind === "png"
    ? image.png({ compressionLevel: 6 })
    : image.jpeg({ quality: 95, chromaSubsampling: "4:4:4" });
  return new Uint8Array(await file.toBuffer());
}

/**
 * An image file that every judge reads alike: the bytes as they are where the picture is plain already (upright, opaque,
 * one frame, RGB), else the picture written anew, and what was changed.
 *
 * @throws {RangeError} for a file that cannot be read as a picture
 */
export async function plainImage(bytes: Uint8Array) {
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

const SIDE = 224;

/**
 * The null image that stands for missing visual evidence: 224 × 224 black pixels, as a PNG. With `color: "white"` the
 * blank image of the ablation in the paper's section L, whose colour is not stated.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nullImage } from "judgebias/judge";
 *
 * const png = await nullImage();
 * assert.deepEqual([png[1], png[2], png[3]], [0x50, 0x4e, 0x47]);
 * ```
 */
export function nullImage({ color = "black" }: { color?: "black" | "white" } = {}): Promise<Uint8Array> {
  return writeImage(filledRaster(SIDE, SIDE, color === "black" ? [0, 0, 0] : [255, 255, 255]), "png");
}
