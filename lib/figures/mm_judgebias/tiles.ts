import { fixed } from "../../progress/told.ts";
import { requireNamed } from "../../progress/require.ts";
import pl from "nodejs-polars";
import { type Raster, readImage, writeImage } from "../../perturb/image_files.ts";
import { type Operation, OPERATIONS, visualTransformation } from "../../perturb/operations.ts";
import { ownFigure, type OwnFigureOptions } from "../chart.ts";

import { z } from "zod";
import type { Sample } from "../../perturb/sample.ts";
import { useProjectFonts } from "../../fonts/project_fonts.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { embedded } from "../render_pdf.ts";
import {
  type Block,
  photo,
  picture as pictureOf,
  readScene,
  row,
  space,
  stack,
  words,
} from "../schematic/layout.ts";
import { INK, INNER, SIZE } from "../theme.ts";

const SAMPLE = z.strictObject({
  id: TEXT,
  query: TEXT,
  response: TEXT,
  description: TEXT.optional(),
  keywords: TEXT.optional(),
  scene: TEXT.nullable(),
});

const SCALE = 4;

/**
 * Four samples of our own to try perturbations on: three scenes that this library draws, with queries, responses,
 * descriptions and keywords, and a task of text alone.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { drawnSamples } from "judgebias/figures";
 *
 * const samples = await drawnSamples();
 * assert.deepEqual(samples.map(({ id, image }) => `${id} ${image !== null}`), [
 *   "harbour true",
 *   "fruit true",
 *   "desk true",
 *   "riddle false",
 * ]);
 * ```
 */
export async function drawnSamples(): Promise<(Sample & { image: Uint8Array | null })[]> {
  useProjectFonts();
  const { default: sharp } = await import("sharp");
  return await Promise.all(
    readCards("samples", z.array(SAMPLE)).map(async ({ scene, ...sample }) => {
      if (scene === null) return { ...sample, image: null };
      const { width, height, markup } = readScene(scene);
      const svg =
        `<svg xmlns="http://www.w3.org/2000/svg" width="${SCALE * width}" height="${SCALE * height}" ` +
        `viewBox="0 0 ${width} ${height}">${markup}</svg>`;
      const image = await sharp(new TextEncoder().encode(svg)).removeAlpha().png().toBuffer();
      return { ...sample, image: new Uint8Array(image) };
    }),
  );
}

const DENSITY = 2;

/** Space between tiles, and the most that a picture is wide: smaller than its column, so that all are on a page. */
const GAP = 14, WIDEST = 184;

export interface Tile {
  title: string;
  notes: readonly string[];
  image: Uint8Array | null;
  text?: Block;
}

export async function tiles(all: readonly Tile[], columns: number): Promise<Block> {
  const side = Math.floor((INNER - GAP * (columns - 1)) / columns);
  const pictures = await Promise.all(
    all.map(async ({ image }) =>
      image === null
        ? space(0)
        : row([await pictureBlock(image, Math.min(side, WIDEST)), space(0)], { gap: 0, top: true })
    ),
  );
  const rows = Array.from({ length: Math.ceil(all.length / columns) }, (_, r) => {
    const line = (block: (tile: Tile, t: number) => Block) =>
      row(
        Array.from({ length: columns }, (_, c) => {
          const t = r * columns + c;
          return t < all.length ? stack([block(all[t], t)]) : space(0);
        }),
        { gap: GAP },
      );
    return stack([
      line(({ title, notes }) =>
        stack([
          words(title, { size: SIZE.panel, bold: true }),
          ...notes.map((note) => words(note, { size: SIZE.note, color: INK.soft })),
        ], { gap: 2 })
      ),
      line(({ text }, t) => stack(text ? [pictures[t], text] : [pictures[t]])),
    ]);
  });
  return stack(rows, { gap: 14 });
}

export async function pictureBlock(bytes: Uint8Array, side: number, isFilled = false): Promise<Block> {
  const { href, width, height } = await embedded(bytes, DENSITY * side);
  const scale = isFilled
    ? side / Math.max(width, height)
    : Math.min(1, Math.max(1 / DENSITY, 0.75 * side / Math.max(width, height)));
  return photo(href, Math.round(scale * width), Math.round(scale * height));
}

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
  return ownFigure({ body: pictureOf(await tiles(all, columns)), data }, options);
}
