import { fontNamed } from "./font_files.ts";
import { escapeXml } from "./svg_text.ts";
import { FONT } from "./theme.ts";

/**
 * A picture with its letters in another font, what that lacks (Greek, arrows) in the figures' own: these are laid out by DejaVu Sans, which is wider than most.
 *
 * @throws {RangeError} for a font that is not installed: it would be another one in PNG and PDF
 */
export function withFont(svg: string, family: string | undefined): string {
  if (family === undefined) return svg;
  const { has } = fontNamed(family), own = `="'${escapeXml(family)}', ${FONT}"`;
  return lettersIn(svg.replaceAll(`="${FONT}"`, own), (letter) => has(letter) ? undefined : FONT);
}

/** A picture in which single letters have other fonts. */
export function lettersIn(svg: string, fontOf: (letter: string) => string | undefined): string {
  const set = (letter: string) => {
    const font = fontOf(letter);
    return font === undefined ? letter : `<tspan font-family="${escapeXml(font)}">${letter}</tspan>`;
  };
  const written = (text: string) => text.replace(/[^\0-\x7f]/gu, set);
  return svg.replace(
    /<text\b[^]*?<\/text>/g,
    (element) =>
      element.replace(/<title>[^<]*|>([^<]+)/g, (whole, text) => text ? `>${written(text)}` : whole),
  );
}
