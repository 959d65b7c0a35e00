import { embedded } from "../own_picture.ts";
import { type Block, photo, row, space, stack, words } from "../schematic/layout.ts";
import { INK, INNER, SIZE } from "../theme.ts";

const DENSITY = 2;

/** Space between tiles, and the most that a picture is wide: smaller than its column, so that all are on a page. */
const GAP = 14, WIDEST = 184;

export interface Tile {
  title: string;
  notes: readonly string[];
  image: Uint8Array | null;
  text?: Block;
}

/** Tiles in columns; titles and pictures of a row begin on one height each, a text below its picture. */
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

/** A picture's bytes as a block that fits into a square; small pictures are as high as drawings, and not blown up unless the square is to be filled. */
export async function pictureBlock(bytes: Uint8Array, side: number, isFilled = false): Promise<Block> {
  const { href, width, height } = await embedded(bytes, DENSITY * side);
  const scale = isFilled
    ? side / Math.max(width, height)
    : Math.min(1, Math.max(1 / DENSITY, 0.75 * side / Math.max(width, height)));
  return photo(href, Math.round(scale * width), Math.round(scale * height));
}
