import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import { type JsonLine, parseJsonLines } from "./json_lines.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { readBytes } from "./read_bytes.ts";

/** An official layout of judge results: how it is known, and how it becomes rows under our names. */
export interface Layout {
  /** Whether a file of JSON lines is in this layout, by its first record. */
  matches(record: Record<string, unknown>): boolean;
  read(files: readonly TableFile[], options: { judge?: string }): RawTable[];
}

/** A row under our column names and the line that it comes from. */
export interface LayoutRow {
  line: number;
  values: Record<string, string | number | boolean | null>;
}

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

/** Rows of one file as a raw table; every column is text, number or boolean throughout. */
export function rowsTable(file: TableFile, rows: readonly LayoutRow[]): RawTable {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const series = names.map((name) => {
    const values = rows.map((row) => row.values[name] ?? null);
    const sample = values.find((value) => value !== null);
    const type = typeof sample === "number" ? pl.Float64 : typeof sample === "boolean" ? pl.Bool : pl.Utf8;
    return pl.Series(name, values, type);
  });
  const numbers = pl.Series(ROW, Int32Array.from(rows, (_, i) => i), pl.Int32);
  return {
    file: file.path,
    stem: file.stem,
    frame: pl.DataFrame([...series, numbers]),
    linesOf: (wanted) => wanted.map((row) => rows[row].line),
  };
}
