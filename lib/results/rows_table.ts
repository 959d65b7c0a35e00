import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import { type RawTable, rowNumbers } from "./load_table.ts";

/** Cells under our column names. */
export type Cells = Record<string, string | number | boolean | null>;

/** A row under our column names and the line that it comes from. */
export interface LayoutRow {
  line: number;
  values: Cells;
  /** Lines of cells that stand elsewhere than their row, by column. */
  lines?: Record<string, number>;
}

/** Rows of one file as a raw table; every column is text, number or boolean throughout: text, where its values are of several kinds. */
export function rowsTable(file: TableFile, rows: readonly LayoutRow[]): RawTable {
  const names = new Set<string>();
  for (const { values } of rows) for (const name in values) names.add(name);
  const series = [...names].map((name) => seriesOf(name, rows.map((row) => row.values[name] ?? null)));
  return {
    file: file.path,
    stem: file.stem,
    frame: pl.DataFrame([...series, rowNumbers(rows.length)]),
    linesOf: (wanted, column = "") => wanted.map((row) => rows[row].lines?.[column] ?? rows[row].line),
  };
}

/** A value of a record as a cell: a list or an object is its JSON, what is no value empty. */
export function cellOf(value: unknown): Cells[string] {
  if (value === undefined || value === null || Number.isNaN(value)) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "bigint") return String(value);
  return typeof value === "object" ? JSON.stringify(value) : value as Cells[string];
}

/** A column of text, numbers or truth values; of text, where it has values of several kinds. */
export function seriesOf(name: string, values: readonly (string | number | boolean | null)[]): pl.Series {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.size > 1) {
    return pl.Series(name, values.map((value) => value === null ? null : String(value)), pl.Utf8);
  }
  return pl.Series(
    name,
    [...values],
    kinds.has("number") ? pl.Float64 : kinds.has("boolean") ? pl.Bool : pl.Utf8,
  );
}
