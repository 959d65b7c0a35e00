import { ResultsError } from "../../results/results_error.ts";
import type { Entry } from "./entries.ts";
import { readLines } from "./read_lines.ts";

const KINDS = ["plan", "sample", "verdict", "failure", "again"];

/**
 * Reads a journal line by line and hands each entry to `visit`; returns how many bytes are whole lines. A last line
 * that is torn (no line break, or no JSON: the process died while writing it) is not visited. A journal that does not
 * exist is empty. Files of any size: only one line is held at a time.
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
  let whole = 0;
  for (const { line, text, end, last } of readLines(path)) {
    const entry = text === null ? null : parseEntry(text);
    if (!entry && last) break;
    if (!entry) {
      throw new ResultsError({
        file: path,
        line,
        expected: "a whole line of a journal; the file is damaged",
      });
    }
    visit(entry);
    whole = end;
  }
  return whole;
}

function parseEntry(text: string): Entry | null {
  try {
    const entry = JSON.parse(text);
    return KINDS.includes(entry?.kind) ? entry : null;
  } catch {
    return null;
  }
}
