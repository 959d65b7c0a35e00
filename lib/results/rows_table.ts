import { basename, dirname } from "node:path";
import pl from "nodejs-polars";
import { grouped } from "../stats/grouped.ts";
import { isNested } from "./check.ts";
import type { TableFile } from "./find_files.ts";
import { withFreeNames } from "./frame.ts";
import { type RawTable, ROW, rowNumbers } from "./load_table.ts";
import { type BadColumn, badColumn } from "./results_error.ts";

export type Cells = Record<string, string | number | boolean | null>;

export interface LayoutRow {
  line: number;
  values: Cells;
  lines?: Record<string, number>;
  /** Files of cells that stand in another than the row. */
  files?: Record<string, string>;
}

type Placed = Pick<RawTable, "linesOf" | "records">;

/** Where rows stand: in which lines, of JSON without lines of their own the numbers of their records. */
export function placesOf({ linesOf, records }: Placed, rows: readonly number[], column?: string) {
  const recordOf = (row: number) => records ? row + 1 : null;
  return linesOf(rows, column).map((line, i) => ({ line, record: line === null ? recordOf(rows[i]) : null }));
}

export function rowCounts<Name extends string>(frame: pl.DataFrame, are: Readonly<Record<Name, pl.Expr>>) {
  const sums = Object.entries<pl.Expr>(are).map(([name, is]) => is.cast(pl.UInt32).sum().alias(name));
  return (sums.length === 0 ? {} : frame.select(...sums).toRecords()[0]) as Record<Name, number>;
}

export function badCells(
  table: Placed,
  column: string,
  rows: pl.DataFrame,
  expected: (values: readonly unknown[]) => string,
): BadColumn {
  const count = rows.getColumn(ROW).nUnique();
  const bad = count === rows.height ? rows : rows.unique({ maintainOrder: true, subset: [ROW, column] });
  const places = placesOf(table, bad.head(5).getColumn(ROW).toArray() as number[], column);
  const values = cells(bad.getColumn(column));
  return badColumn(column, expected(values), values, places, count);
}

function cells(column: pl.Series): unknown[] {
  const type = String(column.dtype);
  if (isNested(column)) return column.toArray();
  // Polars writes no Duration as text, and hands it over as a bare number.
  if (/Duration|Float/.test(type)) {
    const isSpan = /Duration/.test(type),
      text = (value: unknown) => isSpan ? `Duration(${value})` : `${value}`;
    return column.toArray().map((value) => value === null ? null : text(value));
  }
  return column.cast(pl.Utf8).toArray();
}

export function rowsTable(file: Pick<TableFile, "path" | "stem">, rows: readonly LayoutRow[]): RawTable {
  const names = new Set<string>();
  for (const { values } of rows) for (const name in values) names.add(name);
  const series = [...names].map((name) => seriesOf(name, rows.map((row) => row.values[name] ?? null)));
  return {
    file: file.path,
    stem: file.stem,
    frame: withFreeNames(pl.DataFrame([...series, rowNumbers(rows.length)])),
    linesOf: (wanted, column = "") => wanted.map((row) => rows[row].lines?.[column] ?? rows[row].line),
    fileOf: (row, column = "") => rows[row].files?.[column] ?? file.path,
  };
}

export function cellOf(value: unknown): Cells[string] {
  if (value === undefined || value === null || Number.isNaN(value)) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "bigint") return String(value);
  return typeof value === "object" ? JSON.stringify(value) : value as Cells[string];
}

export function seriesOf(name: string, values: readonly (string | number | boolean | null)[]): pl.Series {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.size > 1) {
    return pl.Series(name, values.map((value) => value === null ? null : String(value)), pl.Utf8);
  }
  const type = kinds.has("number") ? pl.Float64 : kinds.has("boolean") ? pl.Bool : pl.Utf8;
  return pl.Series(name, [...values], type);
}

export function folderTable(
  made: readonly { file: TableFile; rows: readonly LayoutRow[] }[],
): { tables: RawTable[]; files: { path: string; rows: number }[] } {
  const files = [...grouped(made, ({ file }) => dirname(file.path))]
    .map(([path, own]) => ({ path, rows: own.reduce((sum, { rows }) => sum + rows.length, 0) }));
  const file = { ...made[0].file, path: files[0].path, stem: basename(files[0].path) };
  const table = rowsTable(file, made.flatMap(({ rows }) => rows));
  return { tables: [{ ...table, linesOf: (rows: readonly number[]) => rows.map(() => null) }], files };
}

/** Scores one by one as tables with a column per evaluator; a second score of one is the last, unless `twice` says what to throw. */
export function wideRatings(
  files: readonly { file: Pick<TableFile, "path" | "stem">; rows: readonly LayoutRow[] }[],
  twice?: (evaluator: string, line: number, file: string) => Error,
): { tables: RawTable[]; evaluators: string[] } {
  const names = files.flatMap(({ rows }) => rows.map(({ values }) => String(values.evaluator)));
  const evaluators = [...new Set(names)].sort(), known = new Map<string, LayoutRow>();
  const tables = files.map(({ file, rows }) => {
    const own: LayoutRow[] = [];
    for (const { line, values: { evaluator, score, ...about } } of rows) {
      const key = JSON.stringify(about);
      let row = known.get(key);
      if (!row) {
        const scores = Object.fromEntries(evaluators.map((name) => [name, null]));
        row = { line, values: { human: null, ...about, ...scores }, lines: {}, files: {} };
        known.set(key, row);
        own.push(row);
      }
      if (twice && row.lines![String(evaluator)] !== undefined) {
        throw twice(String(evaluator), line, file.path);
      }
      row.values[String(evaluator)] = score;
      row.lines![String(evaluator)] = line;
      row.files![String(evaluator)] = file.path;
    }
    return { file, own };
  });
  return {
    tables: tables.filter(({ own }) => own.length > 0).map(({ file, own }) => rowsTable(file, own)),
    evaluators,
  };
}
