import { requireOptions } from "../progress/require.ts";
import type { Metadata, Sharp } from "sharp";

/** Limits of an image file, the same for what perturbs it and what shows it to a judge, checked before anything decodes it. */
export const IMAGE_LIMITS = { bytes: 20e6, pixels: 64e6 };

/** Formats that are read; SVG and PDF, which can name other files, are not. */
const FORMATS = ["jpeg", "png", "webp", "gif", "tiff", "heif", "jp2", "jxl"];

/** Reads a picture as a person sees it: upright, the first frame, transparency on white, as RGB of 8 bits; `changes` says what was needed. */
export async function readImage(
  bytes: Uint8Array,
): Promise<{ raster: Raster; format: string; changes: string[] }> {
  const wanted = (what: string, found: string, cause?: unknown) =>
    new RangeError(`readImage: wanted ${what}, found ${found}`, { cause });
  const { length } = bytes, whole = `a whole picture (${FORMATS.join(", ")})`;
  if (length > IMAGE_LIMITS.bytes) {
    throw wanted(`a picture of at most ${IMAGE_LIMITS.bytes} bytes`, `${length}`);
  }
  if (length === 0) throw wanted("a picture", "an empty file");
  const { default: sharp } = await import("sharp");
  // Warnings of a decoder are faults: what they leave of a picture is grey or noise.
  const image = sharp(bytes, { failOn: "warning", limitInputPixels: IMAGE_LIMITS.pixels });
  try {
    const metadata = await image.metadata(), { format } = metadata;
    if (!FORMATS.includes(format)) throw wanted(whole, format);
    const upright = image.autoOrient().flatten({ background: "#ffffff" }).toColourspace("srgb");
    return { raster: await rasterOf(upright), format, changes: changesOf(metadata) };
  } catch (error) {
    const { name, message } = error as Error, reason = message.replace(/\s+/g, " ").trim();
    if (name === "RangeError") throw error;
    const most = `a picture of at most ${IMAGE_LIMITS.pixels.toLocaleString("en-US")} pixels`;
    throw /pixel limit/.test(reason)
      ? wanted(most, "more", error)
      : wanted(whole, `one that cannot be read: ${reason}`, error);
  }
}

function changesOf({ orientation = 1, pages = 1, hasAlpha, space, depth }: Metadata): string[] {
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

/** PNG without loss, or JPEG of quality 95 with colours at full resolution (no judge will tell it from the original). */
export async function writeImage(picture: Raster, kind: ImageKind): Promise<Uint8Array> {
  const image = await sharpOf(picture);
  const file = kind === "png"
    ? image.png({ compressionLevel: 6 })
    : image.jpeg({ quality: 95, chromaSubsampling: "4:4:4" });
  return new Uint8Array(await file.toBuffer());
}

/** A file that every judge reads alike: as it is where the picture is plain already, else written anew, and what was changed. */
export async function plainImage(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array; format: string; changes: string[] }> {
  const { raster, format, changes } = await readImage(bytes);
  // Formats that some judges do not take are written anew too.
  if (changes.length === 0 && ["jpeg", "png", "webp"].includes(format)) return { bytes, format, changes };
  const kind = format === "jpeg" ? "jpeg" : "png";
  if (kind !== format) changes.push(`${format} to ${kind}`);
  return { bytes: await writeImage(raster, kind), format: kind, changes };
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
export function nullImage(options: { color?: "black" | "white" } = {}): Promise<Uint8Array> {
  const { color = "black" } = requireOptions("nullImage", options, ["color"]);
  return writeImage(filledRaster(SIDE, SIDE, color === "black" ? [0, 0, 0] : [255, 255, 255]), "png");
}

/** A picture as numbers: red, green, blue from 0 to 255, row by row from the top left, without gaps. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function filledRaster(width: number, height: number, color: readonly number[]): Raster {
  return { width, height, data: Uint8Array.from({ length: 3 * width * height }, (_, i) => color[i % 3]) };
}

/** A number as a level of a pixel: rounded half up, cut off at 0 and 255. */
export function level(value: number): number {
  return Math.min(255, Math.max(0, value + 0.5)) | 0;
}

export function toneCurve(of: (level: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => level(of(i)));
}

export function applyCurves({ width, height, data }: Raster, curves: readonly Uint8Array[]): Raster {
  const [red, green = red, blue = red] = curves, out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    out[i] = red[data[i]];
    out[i + 1] = green[data[i + 1]];
    out[i + 2] = blue[data[i + 2]];
  }
  return { width, height, data: out };
}

export function histograms({ data }: Raster): Uint32Array[] {
  const counts = [0, 1, 2].map(() => new Uint32Array(256));
  for (let i = 0; i < data.length; i++) counts[i % 3][data[i]]++;
  return counts;
}

export async function sharpOf({ width, height, data }: Raster): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The pixels of an image in sRGB, whose colours are three bytes each also where the picture is grey. */
export async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info: { width, height } } = await image.removeAlpha()
    .raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
}

/** What made a picture: another version may make other pixels of the same steps. */
export async function sharpVersion(): Promise<string> {
  const { default: { versions } } = await import("sharp");
  return `sharp ${versions.sharp}, libvips ${versions.vips}`;
}
