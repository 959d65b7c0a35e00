import { Buffer, isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import process from "node:process";
import type { TableFile } from "./find_files.ts";
import { readable, ResultsError } from "./results_error.ts";

type Packed = Pick<TableFile, "path" | "gzip">;

const BLANKS = [9, 10, 13, 32];

export const CHUNK = 2 ** 22;

/**
 * How much of a file readers take in, for what lies beyond is a broken or hostile file: columns, lists and objects inside one another, bytes
 * of a packed file or of all entries of an archive, and of one of these.
 */
export const READ_LIMITS = { columns: 10_000, depth: 1000, unpackedBytes: 2 ** 32, entryBytes: 2 ** 26 };

/** The contents of a text file, unpacked, without a byte order mark and without line breaks at its end. */
export function readBytes(file: Packed): Buffer {
  const bytes = wholeBytes(file);
  let end = bytes.length;
  while (bytes[end - 1] === 10 || bytes[end - 1] === 13) end--;
  return bytes.subarray(0, end);
}

export function wholeBytes(file: Packed): Buffer {
  const chunks: Buffer[] = [];
  for (const chunk of textChunks(file)) chunks.push(Buffer.from(chunk));
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
}

/** The contents of a text file, unpacked, without a byte order mark, cut anywhere. A chunk holds until the next is asked for. */
export function* textChunks({ path, gzip }: Packed): Generator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true, isEmpty = true;
  const requireText = (bytes: Uint8Array, stream: boolean) => {
    try {
      decoder.decode(bytes, { stream });
      if (!bytes.includes(0)) return;
    } catch {
      // What it is instead is said below.
    }
    const whole = gzip ? unpacked(path) : readable(path, () => readFileSync(path));
    const expected = `text in UTF-8, found ${isFirst ? kindOf(bytes) : "other bytes"}`;
    throw new ResultsError({ file: path, line: badLine(whole), expected });
  };
  for (const bytes of gzip ? [unpacked(path)] : pieces(path)) {
    requireText(bytes, true);
    const hasMark = isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const chunk = hasMark ? bytes.subarray(3) : bytes;
    isEmpty &&= chunk.every((byte) => BLANKS.includes(byte));
    yield chunk;
    isFirst = false;
  }
  requireText(new Uint8Array(0), false);
  if (isEmpty) throw new ResultsError({ file: path, expected: "rows, found an empty file" });
}

function kindOf(bytes: Uint8Array): string {
  const starts = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  if (starts(0x50, 0x4b, 3, 4)) return "a zip archive or an Excel workbook";
  if (starts(0x1f, 0x8b)) return "gzip: let its name end with .gz";
  if (starts(0x50, 0x41, 0x52, 0x31)) return "Parquet: let its name end with .parquet";
  // Without a mark every other byte of Latin letters is empty.
  const unmarked = [[1, 2, "LE"], [0, 1, "BE"]] as const;
  const order = starts(0xff, 0xfe) || starts(0xfe, 0xff)
    ? ""
    : unmarked.find(([empty, full]) => bytes[empty] === 0 && bytes[empty + 2] === 0 && bytes[full] !== 0)
      ?.[2];
  if (order !== undefined) return `UTF-16: save it as "CSV UTF-8", or run iconv -f UTF-16${order} -t UTF-8`;
  return bytes.includes(0)
    ? "other bytes"
    : 'other bytes: save it as "CSV UTF-8", or run iconv -f WINDOWS-1252 -t UTF-8';
}

function badLine(bytes: Buffer): number {
  for (let line = 1, start = 0;; line++) {
    const found = bytes.indexOf(10, start), piece = bytes.subarray(start, found < 0 ? bytes.length : found);
    if (found < 0 || piece.includes(0) || !isUtf8(piece)) return line;
    start = found + 1;
  }
}

function* pieces(path: string): Generator<Buffer> {
  const file = readable(path, () => openSync(path, "r"));
  try {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, fstatSync(file).size || CHUNK));
    while (true) {
      const read = readable(path, () => readSync(file, buffer, 0, buffer.length, null));
      if (read === 0) return;
      yield buffer.subarray(0, read);
    }
  } finally {
    closeSync(file);
  }
}

export function unpacked(path: string): Buffer {
  const limit = READ_LIMITS.unpackedBytes;
  const packed = readable(path, () => readFileSync(path));
  try {
    // Loaded here: importing it takes some milliseconds, and most files are not packed.
    return process.getBuiltinModule("node:zlib").gunzipSync(packed, { maxOutputLength: limit });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const expected = code === "ERR_BUFFER_TOO_LARGE"
      ? `at most ${limit} bytes unpacked, found more`
      : `a whole gzip file (${message})`;
    throw new ResultsError({ file: path, expected });
  }
}
