import { closeSync, openSync, readSync } from "node:fs";
import pl from "nodejs-polars";
import type { CaptionCodes } from "./caption_codes.ts";
import { type PlainCaptions, plainCaptions } from "./plain_captions.ts";
import { isGuarded } from "./spreadsheet_text.ts";

const QUOTE = 34, COMMA = 44, NEWLINE = 10, RETURN = 13;

/** Bytes that are looked at in one go: whole words. */
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
  provenance: pl.Utf8,
};

/**
 * A CSV file of caption scores as plain as can be: our columns only, no quotes, no carriage returns, as many fields in every
 * line as in the header. Polars then reads it at once with its types; a million rows need half of the time and memory that
 * they need as text. Null for any other file, and for one in which something is wrong: the ordinary reader says what.
 */
export function readCaptionCsv(path: string): PlainCaptions | null {
  try {
    const file = plainFile(path);
    if (file === null) return null;
    const { columns, commas } = file;
    const schema = Object.fromEntries(columns.map((column) => [column, TYPES[column]]));
    const frame = pl.readCSV(path, { schema });
    // Polars drops fields after the last of the header and fills up short lines, empty ones too, with null. Where nothing is
    // null in the last column no line is short, and the sum of commas says that none is long; else line by line.
    const wanted = columns.length - 1, isFull = frame.getColumn(columns[wanted]).nullCount() === 0;
    const isEven = isFull ? commas === (frame.height + 1) * wanted : hasEvenLines(path, wanted);
    const plain = isEven ? plainCaptions(frame) : null;
    return plain && hasTrimmedNames(plain.codes) ? plain : null;
  } catch {
    return null;
  }
}

/** The columns of a file that has ours only and no quotes, carriage returns or zero bytes, and its commas; null for any other. */
function plainFile(path: string): { columns: string[]; commas: number } | null {
  let columns: string[] | undefined, commas = 0;
  for (const bytes of chunks(path)) {
    columns ??= new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(NEWLINE))).split(",");
    const known = columns.every((column, i) =>
      Object.hasOwn(TYPES, column) && columns!.indexOf(column) === i
    );
    const found = known ? commasOf(bytes) : -1;
    if (found < 0) return null;
    commas += found;
  }
  return columns ? { columns, commas } : null;
}

/** How many of bytes are commas; −1 where one is a quote, a return or zero. Four at a time: a million rows have tens of millions. */
function commasOf({ buffer, byteOffset, length }: Uint8Array): number {
  const words = new Int32Array(buffer, byteOffset, Math.floor(length / 4));
  let count = 0, strange = 0;
  for (let start = 0; start < words.length; start += 127) {
    const end = Math.min(start + 127, words.length);
    let lanes = 0; // commas at each of the four places of a word, up to 127
    for (let i = start; i < end; i++) {
      const word = words[i];
      lanes += zeros(word ^ 0x01010101 * COMMA) >>> 7;
      strange |= zeros(word ^ 0x01010101 * QUOTE) | zeros(word ^ 0x01010101 * RETURN) | zeros(word);
    }
    count += (lanes & 127) + (lanes >>> 8 & 127) + (lanes >>> 16 & 127) + (lanes >>> 24);
  }
  for (const byte of new Uint8Array(buffer, byteOffset + 4 * words.length, length % 4)) {
    if (byte === COMMA) count++;
    if (byte === QUOTE || byte === RETURN || byte === 0) strange = 1;
  }
  return strange === 0 ? count : -1;
}

/** The highest bit of each byte of a word that is zero. */
function zeros(word: number): number {
  return ~((((word & 0x7f7f7f7f) + 0x7f7f7f7f) | word) | 0x7f7f7f7f);
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

/** Names with blanks around them, and those guarded from spreadsheets, are for the ordinary reader, which knows what to make of them. */
function hasTrimmedNames({ image, generator, evaluator }: CaptionCodes): boolean {
  return [image, generator, evaluator].every(({ levels }) =>
    levels.every((level) => String(level) === String(level).trim() && !isGuarded(String(level)))
  );
}
