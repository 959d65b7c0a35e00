import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import { withFreeNames } from "./frame.ts";
import { heldColumns, type LeftColumns } from "./held_columns.ts";
import { readBytes } from "./read_bytes.ts";
import { ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import { scanJsonLines, startsWithRecord, textLines } from "./scan_json_lines.ts";

/** One line of a JSONL file. */
export interface JsonLine {
  line: number;
  record: Record<string, unknown>;
}

const LONGEST_TEXT = 2 ** 29 - 24;

export function parseJsonLines(path: string, bytes: Buffer): JsonLine[] {
  // A key that stands twice: of its values the parser keeps the last without a word.
  const { fault, lines: starts } = scanJsonLines(bytes, { depth: Infinity, columns: Infinity });
  const twice = fault ? new ResultsError({ file: path, ...fault }) : null;
  const document = startsWithRecord(bytes) ? null : wholeDocument(path, bytes);
  if (document) {
    if (twice) throw twice;
    return document.map((record, i) => ({ line: starts[i], record }));
  }
  const lines: JsonLine[] = [];
  for (const { line, bytes: own } of textLines(bytes)) {
    if (own.length > LONGEST_TEXT) throw tooLong(path, line);
    const text = own.toString("utf8");
    let record: unknown;
    try {
      record = JSON.parse(withoutBare(text));
    } catch (error) {
      const value = text.length > 60 ? `…${text.slice(-60)}` : text;
      const expected = said("torn_line", { message: (error as Error).message });
      throw new ResultsError({ file: path, line, value, expected });
    }
    if (!isObject(record)) {
      throw new ResultsError({ file: path, line, value: record, expected: "a JSON object on the line" });
    }
    lines.push({ line, record });
  }
  if (twice) throw twice;
  return lines;
}

/** The same without lines that are no whole JSON, as a run that was killed leaves one: blanks stand there, so that lines keep their numbers. */
export function withoutTorn(bytes: Buffer): { bytes: Buffer; torn: number[] } {
  const kept = Buffer.from(bytes);
  const torn = !startsWithRecord(bytes) ? [] : [...textLines(bytes)].flatMap(({ line, bytes: own }) => {
    try {
      JSON.parse(withoutBare(own.toString("utf8")));
      return [];
    } catch {
      kept.fill(" ", own.byteOffset - bytes.byteOffset, own.byteOffset - bytes.byteOffset + own.length);
      return [line];
    }
  });
  return { bytes: kept, torn };
}

function wholeDocument(path: string, bytes: Buffer): Record<string, unknown>[] | null {
  if (bytes.length > LONGEST_TEXT) throw tooLong(path, null);
  try {
    const value: unknown = JSON.parse(withoutBare(bytes.toString("utf8")));
    const records = Array.isArray(value) ? value : [value];
    return records.length > 0 && records.every(isObject) ? records : null;
  } catch {
    return null;
  }
}

function tooLong(path: string, line: number | null): ResultsError {
  const expected = `JSON of at most ${LONGEST_TEXT} bytes in one piece (larger files as one object per line)`;
  return new ResultsError({ file: path, line, expected });
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const readJsonFile = (file: TableFile): JsonLine[] => parseJsonLines(file.path, readBytes(file));

/** JSON as Python writes it: NaN and infinities stand bare outside strings. */
export const parsePythonJson = (text: string): unknown => JSON.parse(withoutBare(text, "NaN|-?Infinity"));

/** A text of JSON with null for words that stand bare in it; an infinite number is a number, and none of one's own is passed over. */
function withoutBare(text: string, words = "NaN"): string {
  if (!/NaN|Infinity/.test(text)) return text;
  const found = new RegExp(`"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|(?<![\\w-])(?:${words})\\b`, "g");
  return text.replace(found, (one) => one.startsWith('"') ? one : "null");
}

/** What a record says of its origin: simulated ones in an official layout would else count as results. */
export function provenanceOf({ provenance }: Record<string, unknown>): { provenance?: string } {
  return typeof provenance === "string" && provenance !== "" ? { provenance } : {};
}

/** The records of a JSONL file as a frame. Types are inferred over all lines: an id that is a number in one line and text in another becomes text. */
export function readJsonLines(path: string, bytes: Buffer, isLines: boolean) {
  if (isLines) {
    try {
      const isBare = bytes.length <= LONGEST_TEXT && bytes.includes("NaN");
      const plain = isBare ? Buffer.from(withoutBare(bytes.toString("utf8"))) : bytes;
      const frame = withFreeNames(
        pl.readJSON(plain, { format: "lines", inferSchemaLength: Number.MAX_SAFE_INTEGER }),
      );
      const { names, turned, left } = heldColumns(frame);
      return { frame: frame.select(...names).withColumns(...turned), left };
    } catch {
      // Polars does not name the line. Parsing one by one does, or shows that only the types are mixed.
    }
  }
  return textFrame(parseJsonLines(path, bytes));
}

const BEYOND = "whole numbers that cannot be told apart, beyond 9007199254740991";

function textFrame(lines: readonly JsonLine[]): { frame: pl.DataFrame; left: LeftColumns } {
  const names = [...new Set(lines.flatMap(({ record }) => Object.keys(record)))];
  const left = new Map<string, string>();
  const series = names.map((name) => {
    const text = lines.map(({ line, record }) => {
      const value = Object.hasOwn(record, name) ? record[name] ?? null : null;
      const isBeyond = Number.isInteger(value) && !Number.isSafeInteger(value);
      if (isBeyond && !left.has(name)) left.set(name, `${BEYOND}, first in line ${line}`);
      return value === null || typeof value === "string" ? value : JSON.stringify(value);
    });
    return pl.Series(name, text, pl.Utf8);
  });
  return { frame: withFreeNames(pl.DataFrame(series.filter((_, i) => !left.has(names[i])))), left };
}

const ENVELOPE = 5;

/** Throws for one object around the records, or a table turned round: it would be one row, with all of them in a cell. */
export function requireNoEnvelope(path: string, record: Record<string, unknown>): void {
  const all = Object.entries(record), parts = (value: unknown) => Object.values(value ?? {}) as unknown[];
  const isTurned = all.length > 1 && all.every(([, value]) => typeof value === "object");
  const isLong = (value: unknown) => typeof value === "object" && parts(value).length >= ENVELOPE;
  const found = all.find(([, value]) =>
    isLong(value) && (isTurned || parts(value).every((one) => typeof one === "object"))
  );
  if (found || isTurned && all.length >= ENVELOPE) {
    throw new ResultsError({ file: path, column: found?.[0], expected: said("envelope") });
  }
}

const DEEPEST = 6;
const LOOKED_INTO = 100;

const stepTo = (name: string) => /[.[\]]/.test(name) ? `["${name}"]` : `.${name}`;

export function pathsIn(record: Readonly<Record<string, unknown>>, columns: readonly string[]): string[] {
  const inside = (value: unknown, at: string, depth: number): string[] => {
    if (typeof value !== "object" || value === null || depth > DEEPEST) return [at];
    const parts = Array.isArray(value) ? value.slice(0, value.length === 2 ? 2 : 1) : value;
    const paths = Object.entries(parts).flatMap(([name, one]) =>
      inside(one, at + (Array.isArray(value) ? `[${name}]` : stepTo(name)), depth + 1)
    );
    return paths.length > 0 ? paths : [at];
  };
  return columns.flatMap((name) => inside(record[name], name, 1));
}

export function partsOf(records: readonly object[], column: string): string[] {
  const all = valuesAt(records, column), isNested = (one: unknown) => typeof one === "object" && one !== null;
  const found = all.filter(isNested).slice(0, LOOKED_INTO).flatMap((one) =>
    pathsIn({ [column]: one }, [column])
  );
  const empty = (path: string) => valuesAt(records, path).filter((one) => one == null).length;
  return [...new Set(found)].filter((path) => path !== column).sort((a, b) => empty(a) - empty(b));
}

export function valuesAt(records: readonly object[], path: string): unknown[] {
  const steps = stepsOf(path);
  return records.map((record) => steps.reduce<unknown>(inside, record));
}

/** The names and numbers along a path (`votes["gpt-4.1"].label`, `outputs[0]`); a minus counts lists from their end. */
export function stepsOf(path: string): string[] {
  return path.split(/\.(?=(?:[^"]*"[^"]*")*[^"]*$)|(?=\[(?:-?\d+|"[^"]*")\])/)
    .map((step) => step.replace(/^\[(?:(-?\d+)|"(.*)")\]$/, "$1$2"));
}

function inside(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^-?\d+$/.test(step) ? value.at(Number(step)) : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}
