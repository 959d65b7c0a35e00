import type { Buffer } from "node:buffer";
import { ResultsError } from "./results_error.ts";

/** One line of a JSONL file. */
export interface JsonLine {
  line: number;
  record: Record<string, unknown>;
}

const NEWLINE = 10, QUOTE = 34, BACKSLASH = 92, OPEN = 0x7b, CLOSE = 0x7d, LIST = 0x5b, END = 0x5d;

/** Longest text that a process can hold. */
const LONGEST_TEXT = 2 ** 29 - 24;

/**
 * Parses a JSONL file line by line into objects; blank lines are passed over. A file that is one JSON document over several
 * lines, an object or a list of objects, gives its objects, each at the line where it begins. For nested official layouts and for finding the
 * line of an error; large flat files go through Polars.
 *
 * @throws {ResultsError} for a line that is not a JSON object, naming it, or a document that is too long to be one text
 */
export function parseJsonLines(path: string, bytes: Buffer): JsonLine[] {
  if (!startsWithRecord(bytes)) {
    const document = wholeDocument(path, bytes);
    if (document) {
      const lines = documentLines(bytes);
      return document.map((record, i) => ({ line: lines[i], record }));
    }
  }
  const lines: JsonLine[] = [];
  for (const { line, bytes: own } of textLines(bytes)) {
    if (own.length > LONGEST_TEXT) throw tooLong(path, line);
    const text = own.toString("utf8");
    let record: unknown;
    try {
      record = JSON.parse(text);
    } catch (error) {
      throw new ResultsError({
        file: path,
        line,
        value: text.length > 60 ? `…${text.slice(-60)}` : text,
        expected: `a whole JSON object on the line (${(error as Error).message})${noNumber(text)}`,
      });
    }
    if (!isObject(record)) {
      throw new ResultsError({ file: path, line, value: record, expected: "a JSON object on the line" });
    }
    lines.push({ line, record });
  }
  return lines;
}

/** The way out where a line has what Python and JavaScript write for a number that is none. */
function noNumber(text: string): string {
  const found = /[:[,]\s*(-?(?:NaN|Infinity))\b/.exec(text);
  return found
    ? `; JSON knows no ${found[1]}: write null (in Python json.dumps(…, allow_nan=False) finds them)`
    : "";
}

/** Line numbers, from 1, of records (0 = the first) of a JSONL file or of one document. */
export function recordLines(bytes: Buffer, rows: readonly number[]): number[] {
  if (!startsWithRecord(bytes)) {
    const lines = documentLines(bytes);
    return rows.map((row) => lines[row] ?? 0);
  }
  const wanted = new Set(rows), lines = new Map<number, number>();
  let row = 0;
  for (const { line } of textLines(bytes)) {
    if (wanted.has(row)) lines.set(row, line);
    if (lines.size === wanted.size) break;
    row++;
  }
  return rows.map((index) => lines.get(index) ?? 0);
}

/** The lines, from 1, at which the objects of a document, itself or those of its list, begin. */
function documentLines(bytes: Buffer): number[] {
  const lines: number[] = [];
  let line = 1, depth = 0, top = 0, quoted = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (quoted) {
      if (byte === BACKSLASH) i++;
      else quoted = byte !== QUOTE;
    } else if (byte === QUOTE) quoted = true;
    else if (byte === NEWLINE) line++;
    else if (byte === OPEN || byte === LIST) {
      if (byte === LIST && depth === 0) top = 1;
      if (byte === OPEN && depth === top) lines.push(line);
      depth++;
    } else if (byte === CLOSE || byte === END) depth--;
  }
  return lines;
}

/** Whether the first line closes what it opens: then it is a record of its own. */
export function startsWithRecord(bytes: Buffer): boolean {
  const [first] = textLines(bytes);
  if (first === undefined) return false;
  const text = first.bytes.subarray(0, 1).toString() + first.bytes.subarray(-1).toString();
  return text === "{}";
}

/** The lines that are not blank, without the white space around them. */
function* textLines(bytes: Buffer): Generator<{ line: number; bytes: Buffer }> {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEWLINE, start), end = found < 0 ? bytes.length : found;
    let from = start, to = end;
    while (from < to && isSpace(bytes[from])) from++;
    while (to > from && isSpace(bytes[to - 1])) to--;
    if (from < to) yield { line, bytes: bytes.subarray(from, to) };
    start = end + 1;
  }
}

function isSpace(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}

/** The objects of a text that is one JSON document and not lines of them; null for any other. */
function wholeDocument(path: string, bytes: Buffer): Record<string, unknown>[] | null {
  if (bytes.length > LONGEST_TEXT) throw tooLong(path, null);
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    const records = Array.isArray(value) ? value : [value];
    return records.length > 0 && records.every(isObject) ? records : null;
  } catch {
    return null;
  }
}

function tooLong(path: string, line: number | null): ResultsError {
  return new ResultsError({
    file: path,
    line,
    expected: `JSON of at most ${LONGEST_TEXT} bytes in one piece (larger files as one object per line)`,
  });
}

/** Whether a value of JSON is an object, and no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
