import type { Buffer } from "node:buffer";
import { ResultsError } from "./results_error.ts";

/** One line of a JSONL file. */
export interface JsonLine {
  line: number;
  record: Record<string, unknown>;
}

/**
 * Parses a JSONL file line by line into objects; blank lines are passed over. For nested official layouts and for finding
 * the line of an error; large flat files go through Polars.
 *
 * @throws {ResultsError} for a line that is not a JSON object, naming it
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Buffer } from "node:buffer";
 * import { parseJsonLines } from "@/results/json_lines.ts";
 *
 * assert.throws(() => parseJsonLines("a.jsonl", Buffer.from('{"a":1}\n{"a":')), /a.jsonl, line 2/);
 * ```
 */
export function parseJsonLines(path: string, bytes: Buffer): JsonLine[] {
  const lines: JsonLine[] = [];
  bytes.toString("utf8").split("\n").forEach((text, i) => {
    if (text.trim() === "") return;
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch (error) {
      throw new ResultsError({
        file: path,
        line: i + 1,
        value: text.length > 60 ? `…${text.slice(-60)}` : text,
        expected: `a whole JSON object on the line (${(error as Error).message})`,
      });
    }
    if (typeof record !== "object" || record === null || Array.isArray(record)) {
      throw new ResultsError({
        file: path,
        line: i + 1,
        value: record,
        expected: "a JSON object on the line",
      });
    }
    lines.push({ line: i + 1, record: record as Record<string, unknown> });
  });
  return lines;
}
