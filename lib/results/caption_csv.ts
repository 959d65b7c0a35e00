import { closeSync, openSync, readSync } from "node:fs";
import pl from "nodejs-polars";
import type { CaptionCodes } from "./caption_codes.ts";
import { type PlainCaptions, plainCaptions } from "./plain_captions.ts";
import { isGuarded } from "./spreadsheet_text.ts";

const COMMA = 44, NEWLINE = 10;

/** Bytes that are looked at in one go. */
const CHUNK = 2 ** 18;

/** Types of the columns that such a file may have. */
const TYPES: Record<string, pl.DataType> = {
  image_id: pl.Utf8,
  generator: pl.Utf8,
  evaluator: pl.Utf8,
  setting: pl.Utf8,
  run: pl.Int32,
  score: pl.Float64,
  parsed: pl.Float64,
  expected: pl.Float64,
  condition: pl.Utf8,
  provenance: pl.Utf8,
};

/**
 * A CSV file of caption scores as plain as can be: our columns only, no quotes, no carriage returns, as many fields in every
 * line as in the header. Polars then reads it at once with its types; a million rows need half of the time and memory that
 * they need as text. Null for any other file, and for one in which something is wrong: the ordinary reader says what.
 */
export function readCaptionCsv(path: string): PlainCaptions | null {
  try {
    const columns = header(path);
    if (!columns.every((column, i) => Object.hasOwn(TYPES, column) && columns.indexOf(column) === i)) {
      return null;
    }
    const schema = Object.fromEntries(columns.map((column) => [column, TYPES[column]]));
    // Polars refuses a line with more fields than the header. It takes quotes as letters: a number with one is refused, names
    // with one are found below.
    const frame = pl.readCSV(path, { schema, quoteChar: "", truncateRaggedLines: false });
    // It fills up short lines, empty ones too, with null: where nothing is null in the last column there is none.
    const last = columns.length - 1;
    const isEven = frame.getColumn(columns[last]).nullCount() === 0 || hasEvenLines(path, last);
    const plain = isEven ? plainCaptions(frame) : null;
    return plain && hasPlainNames(plain.codes) ? plain : null;
  } catch {
    return null;
  }
}

/** The names in a file's first line. */
function header(path: string): string[] {
  for (const bytes of chunks(path)) {
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(NEWLINE))).split(",");
  }
  return [];
}

/** Whether every line of a file has so many commas, and none is empty. */
function hasEvenLines(path: string, wanted: number): boolean {
  let commas = 0, last = NEWLINE;
  for (const bytes of chunks(path)) {
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte === COMMA) commas++;
      else if (byte === NEWLINE) {
        if (commas !== wanted || (i > 0 ? bytes[i - 1] : last) === NEWLINE) return false;
        commas = 0;
      }
    }
    last = bytes[bytes.length - 1];
  }
  return last === NEWLINE || commas === wanted;
}

/** A file's bytes through one small buffer. */
function* chunks(path: string): Generator<Uint8Array> {
  const file = openSync(path, "r"), buffer = new Uint8Array(CHUNK);
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

/**
 * Names in quotes, with blanks around them or strange bytes, and those guarded from spreadsheets, are for the ordinary reader,
 * which knows what to make of them.
 */
function hasPlainNames({ image, generator, evaluator }: CaptionCodes): boolean {
  const isPlain = (name: string) => name === name.trim() && !/["\r\0]/.test(name) && !isGuarded(name);
  return [image, generator, evaluator].every(({ levels }) => levels.every((level) => isPlain(String(level))));
}
