import { closeSync, openSync, readSync } from "node:fs";
import pl from "nodejs-polars";
import { captionCodes } from "./caption_codes.ts";
import { plainCaptions } from "./plain_captions.ts";

const QUOTE = 34, COMMA = 44, NEWLINE = 10, RETURN = 13;

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
  provenance: pl.Utf8,
};

/**
 * A CSV file of caption scores as plain as can be: our columns only, no quotes, no carriage returns, as many fields in every
 * line as in the header. Polars then reads it at once with its types; a million rows need half of the time and memory that
 * they need as text. Null for any other file, and for one in which something is wrong: the ordinary reader says what.
 */
export function readCaptionCsv(path: string): pl.DataFrame | null {
  try {
    const columns = plainHeader(path);
    if (columns === null) return null;
    const schema = Object.fromEntries(columns.map((column) => [column, TYPES[column]]));
    const frame = plainCaptions(pl.readCSV(path, { schema }));
    return frame && hasTrimmedNames(frame) ? frame : null;
  } catch {
    return null;
  }
}

/** The columns of a file that is plain; null for any other. The file goes through one small buffer. */
function plainHeader(path: string): string[] | null {
  const file = openSync(path, "r"), buffer = new Uint8Array(CHUNK);
  try {
    let read = readSync(file, buffer);
    const end = buffer.subarray(0, read).indexOf(NEWLINE);
    if (end < 0) return null;
    const columns = new TextDecoder().decode(buffer.subarray(0, end)).split(",");
    const known = columns.every((column, i) => Object.hasOwn(TYPES, column) && columns.indexOf(column) === i);
    if (!known) return null;
    const wanted = columns.length - 1;
    let commas = 0, last = NEWLINE;
    for (; read > 0; read = readSync(file, buffer)) {
      for (let i = 0; i < read; i++) {
        const byte = buffer[i];
        if (byte <= COMMA) { // nearly all are letters and digits
          if (byte === COMMA) commas++;
          else if (byte === NEWLINE) {
            if (commas !== wanted || (i > 0 ? buffer[i - 1] : last) === NEWLINE) return null;
            commas = 0;
          } else if (byte === QUOTE || byte === RETURN || byte === 0) return null;
        }
      }
      last = buffer[read - 1];
    }
    return last === NEWLINE || commas === wanted ? columns : null;
  } finally {
    closeSync(file);
  }
}

/** Names with blanks around them are for the ordinary reader, which knows what to make of them. */
function hasTrimmedNames(frame: pl.DataFrame): boolean {
  const { image, generator, evaluator } = captionCodes(frame);
  return [image, generator, evaluator].every(({ levels }) =>
    levels.every((level) => String(level) === String(level).trim())
  );
}
