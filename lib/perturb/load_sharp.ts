import type { Sharp } from "sharp";
import type { Raster } from "./raster.ts";

/** A raster as the input of sharp, which loads on first use. */
export async function sharpOf({ width, height, data }: Raster): Promise<Sharp> {
  const { default: sharp } = await import("sharp");
  return sharp(data, { raw: { width, height, channels: 3 } });
}
