import { Buffer, isUtf8 } from "node:buffer";
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import process from "node:process";
import type { TableFile } from "./find_files.ts";
import { readable, ResultsError } from "./results_error.ts";
import { said } from "./said.ts";

type Packed = Pick<TableFile, "path" | "gzip">;

const BLANKS = [9, 10, 13, 32];
export const CHUNK = 2 ** 22;
export const READ_LIMITS = { columns: 10_000, depth: 1000, unpackedBytes: 2 ** 32, entryBytes: 2 ** 26 };

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
    throw new ResultsError({ file: path, line: badLine(whole), expected: said("other_bytes") });
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
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, fstatSync(file).size));
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
