import { readFileSync } from "node:fs";
import { art, type Block, photo } from "../schematic/layout.ts";
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

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

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
    : `<g transform="scale(${Math.round(100 * scale) / 100})">${drawn.markup}</g>`;
  return art(
    `<clipPath id="scene-${id}"><rect width="${w}" height="${h}" rx="6"/></clipPath>` +
      `<g clip-path="url(#scene-${id})">${markup}</g>` +
      `<rect width="${w}" height="${h}" rx="6" fill="none" stroke="${INK.rule}"/>`,
    w,
    h,
  );
}
