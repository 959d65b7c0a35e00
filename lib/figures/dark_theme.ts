import { luminance, rampColor } from "./colors.ts";

/** What white paper becomes, and the most luminance of what was black. */
const PAPER = "#14181d", BRIGHTEST = 0.93;

/** How much of a photograph, or of a drawing that stands for one, is left on dark paper, so that its white does not glare. */
const DIMMED = 0.85;

/** Where a drawing that stands for a picture begins (`cards/scene.ts`). */
const SCENE = /<g (?=clip-path="url\(#scene-)/;

/**
 * The same picture for dark pages: every colour stands out from the paper as much as it did (in the contrast of WCAG 2), lighter now
 * instead of darker; so do letters from their grounds. Photographs keep their colours and are dimmed.
 */
export function darkTheme(svg: string): string {
  const known = new Map([["#ffffff", PAPER]]);
  const dark = (color: string) => {
    if (!known.has(color)) known.set(color, turned(color));
    return known.get(color)!;
  };
  const recoloured = (part: string) =>
    part.replace(/"data:image\/[^"]*"|#[0-9a-f]{6}\b|"white"|<image /gi, (found) => {
      if (found === "<image ") return `<image opacity="${DIMMED}" `;
      if (found.startsWith('"data:')) return found;
      return found.startsWith("#") ? dark(found.toLowerCase()) : `"${PAPER}"`;
    });
  const [first, ...scenes] = svg.split(SCENE);
  return recoloured(first) + scenes.map((part) => {
    const end = groupEnd(part);
    return `<g opacity="${DIMMED}" ${part.slice(0, end)}${recoloured(part.slice(end))}`;
  }).join("");
}

/** Where the group ends inside which a text begins. */
function groupEnd(text: string): number {
  let depth = 1;
  for (const { index, 0: tag, 1: close, 2: empty } of text.matchAll(/<(\/?)g\b[^>]*?(\/?)>/g)) {
    depth += close ? -1 : empty ? 0 : 1;
    if (depth === 0) return index + tag.length;
  }
  return text.length;
}

/** A colour mixed with white or black until its contrast to the dark paper is what it was to the white one. */
function turned(color: string): string {
  const own = luminance(color), contrast = 1.05 / (own + 0.05);
  const wanted = Math.min(BRIGHTEST, contrast * (luminance(PAPER) + 0.05) - 0.05);
  const end = wanted > own ? "#ffffff" : "#000000";
  let [low, high] = [0, 1];
  for (let step = 0; step < 12; step++) {
    const middle = (low + high) / 2;
    if (luminance(rampColor([color, end], middle)) < wanted === (end === "#ffffff")) low = middle;
    else high = middle;
  }
  return rampColor([color, end], high);
}
