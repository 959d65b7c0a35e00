import { fixed } from "../../progress/told.ts";
import { requireNamed } from "../../progress/require.ts";
import pl from "nodejs-polars";
import { type Raster, readImage, writeImage } from "../../perturb/image_files.ts";
import {
  type Operation,
  OPERATIONS,
  type TransformationStep,
  visualTransformation,
} from "../../perturb/operations.ts";
import { ownFigure, type OwnFigureOptions } from "../chart.ts";
import { picture } from "../schematic/layout.ts";
import { tiles } from "./tiles.ts";

/**
 * A picture under visual transformations of several seeds, each with the operations that were drawn: how strong the
 * perturbation is, before anybody judges it.
 *
 * @throws {RangeError} when the picture cannot be read
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { transformationsFigure } from "judgebias/figures";
 * import { nullImage } from "judgebias/judge";
 *
 * const white = await nullImage({ color: "white" });
 * const { svg } = await transformationsFigure(white, {
 *   seeds: [1, 2], title: "A wall",
 * });
 * assert.match(svg, /seed 2/);
 * ```
 */
export async function transformationsFigure(
  image: Uint8Array,
  asked: { seeds: readonly number[] } & OwnFigureOptions,
): Promise<{ svg: string }> {
  const { seeds, ...options } = requireNamed("transformationsFigure", asked);
  const { raster } = await readImage(image);
  const panels = [];
  for (const seed of seeds) {
    const done = await visualTransformation(raster, seed);
    panels.push({ title: `seed ${seed}`, picture: done.picture, note: stepsText(done.steps) });
  }
  return await gridFigure(panels, 3, options);
}

/**
 * A picture under each of the sixteen operations alone, with the number at the far end of its range: what a single one may
 * do at most.
 *
 * @throws {RangeError} when the picture cannot be read
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { operationsFigure } from "judgebias/figures";
 * import { nullImage } from "judgebias/judge";
 *
 * const { svg } = await operationsFigure(await nullImage({ color: "white" }), {
 *   title: "A wall",
 * });
 * assert.match(svg, /film grain/);
 * ```
 */
export async function operationsFigure(
  image: Uint8Array,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const { raster } = await readImage(image);
  const panels = [];
  for (const [operation, { group, ranges, apply }] of Object.entries(OPERATIONS)) {
    const parameters = farEnds(ranges);
    panels.push({
      title: operation.replaceAll("_", " "),
      picture: await apply(raster, parameters),
      note: [group, ...Object.entries(parameters).filter(shown).map(named)].join(", "),
    });
  }
  return await gridFigure(panels, 4, options);
}

/** The ends of the ranges that change more: the high ones, but for JPEG, whose low quality loses more. */
function farEnds(ranges: Operation["ranges"]): Record<string, number> {
  const far = (name: string, [low, high]: readonly number[]) => ({ quality: low, seed: 0 })[name] ?? high;
  return Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, far(name, range)]));
}

function stepsText(steps: readonly TransformationStep[]): string {
  return steps.map(({ operation, parameters }) => {
    const numbers = Object.entries(parameters).filter(shown).map(([, value]) => number(value));
    return [operation.replaceAll("_", " "), ...numbers].join(" ");
  }).join(", ");
}

const shown = ([name]: [string, number]) => name !== "seed";

const named = ([name, value]: [string, number]) =>
  `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${number(value)}`;

const number = (value: number) => fixed(value, Math.min(3, String(value).split(".")[1]?.length ?? 0));

async function gridFigure(
  panels: readonly { title: string; picture: Raster; note: string }[],
  columns: number,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const all = await Promise.all(
    panels.map(async ({ title, picture: made, note }) => ({
      title,
      notes: [note],
      image: await writeImage(made, "png"),
    })),
  );
  const data = pl.DataFrame({ title: panels.map(({ title }) => title), note: panels.map(({ note }) => note) })
    .withColumns(pl.lit("redrawn").alias("provenance"));
  return ownFigure({ body: picture(await tiles(all, columns)), data }, options);
}
