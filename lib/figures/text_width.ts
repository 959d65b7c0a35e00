import { characterMap, facesOf } from "./font_files.ts";
import { fontFile } from "../fonts/project_fonts.ts";

/** Advance widths of a font: glyph per code point, width per glyph, in units of the em. */
interface Advances {
  unitsPerEm: number;
  width(codePoint: number): number;
}

const fonts = new Map<number, Advances>();

/** Which of the figures' fonts a text is in. */
export interface Face {
  bold?: boolean;
  mono?: boolean;
}

/** Marks of indices: a subscript, a superscript, or one above the other. */
const INDICES = /_\{([^}]*)\}(?:\^\{([^}]*)\})?|\^\{([^}]*)\}/g;

/** Size of an index in that of its line. */
export const INDEX_SIZE = 0.75;

/** How a text breaks: titles and captions in lines of about one length, running text where its lines are full. */
interface Wrapped extends Face {
  even?: boolean;
}

/**
 * Width of a line of text in pixels in the figures' font: the sum of its glyphs' advance widths, without kerning; marks of indices,
 * tildes and mathematics (see `richText`) as they are drawn.
 */
export function textWidth(text: string, size: number, { bold = false, mono = false }: Face = {}): number {
  const font = fontOf(bold, mono);
  const units = (part: string) => {
    let sum = 0;
    for (const letter of part) sum += font.width(letter.codePointAt(0)!);
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

function fontOf(bold: boolean, mono: boolean): Advances {
  const face = Number(bold) + 2 * Number(mono);
  return fonts.get(face) ?? fonts.set(face, readAdvances(fontFile(bold, false, mono))).get(face)!;
}

/**
 * Breaks text into lines that fit a width, at spaces, but not within `n = 1,083`; a word that is wider alone (a path, a model's
 * name) breaks behind a hyphen or slash, else where it must, but never inside a subscript. No word stands alone in the last line
 * where another can join it.
 */
export function wrapText(
  text: string,
  size: number,
  width: number,
  { even = false, ...face }: Wrapped = {},
): string[] {
  let room = width;
  const wide = (line: string) => textWidth(line, size, face),
    fits = (line: string) => wide(line) <= room;
  // Pieces in as few lines as they fit into; one that is too wide alone is broken into finer ones.
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
  // Whole parts of a name or path where these fit, letters where they do not.
  const parts = (word: string) => lines(word.match(PARTS)!.filter((part) => part !== ""), "", letters);
  return text.split("\n").flatMap((paragraph) => {
    const at = (narrower: number) => {
      room = narrower;
      return lines(paragraph.split(BREAK), " ", parts);
    };
    const short = (some: readonly string[]) =>
      some.length > 1 && wide(some.at(-1)!) < LAST_LINE * wide(some.at(-2)!);
    const found = at(width);
    for (
      let narrower = width - NARROWER;
      even && short(found) && narrower > width / 2;
      narrower -= NARROWER
    ) {
      const next = at(narrower);
      if (next.length > found.length) break;
      if (!short(next)) return next;
    }
    // Else the last line but one gives of its own words.
    const above = found.at(-2)?.split(BREAK) ?? [], last = [found.at(-1)!];
    while (
      above.length > 1 && wide(last.join(" ")) < (even ? LAST_LINE : LAST_WORD) * wide(above.join(" "))
    ) {
      last.unshift(above.pop()!);
    }
    return [...found.slice(0, -2), ...above.length > 0 ? [above.join(" ")] : [], last.join(" ")];
  });
}

/** The least share of the line above that a paragraph's last line is wide, of running text too; and by how many pixels lines are narrowed for it. */
const LAST_LINE = 0.35, LAST_WORD = 0.2, NARROWER = 6;

/** Where a line may end: at spaces, but a letter, its equals sign and its number stay together. */
const BREAK = /(?<!\b\p{L} =) +(?!= )/u;

/** Parts of a long word: up to and with a hyphen, slash or underscore that begins no subscript. */
const PARTS = /(?:_\{[^}]*\}|[^/_-])*(?:[/-]|_|$)/gu;

/** What a word may be broken between: letters with their combining marks, subscripts as a whole. */
const LETTERS = /_\{[^}]*\}|.\p{M}*/gu;

/** Text without the marks of indices, tildes and mathematics, for where it is only text. */
export function plain(text: string): string {
  return upright(text).replace(INDICES, "$1$2$3").replaceAll("\u0303", "");
}

/** Italic letters of mathematics (𝑥, with a hat or not), which few fonts have, as upright ones. */
export const ITALICS: RegExp = /([\u{1d434}-\u{1d467}]\u0302?)/gu;
export const upright = (text: string): string => text.replace(ITALICS, (letter) => letter.normalize("NFKC"));

/** Reads the tables head, hhea, hmtx and cmap of a TrueType font (OpenType specification). */
function readAdvances(path: string): Advances {
  const [{ view, at }] = facesOf(path);
  const metrics = view.getUint16(at("hhea") + 34);
  const glyphOf = characterMap(view, at("cmap")), known = new Map<number, number>();
  return {
    unitsPerEm: view.getUint16(at("head") + 18),
    width(codePoint) {
      let width = known.get(codePoint);
      if (width === undefined) {
        width = view.getUint16(at("hmtx") + 4 * Math.min(glyphOf(codePoint), metrics - 1));
        known.set(codePoint, width);
      }
      return width;
    },
  };
}
