import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ResultsError } from "../../results/results_error.ts";

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
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readScene } from "@/figures/cards/read_scene.ts";
 *
 * const { width, height, markup } = readScene("birch-signs");
 * assert.deepEqual([width, height, markup.slice(0, 11)], [200, 150, '<rect x="0"']);
 * ```
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
