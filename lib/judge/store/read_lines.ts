import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1 << 20;

/** A line of a file. */
export interface FileLine {
  /** From 1. */
  line: number;
  /** Null for a line over the limit, which is passed over. */
  text: string | null;
  /** Nothing follows it. */
  last: boolean;
}

/**
 * The lines of a file of any size, one at a time; none for a file that does not exist.
 *
 * @param longest most bytes of a line
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLines } from "@/judge/store/read_lines.ts";
 *
 * const path = Deno.makeTempFileSync();
 * Deno.writeTextFileSync(path, "one\nto");
 * assert.deepEqual([...readLines(path)].map(({ text, last }) => [text, last]), [["one", false], ["to", true]]);
 * ```
 */
export function* readLines(path: string, { longest = Infinity } = {}): Generator<FileLine> {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    throw error;
  }
  const decoder = new TextDecoder(), chunk = new Uint8Array(CHUNK_BYTES);
  try {
    const size = fstatSync(file).size;
    let parts: Uint8Array[] = [], length = 0, position = 0, line = 0;
    const add = (start: number, end: number) => {
      length += end - start;
      if (length <= longest) parts.push(chunk.slice(start, end));
      else parts = [];
    };
    const taken = (end: number): FileLine => {
      const text = parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
      const found = { line: ++line, text: length > longest ? null : text, last: end >= size };
      [parts, length] = [[], 0];
      return found;
    };
    while (position < size) {
      const count = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (count === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, start)) {
        add(start, end);
        start = end + 1;
        yield taken(position + start);
      }
      if (start < count) add(start, count);
      position += count;
    }
    if (length > 0) yield taken(position);
  } finally {
    closeSync(file);
  }
}
