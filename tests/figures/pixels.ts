import { rasterized } from "@/figures/render_pdf.ts";

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

/** Ink of an SVG in the pixels of its PNG, two per unit, or in another number of them. */
export async function inkOf(svg: string, scale?: number): Promise<Ink> {
  const { data, info: { width, height, channels } } = await (await rasterized(svg, scale)).raw()
    .toBuffer({ resolveWithObject: true });
  const dark = new Uint8Array(width * height),
    ink = { count: 0, left: width, right: -1, top: height, bottom: -1 };
  // Plain loops: a picture has millions of pixels.
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const c = at * channels;
      // Most of them are white.
      if (data[c] === 255 && data[c + 1] === 255 && data[c + 2] === 255) continue;
      const light = 0.299 * data[c] + 0.587 * data[c + 1] + 0.114 * data[c + 2];
      const value = dark[at] = Math.round(255 - light);
      if (value < 16) continue;
      ink.count++;
      if (x < ink.left) ink.left = x;
      if (x > ink.right) ink.right = x;
      if (ink.top === height) ink.top = y;
      ink.bottom = y;
    }
  }
  return { ...ink, width, height, dark };
}

/** Ink of some SVG elements on a white ground. */
export async function inkOfSvg(content: string, { width = 400, height = 80 } = {}): Promise<Ink> {
  return await inkOf(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<rect width="${width}" height="${height}" fill="white"/>${content}</svg>`,
  );
}
