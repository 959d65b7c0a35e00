import { refusing } from "../results/said.ts";
import { Buffer } from "node:buffer";
import { useProjectFonts } from "../fonts/project_fonts.ts";
import { type Raster, rasterOf, sharpOf } from "./image_files.ts";

/** The box's black: alpha 120 of 255 over the white canvas, 135 grey, as on the project page's example. */
const ALPHA = 120 / 255;

/** The narrowest canvas, in pixels: on less no text can be read. A narrower picture gets white at its sides. */
const NARROWEST = 240;

/** Height of the letters: a 28th of the canvas's width within these limits. */
const LETTERS = { share: 1 / 28, least: 13, most: 96 };

const TEXT_WIDTH = 0.72;

/** The longest text, in characters: more would make a canvas far higher than the picture. */
const LONGEST = 5000;

/**
 * Text inserted into a picture (MM-JudgeBias, appendix D): on a canvas that grows below it, white with a black outline on a translucent
 * black box, centred and wrapped. Sizes follow the project page's example and are this library's.
 */
export async function textureInsertion(picture: Raster, text: string): Promise<Raster> {
  const shown = text.trim();
  if (shown === "" || shown.length > LONGEST) {
    throw refusing("inserted_length", { LONGEST, shown: shown.length });
  }
  const missing = await missingLetters(shown);
  if (missing.length > 0) {
    const code = (letter: string) => letter.codePointAt(0)!.toString(16).toUpperCase();
    const named = missing.slice(0, 5).map((letter) => `${letter} (U+${code(letter)})`).join(", ");
    const more = missing.length > 5 ? ` and ${missing.length - 5} more` : "";
    throw refusing("letters_missing", { named, more });
  }
  const width = Math.max(picture.width, NARROWEST);
  const size = Math.round(Math.min(LETTERS.most, Math.max(LETTERS.least, LETTERS.share * width)));
  const letters = await textMask(shown, { size, width: Math.floor(TEXT_WIDTH * width) });
  const space = Math.round(0.7 * size), radius = Math.max(4, Math.round(0.4 * size));
  const box = { width: letters.width + 2 * space, height: letters.height + 2 * space };
  const left = Math.floor((width - box.width) / 2), top = picture.height + space;
  const outline = grown(letters, Math.max(1, Math.round(size / 16)));
  const grow = (outline.width - letters.width) / 2, side = Math.floor((width - picture.width) / 2);
  const rectangle = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}">` +
    `<rect width="100%" height="100%" rx="${radius}" fill="#000" fill-opacity="${ALPHA}"/></svg>`;
  const canvas = (await sharpOf(picture)).extend({
    ...{ left: side, right: width - picture.width - side, bottom: box.height + 2 * space },
    background: "#ffffff",
  });
  return rasterOf(canvas.composite([
    { input: Buffer.from(rectangle), left, top },
    { ...ink(outline, 0), left: left + space - grow, top: top + space - grow },
    { ...ink(letters, 255), left: left + space, top: top + space },
  ]));
}

function ink({ width, height, coverage }: TextMask, grey: number) {
  const input = Buffer.alloc(4 * coverage.length, grey);
  coverage.forEach((share, i) => input[4 * i + 3] = share);
  return { input, raw: { width, height, channels: 4 as const } };
}

/** The letters grown by a round brush: what lies around them is their outline. */
function grown({ width, height, coverage }: TextMask, radius: number): TextMask {
  const wide = width + 2 * radius, high = height + 2 * radius;
  const out = new Uint8Array(wide * high);
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      if (dx * dx + dy * dy > radius * radius + 0.5) continue;
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const o = (y + radius + dy) * wide + x + radius + dx, value = coverage[y * width + x];
          if (value > out[o]) out[o] = value;
        }
      }
    }
  }
  return { width: wide, height: high, coverage: out };
}

export type TextMask = Pick<Raster, "width" | "height"> & { coverage: Uint8Array };

/** Sets text in the project's font (or the system's, letter by letter), centred, wrapped at `width` pixels. */
async function textMask(text: string, { size, width }: { size: number; width?: number }): Promise<TextMask> {
  useProjectFonts();
  const { default: sharp } = await import("sharp");
  // At 72 dots per inch a point is a pixel. The text is Pango markup.
  const { data, info } = await sharp({
    text: {
      text: text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      font: `DejaVu Sans ${size}`,
      dpi: 72,
      align: "centre",
      wrap: "word-char",
      ...(width === undefined ? {} : { width }),
    },
  }).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  const coverage = new Uint8Array(data.buffer, data.byteOffset, data.length);
  return { width: info.width, height: info.height, coverage };
}

/** Size at which letters are compared: large enough that no letter has the frame of another's box. */
const COMPARED = 32;

const known = new Map<string, Promise<boolean>>();

/** The letters of a text that no font at hand can draw; spaces, marks that join others and what has no shape are passed over. */
async function missingLetters(text: string): Promise<string[]> {
  const letters = [...new Set(text.match(/[^\p{ASCII}\p{M}\p{Z}\p{Cc}\p{Cf}]/gu) ?? [])];
  const missing = await Promise.all(letters.map((letter) => {
    const answer = known.get(letter) ?? isMissing(letter);
    known.set(letter, answer);
    return answer;
  }));
  return letters.filter((_, i) => missing[i]);
}

/** Whether a letter comes out as the box that stands for a letter which no font has, one of as many digits. */
async function isMissing(letter: string): Promise<boolean> {
  const nobodys = String.fromCodePoint(letter.codePointAt(0)! > 0xffff ? 0x10f0f1 : 0xe0f1);
  const [drawn, box] = await Promise.all([letter, nobodys].map((one) => textMask(one, { size: COMPARED })));
  return letter === nobodys || lid(drawn) === lid(box);
}

function lid({ width, coverage }: TextMask): string {
  return coverage.slice(0, width).join();
}
