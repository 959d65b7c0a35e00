import { type Buffer, isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import process from "node:process";
import type { TableFile } from "./find_files.ts";
import { ResultsError } from "./results_error.ts";

/**
 * The contents of a text file, unpacked, without a byte order mark.
 *
 * @throws {ResultsError} for a file that cannot be read or unpacked, is empty, or is not UTF-8 text
 */
export function readBytes({ path, gzip }: Pick<TableFile, "path" | "gzip">): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new ResultsError({ file: path, expected: `a file that can be read (${(error as Error).message})` });
  }
  if (gzip) {
    try {
      // Loaded here: importing it takes some milliseconds, and most files are not packed.
      bytes = process.getBuiltinModule("node:zlib").gunzipSync(bytes);
    } catch (error) {
      throw new ResultsError({ file: path, expected: `a whole gzip file (${(error as Error).message})` });
    }
  }
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
  if (bytes.every((byte) => byte === 10 || byte === 13 || byte === 32 || byte === 9)) {
    throw new ResultsError({ file: path, expected: "rows, found an empty file" });
  }
  const zero = bytes.indexOf(0);
  if (zero >= 0 || !isUtf8(bytes)) {
    const line = zero >= 0 ? lineAt(bytes, zero) : lineAt(bytes, firstBadByte(bytes));
    throw new ResultsError({ file: path, line, expected: "text in UTF-8, found other bytes" });
  }
  // Line breaks at the end are no rows.
  let end = bytes.length;
  while (bytes[end - 1] === 10 || bytes[end - 1] === 13) end--;
  return bytes.subarray(0, end);
}

/** Line number, from 1, of the byte at `offset`. */
function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) if (bytes[i] === 10) line++;
  return line;
}

/** First position at which the bytes stop being UTF-8, by halving. */
function firstBadByte(bytes: Buffer): number {
  let good = 0, bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    // A prefix may end inside a character: up to three bytes of it are forgiven.
    const fits = [0, 1, 2, 3].some((back) => isUtf8(bytes.subarray(0, Math.max(0, middle - back))));
    if (fits) good = middle;
    else bad = middle;
  }
  return good;
}
