import { fixed } from "../../progress/told.ts";
import { requireNamed } from "../../progress/require.ts";
import pl from "nodejs-polars";
import { type Raster, readImage, writeImage } from "../../perturb/image_files.ts";
import { type Operation, OPERATIONS, visualTransformation } from "../../perturb/operations.ts";
import { ownFigure, type OwnFigureOptions } from "../chart.ts";
import { picture } from "../schematic/layout.ts";
import { type Tile, tiles } from "./tiles.ts";

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
  const all = seeds.map(async (seed) => {
    const { picture, steps } = await visualTransformation(raster, seed);
    const notes = steps.map(({ operation, parameters }) =>
      [said(operation), ...Object.entries(parameters).filter(isShown).map(([, value]) => number(value))].join(
        " ",
      )
    );
    return await tile(`seed ${seed}`, notes.join(", "), picture);
  });
  return await gridFigure(await Promise.all(all), 3, options);
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
  const all = Object.entries(OPERATIONS).map(async ([operation, { group, ranges, apply }]) => {
    const parameters = farEnds(ranges);
    const notes = Object.entries(parameters).filter(isShown).map(([name, value]) =>
      `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${number(value)}`
    );
    return await tile(said(operation), [group, ...notes].join(", "), await apply(raster, parameters));
  });
  return await gridFigure(await Promise.all(all), 4, options);
}

/** The ends of the ranges that change more: the high ones, but for JPEG, whose low quality loses more. */
function farEnds(ranges: Operation["ranges"]): Record<string, number> {
  const far = (name: string, [low, high]: readonly number[]) => ({ quality: low, seed: 0 })[name] ?? high;
  return Object.fromEntries(Object.entries(ranges).map(([name, range]) => [name, far(name, range)]));
}

const said = (operation: string) => operation.replaceAll("_", " ");

const isShown = ([name]: [string, number]) => name !== "seed";

const number = (value: number) => fixed(value, Math.min(3, String(value).split(".")[1]?.length ?? 0));

const tile = async (title: string, note: string, picture: Raster): Promise<Tile> => ({
  title,
  notes: [note],
  image: await writeImage(picture, "png"),
});

async function gridFigure(all: readonly Tile[], columns: number, options: OwnFigureOptions) {
  const data = pl.DataFrame(all.map(({ title, notes: [note] }) => ({ title, note, provenance: "redrawn" })));
  return ownFigure({ body: picture(await tiles(all, columns)), data }, options);
}
