import { closeSync, fstatSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1 << 20;

/** A line of a file. */
export interface FileLine {
  /** From 1. */
  line: number;
  /** Null for a last line without a line break. */
  text: string | null;
  /** Bytes of the file up to its end. */
  end: number;
  /** Nothing follows it. */
  last: boolean;
}

/**
 * The lines of a file of any size, one at a time; none for a file that does not exist.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLines } from "@/judge/journal/read_lines.ts";
 *
 * const path = Deno.makeTempFileSync();
 * Deno.writeTextFileSync(path, "one\nto");
 * assert.deepEqual([...readLines(path)].map(({ text }) => text), ["one", null]);
 * ```
 */
export function* readLines(path: string): Generator<FileLine> {
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
    let parts: Uint8Array[] = [], position = 0, line = 0;
    while (position < size) {
      const count = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (count === 0) break;
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, from)) {
        parts.push(chunk.slice(from, end));
        from = end + 1;
        const last = position + from >= size;
        yield { line: ++line, text: decode(parts), end: position + from, last };
        parts = [];
      }
      if (from < count) parts.push(chunk.slice(from, count));
      position += count;
    }
    if (parts.length > 0) yield { line: ++line, text: null, end: position, last: true };
  } finally {
    closeSync(file);
  }
}

const decoder = new TextDecoder();

function decode(parts: Uint8Array[]): string {
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}
