import pl from "nodejs-polars";
import { findTableFiles, type TableFile } from "./find_files.ts";
import { isObject } from "./json_lines.ts";
import { type RawTable, ROW, rowNumbers } from "./load_table.ts";
import { isFrame } from "./require_frame.ts";
import { seriesOf } from "./rows_table.ts";

/** What readers take: a file, folder or glob, several of these, records, or a frame. */
export type Source = string | readonly string[] | readonly object[] | pl.DataFrame;

/** How messages call what stands in no file. */
const IN_MEMORY = { file: "the records", stem: "results" };

/**
 * The files of a source, or its rows as a table where they stand in memory: records count from 1 as lines do.
 *
 * @param texts whether a text file that is named itself is a table
 * @throws {ResultsError} for a path that does not exist or holds no table
 * @throws {TypeError} for what is neither a path, records nor a frame
 */
export function openSource(source: Source, { texts = false } = {}): { files: TableFile[]; table?: RawTable } {
  if (isFrame(source)) return { files: [], table: frameTable(source) };
  if (Array.isArray(source) && source.length > 0 && source.every(isObject)) {
    return { files: [], table: recordsInMemory(source) };
  }
  return { files: findTableFiles(source as string | readonly string[], { texts }) };
}

function frameTable(frame: pl.DataFrame): RawTable {
  return {
    ...IN_MEMORY,
    file: "the frame",
    // Rows of a frame have numbers of their own once it was read.
    frame: frame.select(...frame.columns.filter((name) => name !== ROW)).withColumns(
      rowNumbers(frame.height),
    ),
    linesOf: (rows) => rows.map((row) => row + 1),
    records: () => frame.toRecords() as Record<string, unknown>[],
  };
}

function recordsInMemory(records: readonly Record<string, unknown>[]): RawTable {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const nested = new Map<string, number>();
  const series = names.map((name) =>
    seriesOf(
      name,
      records.map((record, i) => {
        const value = record[name] ?? null;
        if (value instanceof Date) return value.toISOString();
        if (typeof value === "bigint") return String(value);
        if (typeof value === "object" && value !== null) {
          if (!nested.has(name)) nested.set(name, i + 1);
          return JSON.stringify(value);
        }
        return Number.isNaN(value) ? null : value as string | number | boolean | null;
      }),
    )
  );
  return {
    ...IN_MEMORY,
    frame: pl.DataFrame([...series, rowNumbers(records.length)]),
    nested,
    linesOf: (rows) => rows.map((row) => row + 1),
    records: () => records,
  };
}
