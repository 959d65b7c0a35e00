import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1 << 20;

/** A line of a file. */
export interface FileLine {
  /** From 1. */
  line: number;
  /** Null for a line over the limit, which is passed over. */
  text: string | null;
  /** Byte at which it begins, and the first behind it (and its line break). */
  at: number;
  end: number;
  /** Nothing follows it. */
  last: boolean;
  /** It ends with a line break. */
  ended: boolean;
}

/**
 * The lines of a file of any size, one at a time; none for a file that does not exist.
 *
 * @param from byte at which to begin
 * @param longest most bytes of a line
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLines } from "@/judge/store/read_lines.ts";
 *
 * const path = Deno.makeTempFileSync();
 * Deno.writeTextFileSync(path, "one\nto");
 * assert.deepEqual([...readLines(path)].map(({ text, ended }) => [text, ended]), [["one", true], ["to", false]]);
 * ```
 */
export function* readLines(path: string, { from = 0, longest = Infinity } = {}): Generator<FileLine> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    throw error;
  }
  try {
    const size = fstatSync(file).size;
    const chunk = new Uint8Array(CHUNK_BYTES);
    let parts: Uint8Array[] = [], length = 0, position = from, at = from, line = 0;
    const add = (start: number, end: number) => {
      length += end - start;
      if (length <= longest) parts.push(chunk.slice(start, end));
      else parts = [];
    };
    const taken = (end: number, ended: boolean): FileLine => {
      const text = length > longest ? null : decode(parts);
      const found = { line: ++line, text, at, end, last: end >= size, ended };
      parts = [];
      length = 0;
      at = end;
      return found;
    };
    while (position < size) {
      const count = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (count === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, start)) {
        add(start, end);
        start = end + 1;
        yield taken(position + start, true);
      }
      if (start < count) add(start, count);
      position += count;
    }
    if (length > 0) yield taken(position, false);
  } finally {
    closeSync(file);
  }
}

const decoder = new TextDecoder();

function decode(parts: Uint8Array[]): string {
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
