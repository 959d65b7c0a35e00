import { z } from "zod";
import type { Sample } from "../../perturb/sample.ts";
import { useProjectFonts } from "../../fonts/project_fonts.ts";
import { readCards, TEXT } from "../cards/read_cards.ts";
import { readScene } from "../cards/scene.ts";
import { embedded } from "../render_pdf.ts";
import { type Block, photo, row, space, stack, words } from "../schematic/layout.ts";
import { INK, INNER, SIZE } from "../theme.ts";

/** A sample of our own; its scene is null for a task of text alone. */
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
          // In a stack of its own: as wide as the column, whatever its own width.
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
