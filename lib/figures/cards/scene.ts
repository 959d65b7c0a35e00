import { art, type Block, photo } from "../schematic/layout.ts";
import { INK } from "../theme.ts";
import { readScene } from "./read_scene.ts";

/** Shapes of a scene: coordinates from the scene's upper left corner. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

/**
 * A drawing of ours (`data/scenes/<name>.svg`) that stands for a picture of a benchmark, which we may not show, cut off at its
 * frame; or the user's own picture in its place. `id` must be unique within a figure: a drawing shown twice needs one.
 */
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
