import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync } from "node:fs";

const CHUNK_BYTES = 1 << 20;

/**
 * The lines of a file of any size, numbered from 1, one at a time. The text of a line over the limit is null: it is passed over,
 * and never held.
 *
 * @param longest most bytes of a line
 */
export function* readLines(
  path: string,
  { longest = Infinity } = {},
): Generator<{ line: number; text: string | null }> {
  const file = openSync(path, "r"), decoder = new TextDecoder(), chunk = new Uint8Array(CHUNK_BYTES);
  let parts: Uint8Array[] = [], bytes = 0, line = 0;
  const add = (start: number, end: number) => {
    bytes += end - start;
    if (bytes <= longest) parts.push(chunk.slice(start, end));
    else parts = [];
  };
  const taken = () => {
    const text = bytes <= longest ? decoder.decode(Buffer.concat(parts)) : null;
    [parts, bytes] = [[], 0];
    return { line: ++line, text };
  };
  try {
    for (let count; (count = readSync(file, chunk, 0, CHUNK_BYTES, null)) > 0;) {
      let start = 0;
      for (let end; (end = chunk.indexOf(10, start)) >= 0 && end < count; start = end + 1) {
        add(start, end);
        yield taken();
      }
      if (start < count) add(start, count);
    }
    if (bytes > 0) yield taken();
  } finally {
    closeSync(file);
  }
}
