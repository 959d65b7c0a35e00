import { art, type Block, photo } from "../schematic/layout.ts";
import { textElement } from "../svg_text.ts";
import { INK } from "../theme.ts";
import { readScene } from "./read_scene.ts";

/** Size of a scene in pixels. */
export const SCENE = { width: 200, height: 150 };

/** Shapes of a scene: coordinates from the scene's upper left corner. */
export const rect = (x: number, y: number, width: number, height: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

/** An ellipse; a circle where its two radii are the same. */
export const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, more = "") =>
  `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;

/** A filled path. */
export const shape = (d: string, fill: string, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;

/** A word or number, with its middle at x and its baseline at y. */
export const label = (x: number, y: number, text: string, size = 10, color = INK.text) =>
  textElement(text, { x, y, size, color, anchor: "middle" });

/** A path that is only a line. */
export const stroke = (d: string, color: string, width = 3) =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/**
 * A drawing of ours (`data/scenes/<name>.svg`) that stands for a picture of a benchmark, which we may not show, cut off at its
 * frame; or the user's own picture in its place. `id` must be unique within a figure: a drawing shown twice needs one.
 */
export function storedScene(name: string, own: string | null = null, id = name): Block {
  const { markup, width, height } = readScene(name);
  return scene(id, markup, own, { width, height });
}

/** A drawing cut off at its frame, or the user's own picture in its place. The name must be unique within a figure. */
export function scene(
  name: string,
  drawn: string,
  own: string | null = null,
  { width, height } = SCENE,
): Block {
  if (own !== null) return photo(own, width, height);
  return art(
    `<clipPath id="scene-${name}"><rect width="${width}" height="${height}" rx="6"/></clipPath>` +
      `<g clip-path="url(#scene-${name})">${drawn}</g>` +
      `<rect width="${width}" height="${height}" rx="6" fill="none" stroke="${INK.rule}"/>`,
    width,
    height,
  );
}
