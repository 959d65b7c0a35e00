import type { Sharp } from "sharp";

/** A picture as numbers: red, green, blue from 0 to 255, row by row from the top left, without gaps. */
export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Three bytes per pixel, 3 · width · height in all. */
  readonly data: Uint8Array;
}

/** A raster of one colour, white by default. */
export function filledRaster(
  width: number,
  height: number,
  color: readonly [number, number, number] = [255, 255, 255],
): Raster {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < data.length; i += 3) data.set(color, i);
  return { width, height, data };
}

/** A number as a level of a pixel: rounded half up, cut off at 0 and 255. */
export function level(value: number): number {
  return value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0;
}

export function toneCurve(of: (level: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => level(of(i)));
}

/** Every channel's levels replaced by its curve's; one curve serves all three. */
export function applyCurves({ width, height, data }: Raster, curves: readonly Uint8Array[]): Raster {
  const [red, green, blue] = curves.length === 1 ? [curves[0], curves[0], curves[0]] : curves;
  const out = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i += 3) {
    out[i] = red[data[i]];
    out[i + 1] = green[data[i + 1]];
    out[i + 2] = blue[data[i + 2]];
  }
  return { width, height, data: out };
}

export function histograms({ data }: Raster): Uint32Array[] {
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  const [red, green, blue] = counts;
  for (let i = 0; i < data.length; i += 3) {
    red[data[i]]++;
    green[data[i + 1]]++;
    blue[data[i + 2]]++;
  }
  return counts;
}

/** A raster as the input of sharp, which loads on first use. */
export async function sharpOf({ width, height, data }: Raster): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  return sharp(data, { raw: { width, height, channels: 3 } });
}

export async function rasterOf(image: Sharp): Promise<Raster> {
  const { data, info: { width, height, channels } } = await image.removeAlpha()
    .raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  if (channels === 3) {
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  }
  const grey = new Uint8Array(3 * width * height);
  for (let i = 0, j = 0; i < grey.length; i += 3, j += channels) grey.fill(data[j], i, i + 3);
  return { width, height, data: grey };
}

/** What made a picture: another version may make other pixels of the same steps. */
export async function sharpVersion(): Promise<string> {
  const { default: { versions } } = await import("sharp");
  return `sharp ${versions.sharp}, libvips ${versions.vips}`;
}
