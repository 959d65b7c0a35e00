import { Buffer, isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import process from "node:process";
import type { TableFile } from "./find_files.ts";
import { readable, ResultsError } from "./results_error.ts";

type Unpacked = Pick<ReadLimits, "unpackedBytes">;

const BLANKS = [9, 10, 13, 32];

export const CHUNK = 2 ** 22;

/**
 * The contents of a text file, unpacked, without a byte order mark and without line breaks at its end.
 *
 * @throws {ResultsError} for a file that cannot be read or unpacked, is empty, or is not UTF-8 text
 */
export function readBytes(file: Pick<TableFile, "path" | "gzip">, limits?: Unpacked): Buffer {
  const bytes = wholeBytes(file, limits);
  let end = bytes.length;
  while (bytes[end - 1] === 10 || bytes[end - 1] === 13) end--;
  return bytes.subarray(0, end);
}

export function wholeBytes(file: Pick<TableFile, "path" | "gzip">, limits?: Unpacked): Buffer {
  const chunks: Buffer[] = [];
  for (const chunk of textChunks(file, limits)) chunks.push(Buffer.from(chunk));
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/**
 * The contents of a text file, unpacked, in chunks that are whole characters, without a byte order mark. A chunk holds until the
 * next is asked for.
 */
export function* textChunks(
  file: Pick<TableFile, "path" | "gzip">,
  { unpackedBytes }: Unpacked = READ_LIMITS,
): Generator<Uint8Array> {
  const { path } = file;
  let isFirst = true, isEmpty = true;
  for (const bytes of rawChunks(file, unpackedBytes)) {
    const bom = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    const chunk = bytes.subarray(bom);
    if (chunk.includes(0) || !isUtf8(chunk)) {
      const expected = `text in UTF-8, found ${isFirst ? kindOf(bytes) : "other bytes"}`;
      throw new ResultsError({ file: path, line: badLine(file, unpackedBytes), expected });
    }
    isEmpty &&= chunk.every((byte) => BLANKS.includes(byte));
    yield chunk;
    isFirst = false;
  }
  if (isEmpty) throw new ResultsError({ file: path, expected: "rows, found an empty file" });
}

function kindOf(bytes: Uint8Array): string {
  const starts = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  if (starts(0x50, 0x4b, 3, 4)) return "a zip archive or an Excel workbook";
  if (starts(0x1f, 0x8b)) return "gzip: let its name end with .gz";
  if (starts(0x50, 0x41, 0x52, 0x31)) return "Parquet: let its name end with .parquet";
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) return 'UTF-16: save it as "CSV UTF-8"';
  return bytes.includes(0)
    ? "other bytes"
    : 'other bytes: save it as "CSV UTF-8", or run iconv -f WINDOWS-1252 -t UTF-8';
}

function rawChunks({ path, gzip }: Pick<TableFile, "path" | "gzip">, limit: number): Iterable<Buffer> {
  return gzip ? [unpacked(path, limit)] : wholeCharacters(path);
}

/** Number, from 1, of the line with the first bytes that are no text: looked for only where there are some. */
function badLine(file: Pick<TableFile, "path" | "gzip">, limit: number): number {
  let line = 1;
  for (const bytes of rawChunks(file, limit)) {
    for (let start = 0; start < bytes.length;) {
      const found = bytes.indexOf(10, start), end = found < 0 ? bytes.length : found;
      const piece = bytes.subarray(start, end);
      if (piece.includes(0) || !isUtf8(piece)) return line;
      if (found >= 0) line++;
      start = end + 1;
    }
  }
  return line;
}

function* wholeCharacters(path: string): Generator<Buffer> {
  const file = readable(path, () => openSync(path, "r"));
  try {
    // A small file in a small buffer; a pipe does not know its size.
    const size = fstatSync(file).size, chunk = size > 0 ? Math.min(CHUNK, size) : CHUNK;
    const buffer = Buffer.allocUnsafe(chunk + 4);
    let kept = 0;
    while (true) {
      const read = readable(path, () => readSync(file, buffer, kept, chunk, null)), length = kept + read;
      if (read === 0) {
        if (length > 0) yield buffer.subarray(0, length);
        return;
      }
      const end = characterEnd(buffer, length);
      yield buffer.subarray(0, end);
      buffer.copyWithin(0, end, length);
      kept = length - end;
    }
  } finally {
    closeSync(file);
  }
}

/** Where the last whole character of some bytes ends; a torn one has at most three bytes. */
function characterEnd(bytes: Uint8Array, length: number): number {
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte = bytes[length - back];
    if (byte < 0x80) return length;
    if (byte >= 0xc0) return byte >= (back === 1 ? 0xc0 : back === 2 ? 0xe0 : 0xf0) ? length - back : length;
  }
  return length;
}

export function unpacked(path: string, limit = READ_LIMITS.unpackedBytes): Buffer {
  const packed = readable(path, () => readFileSync(path));
  try {
    // Loaded here: importing it takes some milliseconds, and most files are not packed.
    return process.getBuiltinModule("node:zlib").gunzipSync(packed, { maxOutputLength: limit });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const beyond = `at most ${limit} bytes unpacked (limits.unpackedBytes), found more`;
    const expected = code === "ERR_BUFFER_TOO_LARGE" ? beyond : `a whole gzip file (${message})`;
    throw new ResultsError({ file: path, expected });
  }
}

/** How much of a file readers take in: what lies beyond is a broken or hostile file more often than a study. */
export interface ReadLimits {
  /** Columns of a table; 10,000 by default. */
  columns: number;
  /** Bytes of one cell of a CSV file, one line of JSON or one entry of a packed log; 64 MiB by default. */
  cellBytes: number;
  /** Blank lines of a CSV file; 1,000,000 by default. */
  blankLines: number;
  /** Lists and objects inside one another in a line of JSON; 1,000 by default. */
  depth: number;
  /** Bytes of a file that is unpacked from gzip, of all entries of a packed log, or of a JSON document over several lines; 4 GiB by default. */
  unpackedBytes: number;
}

/** The limits of readers where the option `limits` does not name others. */
export const READ_LIMITS: Readonly<ReadLimits> = {
  columns: 10_000,
  cellBytes: 2 ** 26,
  blankLines: 1_000_000,
  depth: 1000,
  unpackedBytes: 2 ** 32,
};
