import { readFileSync } from "node:fs";
import { fontFile } from "../fonts/project_fonts.ts";

const fonts = new Map<number, ReturnType<typeof readAdvances>>();

export interface Face {
  bold?: boolean;
  mono?: boolean;
  /** Whether letters stand as near as they are drawn: what lies behind them ends where they do. */
  kerned?: boolean;
}

const INDICES = /_\{([^}]*)\}(?:\^\{([^}]*)\})?|\^\{([^}]*)\}/g;

export const INDEX_SIZE = 0.75;

/**
 * Width of a line of text in pixels in the figures' font: the sum of its glyphs' advance widths, without kerning unless told; marks of indices,
 * tildes and mathematics (see `richText`) as they are drawn.
 */
export function textWidth(
  text: string,
  size: number,
  { bold = false, mono = false, kerned = false }: Face = {},
): number {
  const font = fontOf(bold, mono);
  const units = (part: string) => {
    let sum = 0, before = 0;
    for (const letter of part) {
      const code = letter.codePointAt(0)!;
      sum += font.width(code) + (kerned ? font.kerning(before, code) : 0);
      before = code;
    }
    return sum;
  };
  const line = upright(text).replaceAll("\u0303", "");
  // Of two indices above each other the wider one counts.
  const wide = [...line.matchAll(INDICES)].reduce(
    (sum, [, ...indices]) => sum + INDEX_SIZE * Math.max(...indices.map((index) => units(index ?? ""))),
    units(line.replace(INDICES, "")),
  );
  return wide * size / font.unitsPerEm;
}

function fontOf(bold: boolean, mono: boolean) {
  const face = Number(bold) + 2 * Number(mono);
  return fonts.get(face) ?? fonts.set(face, readAdvances(fontFile(bold, false, mono))).get(face)!;
}

/**
 * Breaks text into lines that fit a width, at spaces, but not within `n = 1,083`; a word that is wider alone (a path, a model's
 * name) breaks behind a hyphen or slash, else where it must, but never inside a subscript. Lines are
 * narrower where the last one would be short.
 */
export function wrapText(text: string, size: number, width: number, face: Face = {}): string[] {
  let room = width;
  const wide = (line: string) => textWidth(line, size, face),
    fits = (line: string) => wide(line) <= room;
  const lines = (pieces: readonly string[], glue: string, finer?: (piece: string) => string[]): string[] => {
    const done: string[] = [];
    let line = "";
    for (const piece of pieces) {
      const longer = line === "" ? piece : line + glue + piece;
      if (fits(longer)) line = longer;
      else {
        if (line !== "") done.push(line);
        const broken = finer && !fits(piece) ? finer(piece) : [piece];
        done.push(...broken.slice(0, -1));
        line = broken[broken.length - 1];
      }
    }
    return [...done, line];
  };
  const letters = (part: string) => lines(part.match(LETTERS) ?? [], "");
  const parts = (word: string) => lines(word.match(PARTS)!.filter((part) => part !== ""), "", letters);
  return text.split("\n").flatMap((paragraph) => {
    const at = (narrower: number) => {
      room = narrower;
      return lines(paragraph.split(BREAK), " ", parts);
    };
    const short = (some: readonly string[]) =>
      some.length > 1 && wide(some.at(-1)!) < LAST_LINE * wide(some.at(-2)!);
    const found = at(width);
    for (let narrower = width; short(found) && narrower > width / 2; narrower -= NARROWER) {
      const next = at(narrower);
      if (next.length > found.length) break;
      if (!short(next)) return next;
    }
    return found;
  });
}

const LAST_LINE = 0.35, NARROWER = 6;

/** Where a line may end: at spaces, but a letter, its equals sign and its number stay together. */
const BREAK = /(?<!\b\p{L} =) +(?!= )/u;

/** Parts of a long word: up to and with a hyphen, slash or underscore that begins no subscript. */
const PARTS = /(?:_\{[^}]*\}|[^/_-])*(?:[/-]|_|$)/gu;

const LETTERS = /_\{[^}]*\}|.\p{M}*/gu;

export const plain = (text: string): string =>
  upright(text).replace(INDICES, "$1$2$3").replaceAll("\u0303", "");

/** Italic letters of mathematics (𝑥, with a hat or not), which few fonts have, as upright ones. */
export const ITALICS: RegExp = /([\u{1d434}-\u{1d467}]\u0302?)/gu;
export const upright = (text: string): string => text.replace(ITALICS, (letter) => letter.normalize("NFKC"));

export const hasLetter = (letter: string): boolean => fontOf(false, false).has(letter.codePointAt(0)!);

/** Reads the tables head, hhea, hmtx, cmap (of format 12) and kern (of format 0) of a TrueType font (OpenType specification). */
function readAdvances(path: string) {
  const bytes = readFileSync(path), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = Array.from({ length: view.getUint16(4) }, (_, i) => 12 + 16 * i);
  const tables = new Map(entries.map((at) => [bytes.toString("latin1", at, at + 4), view.getUint32(at + 8)]));
  const at = (table: string) => tables.get(table)!,
    metrics = view.getUint16(at("hhea") + 34),
    cmap = at("cmap");
  const maps = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, i) => cmap + view.getUint32(cmap + 8 + 8 * i),
  );
  const full = maps.find((map) => view.getUint16(map) === 12)!, known = new Map<number, number>();
  const groups = Array.from({ length: view.getUint32(full + 12) }, (_, g) => full + 16 + 12 * g);
  const glyphOf = (codePoint: number) => {
    const group = groups.find((own) => codePoint <= view.getUint32(own + 4)) ?? 0;
    const away = group === 0 ? -1 : codePoint - view.getUint32(group);
    return away < 0 ? 0 : view.getUint32(group + 8) + away;
  };
  const kern = tables.get("kern"), pairs = new Map<number, number>();
  for (let k = 0; kern !== undefined && k < view.getUint16(kern + 10); k++) {
    pairs.set(view.getUint32(kern + 18 + 6 * k), view.getInt16(kern + 22 + 6 * k));
  }
  return {
    unitsPerEm: view.getUint16(at("head") + 18),
    /** By how much the second of two letters stands nearer to the first (below 0) or further from it. */
    kerning: (first: number, second: number): number =>
      pairs.get(65536 * glyphOf(first) + glyphOf(second)) ?? 0,
    has: (codePoint: number) => glyphOf(codePoint) > 0,
    width(codePoint: number): number {
      let width = known.get(codePoint);
      if (width === undefined) {
        width = view.getUint16(at("hmtx") + 4 * Math.min(glyphOf(codePoint), metrics - 1));
        known.set(codePoint, width);
      }
      return width;
    },
  };
}

/** As wide as a digit, as a point and as a mark: numbers of fewer decimals, or without a mark, end where the others do. */
const DIGIT = "\u2007", POINT = "\u2008", MARK = "\u2002";

export const BLANKS: RegExp = /[\u2002\u2007\u2008]+$/;

/** A number, with its sign, with what it counts, and with a mark: `8.29B`, `+1.2`, `40%`, `0.36*`. */
const NUMBER = /^[+−]?\d[\d,]*(?:\.(\d+))?[A-Za-z%]?([*°†]?)$/;

/** Numbers of a column with as many places behind the point, the lacking ones as blanks; what is no number stays as it is. */
export function alignDecimals(texts: readonly string[]): string[] {
  const places = (text: string) => {
    const number = NUMBER.exec(plain(text));
    return number ? number[1]?.length ?? -1 : NaN;
  };
  const most = Math.max(...texts.map(places).filter((n) => !Number.isNaN(n)), -1);
  const marked = (text: string) => Boolean(NUMBER.exec(plain(text))?.[2]), marks = texts.some(marked);
  return texts.map((text) => {
    const own = places(text);
    if (Number.isNaN(own)) return text;
    const lacking = own === most ? "" : (own < 0 ? POINT : "") + DIGIT.repeat(most - Math.max(0, own));
    return text + lacking + (marks && !marked(text) ? MARK : "");
  });
}
