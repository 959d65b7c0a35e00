import { useProjectFonts } from "../fonts/project_fonts.ts";

/** Letters as coverage: 0 is none, 255 full; the picture ends where the ink does. */
export interface TextMask {
  width: number;
  height: number;
  coverage: Uint8Array;
}

/**
 * Sets text in the project's font (letters that it lacks in the system's), centred, wrapped at `width` pixels between words,
 * or inside a word that is wider alone; any script, in its own direction.
 */
export async function textMask(
  text: string,
  { size, width }: { size: number; width?: number },
): Promise<TextMask> {
  useProjectFonts();
  const { default: sharp } = await import("sharp");
  // At 72 dots per inch a point is a pixel. The text is Pango markup.
  const { data, info } = await sharp({
    text: {
      text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      font: `DejaVu Sans ${size}`,
      dpi: 72,
      align: "centre",
      wrap: "word-char",
      ...(width === undefined ? {} : { width }),
    },
  }).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    coverage: new Uint8Array(data.buffer, data.byteOffset, data.length),
  };
}
