import { channels } from "./color_ramp.ts";

/**
 * The same picture for dark pages: paper and ink change places, colours keep their hue and get light enough to be seen. Pictures
 * in it, pixels or the drawings that stand for them, keep their colours: they are dimmed, not turned round.
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
  const parts: string[] = [];
  let from = 0;
  for (const { index } of svg.matchAll(SCENE)) {
    const end = closing(svg, index);
    parts.push(
      turned(svg.slice(from, index)),
      svg.slice(index, end).replace(/^<g /, `<g opacity="${DIMMED}" `),
    );
    from = end;
  }
  return [...parts, turned(svg.slice(from))].join("").replace(/<image /g, `<image opacity="${DIMMED}" `);
}

/** Where a drawing that stands for a picture begins (`cards/scene.ts`). */
const SCENE = /<g clip-path="url\(#scene-/g;

/** How much of a picture is left on dark paper, so that its white does not glare. */
const DIMMED = 0.85;

/** Where the group that begins at `start` ends. */
function closing(svg: string, start: number): number {
  const tags = /<(\/?)g\b[^>]*?(\/?)>/g;
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(svg); tag; tag = tags.exec(svg)) {
    depth += tag[1] ? -1 : tag[2] ? 0 : 1;
    if (depth === 0) return tags.lastIndex;
  }
  return svg.length;
}

/** The cells of a heatmap, and those of its scale in the legend: grounds of letters, not marks. */
const CELLS = /<g [^>]*aria-label="rect"[^>]*>.*?<\/g>|<rect [^>]*height="11" fill="#[0-9a-f]{6}"\/>/gs;

/** A part of a picture with its colours turned round; cells of heatmaps get dark enough for light letters, which all of them then have. */
function turned(svg: string): string {
  if (!svg.includes('aria-label="rect"')) return recoloured(svg);
  const parts: string[] = [];
  const lettered = (text: string) =>
    recoloured(text.replace(/(<text [^>]*fill=")#(?:ffffff|000000)"/g, `$1${LETTERS}"`));
  let from = 0;
  for (const { index, 0: cells } of svg.matchAll(CELLS)) {
    parts.push(
      lettered(svg.slice(from, index)),
      cells.replace(
        /(fill|stroke)="(#[0-9a-f]{6})"/g,
        (_, what, color) => `${what}="${what === "fill" ? ground(color) : dark(color)}"`,
      ),
    );
    from = index + cells.length;
  }
  return [...parts, lettered(svg.slice(from))].join("");
}

/** The ink of letters, which is light on dark paper. */
const LETTERS = "#1c2733";

/** How much lighter than the paper black would be as a ground, and the most colour that a ground has. */
const DEPTH = 0.4, FULL = 0.45;

/** The ground of a cell: above the paper as it was below, and in its hue. */
function ground(color: string): string {
  const [r, g, b] = channelsOf(color), most = Math.max(r, g, b), least = Math.min(r, g, b);
  const light = (most + least) / 2, chroma = most - least, lifted = PAPER + (1 - light) * DEPTH;
  const spread = chroma === 0 ? 0 : 2 * lifted * Math.min(FULL, 2 * chroma) / chroma;
  return hex(lifted + spread * (r - light), lifted + spread * (g - light), lifted + spread * (b - light), 0);
}

const channelsOf = (color: string): number[] => channels(color).map((channel) => channel / 255);

/** A part of a picture with its colours turned round, but for those of pixels. */
function recoloured(svg: string): string {
  return svg.replace(/"data:image\/[^"]*"|#[0-9a-f]{6}\b|"white"/gi, (found) => {
    if (found.startsWith('"data:')) return found;
    return found.startsWith("#") ? dark(found) : `"${dark("#ffffff")}"`;
  });
}

/** Lightness of paper and ink, and the least of a colour that stands on the paper. */
const PAPER = 0.095, INK = 0.92, LEAST = 0.605;

function dark(color: string): string {
  const [r, g, b] = channelsOf(color);
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
