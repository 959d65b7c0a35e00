import type { TableFile } from "./find_files.ts";
import { type JsonLine, parseJsonLines } from "./json_lines.ts";
import { readBytes } from "./read_bytes.ts";

/** The lines of a JSONL file. */
export function readJsonFile(file: TableFile): JsonLine[] {
  return parseJsonLines(file.path, readBytes(file));
}

/** The first record of a JSONL file, without parsing the rest; null for a file without one. */
export function firstRecord(file: TableFile): Record<string, unknown> | null {
  const bytes = readBytes(file);
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    const line = bytes.subarray(start, end < 0 ? bytes.length : end);
    const text = line.toString("utf8").trim();
    // A line that does not close what it opens is the beginning of a document over several lines.
    if (text !== "") return parseJsonLines(file.path, /^\{.*\}$/s.test(text) ? line : bytes)[0].record;
    start = end < 0 ? bytes.length : end + 1;
  }
  return null;
}

/**
 * What a judge's record says of its origin, as the column `provenance` of its row: official files have no such field, and
 * simulated ones in an official layout would else count as results.
 */
export function provenanceOf({ provenance }: Record<string, unknown>): { provenance?: string } {
  return typeof provenance === "string" ? { provenance } : {};
}
