import { ResultsError } from "../../results/results_error.ts";
import type { Entry } from "./entries.ts";
import { readLines } from "./read_lines.ts";

const KINDS = ["plan", "sample", "verdict", "failure", "again"];

/** How far a journal is whole. */
export interface WholeJournal {
  /** Bytes of whole lines. */
  bytes: number;
  /** The last of them ends with a line break. */
  ended: boolean;
}

/**
 * Reads a journal line by line and hands each entry, with its place in the file, to `visit`. A last line that is torn (no
 * JSON: the process died while writing it) is not visited; one that lacks the line break alone is whole. A journal that
 * does not exist is empty. Files of any size: only one line is held at a time.
 *
 * @param from byte at which to begin, the end of a line
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
 * assert.deepEqual(readJournal(path, ({ kind }) => kinds.push(kind)), { bytes: 18, ended: true });
 * assert.deepEqual(kinds, ["sample"]);
 * ```
 */
export function readJournal(
  path: string,
  visit: (entry: Entry, at: number, size: number) => void,
  { from = 0 } = {},
): WholeJournal {
  const whole = { bytes: from, ended: true };
  for (const { line, text, at, end, last, ended } of readLines(path, { from })) {
    const entry = parseEntry(text ?? "");
    if (!entry && last) break;
    if (!entry) {
      throw new ResultsError({
        file: path,
        line: from === 0 ? line : null,
        expected: `a whole line of a journal${from === 0 ? "" : ` at byte ${at}`}; the file is damaged`,
      });
    }
    visit(entry, at, end - at);
    whole.bytes = end;
    whole.ended = ended;
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
