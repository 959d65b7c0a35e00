import type { Sharp } from "sharp";
import { useProjectFonts } from "../fonts/project_fonts.ts";

const SCALE = 2;

const MOST = 32767;

/** An SVG as PNG at twice its size with the project's own fonts. */
export async function renderPng(svg: string): Promise<Uint8Array> {
  const height = Number(/^<svg [^>]*?\bheight="([\d.]+)"/.exec(svg)?.[1] ?? 0);
  if (SCALE * height > MOST) {
    throw new RangeError(
      `renderPng: wanted a picture of at most ${
        Math.floor(MOST / SCALE)
      } pixels in height, found ${height}; ask for svg or pdf, or draw fewer rows`,
    );
  }
  // Level 9 takes twice the time of level 6 and saves 5% of the bytes.
  const png = await (await rasterized(svg)).png({ compressionLevel: 6 }).toBuffer();
  return new Uint8Array(png);
}

/** The pixels that a PNG of an SVG has, not packed yet, or fewer: `scale` is how many there are per pixel of the figure. */
export async function rasterized(svg: string, scale = SCALE): Promise<Sharp> {
  useProjectFonts();
  const { default: sharp } = await import("sharp");
  // Every figure has its own ground, so nothing shines through.
  return sharp(new TextEncoder().encode(svg), { density: 72 * scale }).removeAlpha();
}
