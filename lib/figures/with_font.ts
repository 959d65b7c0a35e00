import { characterMap, fontNamed } from "./font_files.ts";
import { escapeXml } from "./svg_text.ts";
import { FONT } from "./theme.ts";

/**
 * A picture with its letters in another font, what that lacks (Greek, arrows) in the figures' own: these are laid out by DejaVu Sans, which is wider than most.
 *
 * @throws {RangeError} for a font that is not installed: it would be another one in PNG and PDF
 */
export function withFont(svg: string, family: string | undefined): string {
  if (family === undefined) return svg;
  const { view, at } = fontNamed(family), glyphOf = characterMap(view, at("cmap"));
  const lacking = (text: string) =>
    text.replace(
      /[^\0-\x7f]+/gu,
      (part) =>
        [...part].map((letter) =>
          glyphOf(letter.codePointAt(0)!) > 0 ? letter : `<tspan font-family="${FONT}">${letter}</tspan>`
        ).join(""),
    );
  return svg.replaceAll(`="${FONT}"`, `="'${escapeXml(family)}', ${FONT}"`).replace(
    /<text\b[^]*?<\/text>/g,
    (element) =>
      element.replace(/<title>[^<]*|>([^<]+)/g, (whole, text) => text ? `>${lacking(text)}` : whole),
  );
}
