import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { ResultsError } from "../../results/results_error.ts";
import type { Entry } from "./entries.ts";

const CHUNK_BYTES = 1 << 20;
const KINDS = ["plan", "sample", "verdict", "failure"];

/**
 * Reads a journal line by line and hands each entry to `visit`; returns how many bytes are whole lines. A last line that is
 * torn (no line break, or no JSON: the process died while writing it) is not visited. A journal that does not exist is
 * empty. Files of any size: only one line is held at a time.
 *
 * @throws {ResultsError} for a bad line before the last, naming it: that is damage, not a crash
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readJournal } from "@/judge/journal/read_journal.ts";
 *
 * const path = `${Deno.makeTempDirSync()}/journal.jsonl`;
 * Deno.writeTextFileSync(path, '{"kind":"sample"}\n{"kind":"verd');
 * const kinds: string[] = [];
 * assert.equal(readJournal(path, ({ kind }) => kinds.push(kind)), 18);
 * assert.deepEqual(kinds, ["sample"]);
 * ```
 */
export function readJournal(path: string, visit: (entry: Entry) => void): number {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return 0;
    throw error;
  }
  try {
    const size = fstatSync(file).size;
    const chunk = new Uint8Array(CHUNK_BYTES);
    let parts: Uint8Array[] = [], position = 0, whole = 0, line = 0;
    while (position < size) {
      const count = readSync(file, chunk, 0, CHUNK_BYTES, position);
      if (count === 0) break;
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0 && end < count; end = chunk.indexOf(10, from)) {
        parts.push(chunk.slice(from, end));
        from = end + 1;
        line++;
        const entry = parseEntry(parts);
        parts = [];
        if (entry) visit(entry);
        else if (position + from < size) {
          throw new ResultsError({
            file: path,
            line,
            expected: "a whole line of a journal; the file is damaged",
          });
        } else return whole;
        whole = position + from;
      }
      parts.push(chunk.slice(from, count));
      position += count;
    }
    return whole;
  } finally {
    closeSync(file);
  }
}

const decoder = new TextDecoder();

function parseEntry(parts: Uint8Array[]): Entry | null {
  const text = parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  try {
    const entry = JSON.parse(text);
    return KINDS.includes(entry?.kind) ? entry : null;
  } catch {
    return null;
  }
}
