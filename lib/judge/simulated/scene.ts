import { Buffer } from "node:buffer";
import { crc32, deflateSync } from "node:zlib";

/** Colours and shapes that scenes are made of; a claim is one of each: "red circle". */
const COLOURS: Record<string, [number, number, number]> = {
  red: [200, 40, 40],
  blue: [40, 80, 200],
  green: [30, 140, 60],
  yellow: [225, 190, 30],
  purple: [130, 60, 160],
  orange: [230, 120, 30],
};
export const SHAPES: Record<string, (x: number, y: number) => boolean> = {
  circle: (x, y) => x * x + y * y <= 1,
  square: (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.9,
  triangle: (x, y) => y <= 0.9 && y >= -0.9 && Math.abs(x) <= (y + 0.9) / 1.8,
  cross: (x, y) => Math.min(Math.abs(x), Math.abs(y)) <= 0.3 && Math.max(Math.abs(x), Math.abs(y)) <= 1,
  ring: (x, y) => x * x + y * y <= 1 && x * x + y * y >= 0.35,
  diamond: (x, y) => Math.abs(x) + Math.abs(y) <= 1,
};

/** All things that can be in a scene or be claimed of one. */
export const THINGS: readonly string[] = Object.keys(COLOURS).flatMap((colour) =>
  Object.keys(SHAPES).map((shape) => `${colour} ${shape}`)
);

const CLAIM = new RegExp(
  `\\b(${Object.keys(COLOURS).join("|")}) (${Object.keys(SHAPES).join("|")})s?\\b`,
  "gi",
);

export function claimsOf(text: string): Set<string> {
  return new Set([...text.matchAll(CLAIM)].map(([, colour, shape]) => `${colour} ${shape}`.toLowerCase()));
}

/** A thing with its article: "an orange ring". */
export function withArticle(thing: string): string {
  return `${/^[aeiou]/.test(thing) ? "an" : "a"} ${thing}`;
}

const CELL = 40, COLUMNS = 3;
const KEYWORD = "judgebias-scene";

/** What each thing looks like, drawn when it is first wanted: a study draws the same 36 things thousands of times. */
const STAMPS = new Map<string, Uint8Array[]>();

function stamp(thing: string): Uint8Array[] {
  const known = STAMPS.get(thing);
  if (known) return known;
  const [colour, shape] = thing.split(" ");
  const at = (position: number) => (position + 0.5 - CELL / 2) / (CELL * 0.4);
  const rows = Array.from({ length: CELL }, (_, y) => {
    const row = new Uint8Array(CELL * 3).fill(255);
    for (let x = 0; x < CELL; x++) if (SHAPES[shape](at(x), at(y))) row.set(COLOURS[colour], 3 * x);
    return row;
  });
  STAMPS.set(thing, rows);
  return rows;
}

/**
 * Draws things into a small PNG that also says in a text chunk what it shows: how the simulated judge "sees". Same
 * things, same bytes.
 */
export function scenePicture(things: readonly string[]): Uint8Array {
  const rows = Math.max(1, Math.ceil(things.length / COLUMNS));
  const width = COLUMNS * CELL, height = rows * CELL;
  const stride = width * 3 + 1;
  const raw = new Uint8Array(stride * height).fill(255);
  for (let y = 0; y < height; y++) raw[y * stride] = 0; // no filter
  things.forEach((thing, i) => {
    const drawn = stamp(thing), left = 1 + (i % COLUMNS) * CELL * 3, top = Math.floor(i / COLUMNS) * CELL;
    drawn.forEach((row, y) => raw.set(row, (top + y) * stride + left));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8); // 8 bits, RGB
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`${KEYWORD}\0${things.join("; ")}`, "latin1")),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** What a picture made by `scenePicture` shows; null for any other picture. */
export function sceneOf(picture: Uint8Array): Set<string> | null {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const at = bytes.indexOf(`tEXt${KEYWORD}\0`, 0, "latin1");
  if (at < 4) return null;
  const length = bytes.readUInt32BE(at - 4);
  const text = bytes.toString("latin1", at + 4 + KEYWORD.length + 1, at + 4 + length);
  return new Set(text.split("; ").filter((thing) => thing !== ""));
}
