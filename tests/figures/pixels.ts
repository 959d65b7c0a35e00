import { renderPng } from "@/figures/render_png.ts";

/** Ink of a picture: which of its pixels are not white, and where they end. */
export interface Ink {
  count: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  width: number;
  height: number;
  /** One per pixel, row by row: 0 is white. */
  dark: Uint8Array;
}

/** Ink of a PNG. */
export async function inkOf(png: Uint8Array): Promise<Ink> {
  const { default: sharp } = await import("sharp");
  const { data, info: { width, height } } = await sharp(png).flatten({ background: "white" }).greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const ink = { count: 0, left: width, right: -1, top: height, bottom: -1, width, height };
  const dark = Uint8Array.from({ length: width * height }, (_, i) => 255 - data[i]);
  dark.forEach((value, i) => {
    if (value < 16) return;
    const x = i % width, y = Math.floor(i / width);
    ink.count++;
    ink.left = Math.min(ink.left, x);
    ink.right = Math.max(ink.right, x);
    ink.top = Math.min(ink.top, y);
    ink.bottom = Math.max(ink.bottom, y);
  });
  return { ...ink, dark };
}

/** Ink of some SVG elements on a white ground; the PNG has two pixels per unit. */
export async function inkOfSvg(content: string, { width = 400, height = 80 } = {}): Promise<Ink> {
  return await inkOf(
    await renderPng(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
        `<rect width="${width}" height="${height}" fill="white"/>${content}</svg>`,
    ),
  );
}
