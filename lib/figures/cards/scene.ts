import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ResultsError } from "../../results/results_error.ts";
import { art, type Block, photo } from "../schematic/layout.ts";
import { INK } from "../theme.ts";

/** Folder of our drawings, wherever the library is used from. */
const SCENES_FOLDER: string = fileURLToPath(new URL("../../../data/scenes/", import.meta.url));

/** What a drawing of ours may hold: it becomes part of figures, so nothing that has an id, loads or runs. */
const SCHEMA = z.object({
  width: z.coerce.number({ error: "a number" }).positive("a positive number"),
  height: z.coerce.number({ error: "a number" }).positive("a positive number"),
  markup: z.string().min(1, "shapes").refine(
    (markup) => !/<(?!\/?(?:g|rect|ellipse|circle|path|line|polygon|polyline|text|tspan)[\s>/])/.test(markup),
    "g, rect, ellipse, circle, path, line, polygon, polyline, text and tspan alone",
  ).refine(
    (markup) => !/\s(?:id|href|style|class|on\w+)=/.test(markup),
    "no id, href, style, class or event",
  ),
});

/** A drawing of ours: what stands inside its svg element, and its size. */
export type SceneFile = z.output<typeof SCHEMA>;

/**
 * A drawing of ours that stands for a picture of a benchmark, which we may not show: `data/scenes/<name>.svg`, named after
 * the paper and what it shows; any program that draws SVG opens and changes it.
 *
 * @throws {ResultsError} when the file is no such drawing, naming the file and what is wrong with it
 */
export function readScene(name: string, folder = SCENES_FOLDER): SceneFile {
  const file = `${folder}/${name}.svg`.replaceAll("//", "/");
  const [, head, body] = /^\s*<svg\s([^>]*)>(.*)<\/svg>\s*$/s.exec(readFileSync(file, "utf8")) ?? [];
  const [, width, height] = /viewBox="0 0 ([^\s"]+) ([^\s"]+)"/.exec(head ?? "") ?? [];
  if (width === undefined) {
    throw new ResultsError({ file, expected: 'an svg element with a viewBox that begins at "0 0"' });
  }
  const read = SCHEMA.safeParse({ width, height, markup: compact(body) });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new ResultsError({ file, column: String(issue.path[0]), expected: issue.message });
}

/** Markup without the line breaks and blanks that stand only for whoever edits it. */
function compact(body: string): string {
  return body.trim().replace(/<[^>]+>/g, (tag) => tag.replace(/\s+/g, " ").replace(/ ?(\/?>)$/, "$1"))
    .replace(/>\s+</g, "><");
}

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
