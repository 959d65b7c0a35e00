import { readFileSync } from "node:fs";
import { art, type Block, photo } from "../schematic/layout.ts";
import { element, round } from "../svg_text.ts";
import { INK } from "../theme.ts";

/** A drawing of ours for a picture that we may not show, `data/scenes/<name>.svg`, which any program for SVG changes; a test holds it to shapes and text. */
export function readScene(name: string): { width: number; height: number; markup: string } {
  const svg = readFileSync(new URL(`../../../data/scenes/${name}.svg`, import.meta.url), "utf8");
  const [, width, height, body] = /^\s*<svg\s[^>]*viewBox="0 0 (\S+) ([^\s"]+)"[^>]*>(.*)<\/svg>\s*$/s.exec(
    svg,
  )!;
  return { width: Number(width), height: Number(height), markup: compact(body) };
}

/** Markup without the line breaks and blanks that stand only for whoever edits it. */
function compact(body: string): string {
  return body.trim().replace(/<[^>]+>/g, (tag) => tag.replace(/\s+/g, " ").replace(/ ?(\/?>)$/, "$1"))
    .replace(/>\s+</g, "><");
}

/** A drawing of ours cut off at its frame, or the user's own picture in its place; one shown twice in a figure needs an `id`. */
export function scene(
  name: string,
  own: string | null = null,
  { id = name, width }: { id?: string; width?: number } = {},
): Block {
  const drawn = readScene(name), scale = (width ?? drawn.width) / drawn.width;
  const [w, h] = [drawn.width * scale, drawn.height * scale];
  if (own !== null) return photo(own, w, h);
  const markup = scale === 1
    ? drawn.markup
    : element("g", { transform: `scale(${round(scale)})` }, drawn.markup);
  const frame = { width: `${w}`, height: `${h}`, rx: 6 };
  return art(
    element("clipPath", { id: `scene-${id}` }, element("rect", frame)) +
      element("g", { "clip-path": `url(#scene-${id})` }, markup) +
      element("rect", { ...frame, fill: "none", stroke: INK.rule }),
    w,
    h,
  );
}
