/**
 * The same picture for dark pages: paper and ink change places, colours keep their hue and get light enough to be seen. Pixels
 * of embedded pictures stay.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { darkTheme } from "@/figures/dark_theme.ts";
 *
 * assert.equal(darkTheme('<rect fill="#ffffff"/>'), '<rect fill="#14181d"/>');
 * ```
 */
export function darkTheme(svg: string): string {
  return svg.replace(/"data:image\/[^"]*"|#[0-9a-f]{6}\b|"white"/gi, (found) => {
    if (found.startsWith('"data:')) return found;
    return found.startsWith("#") ? dark(found) : `"${dark("#ffffff")}"`;
  });
}

/** Lightness of paper and ink, and the least of a colour that stands on the paper. */
const PAPER = 0.095, INK = 0.92, LEAST = 0.6;

function dark(color: string): string {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255);
  const most = Math.max(r, g, b), least = Math.min(r, g, b), light = (most + least) / 2;
  const chroma = most - least;
  // Greys, and colours so pale that they are a kind of paper, are turned round; a hint of blue keeps black from being harsh.
  if (chroma < 0.16 || light > 0.86) {
    const turned = INK - (INK - PAPER) * light;
    return hex(turned * 0.84, turned, turned * 1.2, 1 - light);
  }
  if (light >= LEAST) return color;
  const rise = (LEAST - light) / (1 - light);
  return hex(r + (1 - r) * rise, g + (1 - g) * rise, b + (1 - b) * rise, 0);
}

/** A colour as text; `grey` of the way to its own mean, so that ink is neutral. */
function hex(r: number, g: number, b: number, grey: number): string {
  const channel = (c: number) =>
    Math.round(255 * Math.min(1, c + (g - c) * grey)).toString(16).padStart(2, "0");
  return `#${channel(r)}${channel(g)}${channel(b)}`;
}
