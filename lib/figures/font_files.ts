import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { nearest } from "../progress/nearest.ts";
import { cut } from "../progress/told.ts";
import { fontFile, fontFolders } from "../fonts/project_fonts.ts";

/** A font in a file: its bytes, and where in them a table begins (0 where it has none). */
export interface Face {
  view: DataView;
  at: (table: string) => number;
}

/** The fonts of a TrueType or OpenType file, of a collection all. */
export function facesOf(path: string): Face[] {
  const bytes = readFileSync(path), view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (at: number) => bytes.toString("latin1", at, at + 4);
  const starts = name(0) === "ttcf"
    ? Array.from({ length: view.getUint32(8) }, (_, i) => view.getUint32(12 + 4 * i))
    : [0];
  return starts.map((start) => {
    const entries = Array.from({ length: view.getUint16(start + 4) }, (_, i) => start + 12 + 16 * i);
    const tables = new Map(entries.map((entry) => [name(entry), view.getUint32(entry + 8)]));
    return { view, at: (table) => tables.get(table) ?? 0 };
  });
}

/** Glyphs of code points, 0 for what the font lacks: of the table in format 12, else 4. */
export function characterMap(view: DataView, cmap: number): (codePoint: number) => number {
  const tables = Array.from(
    { length: view.getUint16(cmap + 2) },
    (_, i) => cmap + view.getUint32(cmap + 8 + 8 * i),
  );
  const full = tables.find((at) => view.getUint16(at) === 12);
  if (full === undefined) return shortMap(view, tables.find((at) => view.getUint16(at) === 4));
  return (codePoint) => {
    for (let g = 0; g < view.getUint32(full + 12); g++) {
      const group = full + 16 + 12 * g;
      const first = view.getUint32(group);
      if (codePoint >= first && codePoint <= view.getUint32(group + 4)) {
        return view.getUint32(group + 8) + codePoint - first;
      }
    }
    return 0;
  };
}

/** The same of four columns of 16 bits: ends, beginnings, differences, places in a list of glyphs. */
function shortMap(view: DataView, table: number | undefined): (codePoint: number) => number {
  if (table === undefined) return () => 0;
  const size = view.getUint16(table + 6);
  return (codePoint) => {
    for (let end = table + 14; end < table + 14 + size; end += 2) {
      if (codePoint > view.getUint16(end)) continue;
      const start = end + size + 2, first = view.getUint16(start), away = start + 2 * size;
      if (codePoint < first) return 0;
      const place = view.getUint16(away), delta = view.getInt16(start + size);
      const glyph = place === 0 ? codePoint : view.getUint16(away + place + 2 * (codePoint - first));
      return glyph === 0 ? 0 : glyph + delta & 0xffff;
    }
    return 0;
  };
}

export interface FontFile extends Face {
  path: string;
  has: (letter: string) => boolean;
  /** What it calls itself, alone (as PostScript does) and with others. */
  name: string;
  families: readonly string[];
  weight: number;
  italic: boolean;
  narrow: number;
}

/** The figures' own font. */
export const ownFont = (): FontFile => fontFileOf(fontFile(), facesOf(fontFile())[0]);

let installed: FontFile[] | undefined;

/** All fonts that can be read, in the order of their files. */
function installedFonts(): FontFile[] {
  return installed ??= [dirname(fontFile()), ...fontFolders()].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`).sort()
  ).filter((path) => /\.(ttf|otf|ttc)$/i.test(path)).flatMap((path) => {
    try {
      return facesOf(path).map((face) => fontFileOf(path, face));
    } catch {
      return [];
    }
  });
}

function fontFileOf(path: string, { view, at }: Face): FontFile {
  const table = at("name"), texts = table + view.getUint16(table + 4), os2 = at("OS/2");
  const named = Array.from({ length: view.getUint16(table + 2) }, (_, i) => {
    const [platform, , , id, length, from] = [0, 2, 4, 6, 8, 10].map((o) =>
      view.getUint16(table + 6 + 12 * i + o)
    );
    const bytes = new Uint8Array(view.buffer, view.byteOffset + texts + from, length);
    return [id, new TextDecoder(platform === 1 ? "latin1" : "utf-16be").decode(bytes)] as const;
  });
  const namesOf = (...ids: number[]) => named.flatMap(([id, name]) => ids.includes(id) ? [name] : []);
  const glyphOf = characterMap(view, at("cmap"));
  return {
    has: (letter) => glyphOf(letter.codePointAt(0)!) > 0,
    ...{ path, view, at, name: namesOf(6)[0] ?? "", families: [...new Set(namesOf(1, 16))] },
    ...{ weight: view.getUint16(os2 + 4), italic: (view.getUint16(os2 + 62) & 1) === 1 },
    narrow: Math.abs(view.getUint16(os2 + 6) - 5),
  };
}

/**
 * The installed font of a family that is nearest to what is wanted of it.
 *
 * @throws {RangeError} for a family that is none, with the nearest
 */
export function fontNamed(family: string, bold = false, italic = false): FontFile {
  const fonts = installedFonts(), is = (name: string) => name.toLowerCase() === family.toLowerCase();
  const far = (font: FontFile) =>
    Math.abs(font.weight - (bold ? 700 : 400)) + 1000 * Number(font.italic !== italic) + 2000 * font.narrow;
  const [found] = fonts.filter(({ families }) => families.some(is)).sort((a, b) => far(a) - far(b));
  if (found) return found;
  const known = [...new Set(fonts.flatMap(({ families }) => families))], like = nearest(family, known);
  throw new RangeError(
    `font: wanted the family of an installed font, found ${family} (${
      like.length > 0 ? `is it ${like.join(" or ")}?` : cut(known.join(", "), 200)
    })`,
  );
}

/** The family of the first installed font that has a letter. */
export function familyWith(letter: string): string {
  const found = installedFonts().find(({ has }) => has(letter));
  if (found) return found.families[0];
  throw new RangeError(`renderPdf: wanted an installed font that has ${letter}, found none`);
}
