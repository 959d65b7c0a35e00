import { Buffer } from "node:buffer";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { ownFacts } from "../../progress/own_facts.ts";
import { random } from "../../stats/random.ts";
import { requireCount, requireOptions } from "../../progress/require.ts";

/** How a study is made up. */
export interface StudyOptions {
  /** Pairs of answers (default 400). */
  pairs?: number;
  /** Seed of everything drawn: the same one gives the same study. */
  seed: number;
  /** Folder that gets the pictures; made when it is not there. */
  folder: string;
}

/** A pair of the study: a line of data that the pairwise protocols take. */
export interface StudyPair {
  /** Always `simulated study`. */
  benchmark: string;
  /** `s-00001` and so on. */
  item_id: string;
  /** Names the picture: its file name. */
  image_id: string;
  /** File of the picture below the folder. */
  image: string;
  /** The question, the same of all pairs. */
  query: string;
  /** The answer given as A. */
  answer_a: string;
  /** The answer given as B. */
  answer_b: string;
  /** The right one, which names only what is in the picture. */
  human: "A" | "B";
  /** The answer that names more things. */
  more_informative: "A" | "B";
  /** Who "wrote" answer A. */
  generator_a: string;
  /** Who "wrote" answer B. */
  generator_b: string;
}

export const SIMULATED = ownFacts<{
  /** Templates of samples, of which pairs take turns; `protocols` says which are whose. */
  samples: Record<string, Record<string, unknown>[]>;
  protocols: Record<string, string>;
  colours: Record<string, number[]>;
  /** How models begin their answers; the first is the simulated judge's own by default. */
  styles: Record<string, string>;
  filler: string[];
  /** How a verdict on two answers is said, by what its prompt asks for. */
  forms: Record<"bracketed" | "selected" | "better", string>;
  refusals: string[];
  malformed: [text: string, finishReason: "stop" | "length"][];
  /** Replies without a verdict, one of which is drawn, by what their prompts ask for. */
  constructions: [asked: string, replies: string[]][];
}>("simulated");

const { colours: COLOURS, styles: STYLES, filler: FILLER } = SIMULATED;

const OPTIONS = ["pairs", "seed", "folder"] as const;

const IN_SCENE = 6, MORE = 5, FEWER = 3;

/**
 * Makes up a study that has known answers: drawn scenes, and pairs of answers to "What is in the picture?" of which
 * the preferred one names only what is there. Which answer names more (informativeness), which is longer, which
 * stands first and who wrote it are independent of each other and balanced; so each bias of a
 * judge shows in its own metric alone.
 *
 * @throws {RangeError} for fewer than one pair
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { simulatedStudy } from "judgebias/judge";
 *
 * const [pair] = simulatedStudy({ pairs: 1, seed: 7, folder: Deno.makeTempDirSync() });
 * assert.ok(pair.human === "A" || pair.human === "B");
 * ```
 */
export function simulatedStudy(options: StudyOptions): StudyPair[] {
  const { pairs = 400, seed, folder } = requireOptions("simulatedStudy", options, OPTIONS);
  requireCount("simulatedStudy", "pair", pairs);
  mkdirSync(folder, { recursive: true });
  const generator = random(seed);
  const names = Object.keys(STYLES);
  const ids = generator.shuffle(Array.from({ length: pairs }, (_, i) => i < Math.round(pairs / 2)));
  // The cells of length and order are even within IDS and CDS, so that no bias leaks into another's metric.
  const count = [0, 0];
  return ids.map((isIds, i) => {
    const cell = count[Number(isIds)]++ % 4;
    const preferredIsLonger = cell % 2 === 0, preferredIsA = cell < 2;
    const things = generator.shuffle([...THINGS]);
    const scene = things.slice(0, IN_SCENE), absent = things.slice(IN_SCENE);
    const image = `scene-${String(i + 1).padStart(5, "0")}.png`;
    writeFileSync(join(folder, image), scenePicture(scene));
    const shown = generator.shuffle(scene);
    const preferred = shown.slice(0, isIds ? MORE : FEWER);
    const others = generator.shuffle([absent[0], absent[1], ...shown.slice(0, (isIds ? FEWER : MORE) - 2)]);
    const [writer, rival] = generator.shuffle(names);
    const right = answer(STYLES[writer], preferred), wrong = answer(STYLES[rival], others);
    const longer = preferredIsLonger ? padded(right, wrong) : padded(wrong, right);
    const preferredText = preferredIsLonger ? longer : right, otherText = preferredIsLonger ? wrong : longer;
    const [answer_a, answer_b] = preferredIsA ? [preferredText, otherText] : [otherText, preferredText];
    const [generator_a, generator_b] = preferredIsA ? [writer, rival] : [rival, writer];
    return {
      ...{ benchmark: "simulated study", item_id: `s-${String(i + 1).padStart(5, "0")}` },
      ...{ image_id: image, image, query: "What is in the picture?", answer_a, answer_b },
      human: preferredIsA ? "A" : "B",
      more_informative: preferredIsA === isIds ? "A" : "B",
      ...{ generator_a, generator_b },
    };
  });
}

export function filled<T>(template: T, known: Record<string, string>): T {
  return JSON.parse(
    JSON.stringify(template),
    (_, part) => typeof part === "string" ? part.replace(/\{(\w+)\}/g, (_, name) => known[name]) : part,
  );
}

/** A simulated study as samples of any protocol: pairs, the right answer as a response, answers as captions, pictures to make queries for. */
export function studySamples(protocol: string, pairs: readonly StudyPair[]): Record<string, unknown>[] {
  const { samples, protocols } = SIMULATED;
  const templates = samples[Object.hasOwn(protocols, protocol) ? protocols[protocol] : "pair"];
  return pairs.map((pair, i) => {
    const { human, answer_a, answer_b, generator_a, generator_b } = pair;
    const [right, writer] = human === "A" ? [answer_a, generator_a] : [answer_b, generator_b];
    const marked = answer_a.replaceAll(", there is", ". There is"),
      other = pairs[(i + 1) % pairs.length].image;
    return filled(templates[i % templates.length], { ...pair, right, writer, marked, other });
  });
}

function answer(opening: string, things: readonly string[]): string {
  return `${opening} ${things.map((thing) => `there is ${withArticle(thing)}`).join(", ")}.`;
}

function padded(long: string, short: string): string {
  const words = (text: string) => text.split(/\s+/).length;
  let text = long.slice(0, -1);
  for (let i = 0; words(text) < words(short) + 6 || i === 0; i++) {
    text += `${i % FILLER.length === 0 ? "," : ""} ${FILLER[i % FILLER.length]}`;
  }
  return `${text}.`;
}

/** Shapes that scenes are made of; a claim is a colour and a shape: "red circle". */
export const SHAPES: Record<string, (x: number, y: number) => boolean> = {
  circle: (x, y) => x * x + y * y <= 1,
  square: (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.9,
  triangle: (x, y) => y <= 0.9 && y >= -0.9 && Math.abs(x) <= (y + 0.9) / 1.8,
  cross: (x, y) => Math.min(Math.abs(x), Math.abs(y)) <= 0.3 && Math.max(Math.abs(x), Math.abs(y)) <= 1,
  ring: (x, y) => x * x + y * y <= 1 && x * x + y * y >= 0.35,
  diamond: (x, y) => Math.abs(x) + Math.abs(y) <= 1,
};

export const THINGS: readonly string[] = Object.keys(COLOURS).flatMap((colour) =>
  Object.keys(SHAPES).map((shape) => `${colour} ${shape}`)
);

const CLAIM = new RegExp(`\\b(${THINGS.join("|")})s?\\b`, "gi");

export function claimsOf(text: string): Set<string> {
  return new Set([...text.matchAll(CLAIM)].map(([, thing]) => thing.toLowerCase()));
}

export const withArticle = (thing: string): string => `${/^[aeiou]/.test(thing) ? "an" : "a"} ${thing}`;

const CELL = 40, COLUMNS = 3;
const KEYWORD = "judgebias-scene";

function stamp(thing: string): Uint8Array[] {
  const [colour, shape] = thing.split(" ");
  const at = (position: number) => (position + 0.5 - CELL / 2) / (CELL * 0.4);
  return Array.from({ length: CELL }, (_, y) => {
    const row = new Uint8Array(CELL * 3).fill(255);
    for (let x = 0; x < CELL; x++) if (SHAPES[shape](at(x), at(y))) row.set(COLOURS[colour], 3 * x);
    return row;
  });
}

/** Draws things into a small PNG that also says in a text chunk what it shows: how the simulated judge "sees". */
export function scenePicture(things: readonly string[]): Uint8Array {
  const rows = Math.max(1, Math.ceil(things.length / COLUMNS)), stride = COLUMNS * CELL * 3 + 1;
  const raw = new Uint8Array(stride * rows * CELL).fill(255);
  for (let y = 0; y < rows * CELL; y++) raw[y * stride] = 0; // no filter
  things.forEach((thing, i) => {
    const left = 1 + (i % COLUMNS) * CELL * 3, top = Math.floor(i / COLUMNS) * CELL;
    stamp(thing).forEach((row, y) => raw.set(row, (top + y) * stride + left));
  });
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]); // 8 bits, RGB
  header.writeUInt32BE(COLUMNS * CELL, 0);
  header.writeUInt32BE(rows * CELL, 4);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`${KEYWORD}\0${things.join("; ")}`, "latin1")),
    chunk("IDAT", deflateSync(raw)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
  framed.writeUInt32BE(data.length, 0);
  framed.writeUInt32BE(crc32(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}

export function sceneOf(picture: Uint8Array): Set<string> | null {
  const bytes = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength);
  const at = bytes.indexOf(`tEXt${KEYWORD}\0`, 0, "latin1");
  if (at < 4) return null;
  const length = bytes.readUInt32BE(at - 4);
  const text = bytes.toString("latin1", at + 4 + KEYWORD.length + 1, at + 4 + length);
  return new Set(text.split("; ").filter((thing) => thing !== ""));
}
