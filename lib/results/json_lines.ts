import type { Buffer } from "node:buffer";
import { ResultsError } from "./results_error.ts";

/** One line of a JSONL file. */
export interface JsonLine {
  line: number;
  record: Record<string, unknown>;
}

/**
 * Parses a JSONL file line by line into objects; blank lines are passed over. A file that is one JSON document over several
 * lines, an object or a list of objects, gives its objects, all at line 1. For nested official layouts and for finding the
 * line of an error; large flat files go through Polars.
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
  const document = wholeDocument(bytes.toString("utf8"));
  if (document) return document.map((record) => ({ line: 1, record }));
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
    if (!isObject(record)) {
      throw new ResultsError({
        file: path,
        line: i + 1,
        value: record,
        expected: "a JSON object on the line",
      });
    }
    lines.push({ line: i + 1, record });
  });
  return lines;
}

/** The objects of a text that is one JSON document and not lines of them; null for any other. */
function wholeDocument(text: string): Record<string, unknown>[] | null {
  const start = text.trimStart();
  const end = start.indexOf("\n");
  const first = (end < 0 ? start : start.slice(0, end)).trimEnd();
  // A line that closes what it opens is a record of its own.
  if (first.startsWith("{") && first.endsWith("}") && end >= 0) return null;
  try {
    const value: unknown = JSON.parse(text);
    const records = Array.isArray(value) ? value : [value];
    return records.length > 0 && records.every(isObject) ? records : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
