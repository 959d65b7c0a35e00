import { Buffer } from "node:buffer";
import type { TableFile } from "./find_files.ts";
import { type JsonLine, parseJsonLines, startsWithRecord } from "./json_lines.ts";
import { isBlank, readBytes, textChunks } from "./read_bytes.ts";

/** The lines of a JSONL file. */
export function readJsonFile(file: TableFile): JsonLine[] {
  return parseJsonLines(file.path, readBytes(file));
}

/** The first record of a JSONL file, without reading the rest; null for a file without one. */
export function firstRecord(file: TableFile): Record<string, unknown> | null {
  const line = firstLine(file);
  if (line === null) return null;
  // A line that does not close what it opens is the beginning of a document over several lines.
  const bytes = startsWithRecord(line) ? line : readBytes(file);
  return parseJsonLines(file.path, bytes)[0].record;
}

/** Whether a file that has no first record is whole JSON of another kind: numbers, lists, a document with Python's bare NaN. */
export function isOtherJson(file: TableFile): boolean {
  const isWhole = (bytes: Buffer | null) => {
    try {
      parsePythonJson(String(bytes));
      return true;
    } catch {
      return false;
    }
  };
  try {
    return isWhole(firstLine(file)) || isWhole(readBytes(file));
  } catch {
    return false;
  }
}

/** JSON as Python writes it: NaN and infinities stand bare outside strings. */
export function parsePythonJson(text: string): unknown {
  return JSON.parse(
    text.replace(
      /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g,
      (found) => found.startsWith('"') ? found : "null",
    ),
  );
}

/** The first line that is not blank, as far as the file must be read for it: readers ask for it several times. */
function firstLine(file: TableFile): Buffer | null {
  let parts: Buffer[] = [];
  for (const chunk of textChunks(file)) {
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf(10, start);
      // A chunk holds until the next is asked for.
      parts.push(Buffer.from(chunk.subarray(start, end < 0 ? chunk.length : end)));
      if (end < 0) break;
      const line = Buffer.concat(parts);
      if (!isBlank(line)) return line;
      parts = [];
      start = end + 1;
    }
  }
  const line = Buffer.concat(parts);
  return isBlank(line) ? null : line;
}

/**
 * What a judge's record says of its origin, as the column `provenance` of its row: official files have no such field, and
 * simulated ones in an official layout would else count as results.
 */
export function provenanceOf({ provenance }: Record<string, unknown>): { provenance?: string } {
  return typeof provenance === "string" && provenance !== "" ? { provenance } : {};
}
