import pl from "nodejs-polars";
import { countWords } from "../count_words.ts";
import type { TableFile } from "../find_files.ts";
import { provenanceOf, readJsonFile } from "../json_file.ts";
import type { JsonLine } from "../json_lines.ts";
import { loadTable, type RawTable } from "../load_table.ts";
import { ResultsError } from "../results_error.ts";
import { type Cells, type LayoutRow, rowsTable } from "../rows_table.ts";
import { readWorkbook } from "./workbook.ts";

/** A record of a tool's file. */
export type Json = Record<string, unknown>;

/** Who won, in the values of our frames. */
export type Winner = "A" | "B" | "tie" | null;

/** A record, its file, its line, and how many records stand before it there. */
export interface Found extends JsonLine {
  file: TableFile;
  place: number;
}

/** Which records of some files become rows. */
export interface Wanted {
  /** Files without such a record hold something else. */
  of?: (record: Json) => boolean;
  /** The other records of such files hold something else too. */
  only?: boolean;
  /** Tools append: of all records with one key the last counts. */
  last?: (record: Json) => unknown;
}

/** The wanted records of each file: lines of JSON, or the rows of a workbook's first sheet. */
export function recordsOf(
  files: readonly TableFile[],
  { of, only = false, last }: Wanted = {},
): { file: TableFile; records: Found[] }[] {
  return files.map((file) => {
    const all = linesOf(file).map((entry, place) => ({ ...entry, file, place }));
    const some = of ? all.filter(({ record }) => of(record)) : all;
    const kept = only || some.length === 0 ? some : all;
    const byKey = last && new Map(kept.map((entry) => [JSON.stringify(last(entry.record)), entry]));
    return { file, records: byKey ? [...byKey.values()] : kept };
  }).filter(({ records }) => !of || records.length > 0);
}

function linesOf(file: TableFile): JsonLine[] {
  return file.kind === "xlsx"
    ? readWorkbook(file).map((record, i) => ({ line: i + 2, record }))
    : readJsonFile(file);
}

/** The rows that are made of each record of one file as a table, with where the record says that it comes from. */
export function recordsTable(
  file: TableFile,
  records: readonly Found[],
  cells: (record: Json, found: Found) => Cells | readonly Cells[],
): RawTable {
  return rowsTable(
    file,
    records.flatMap((found) =>
      [cells(found.record, found)].flat().map((own) => ({
        line: found.line,
        values: { ...own, ...provenanceOf(found.record) },
      }))
    ),
  );
}

/** A table per file of the rows that are made of each wanted record. */
export function recordTables(
  files: readonly TableFile[],
  wanted: Wanted,
  cells: Parameters<typeof recordsTable>[2],
): { tables: RawTable[] } {
  return { tables: recordsOf(files, wanted).map(({ file, records }) => recordsTable(file, records, cells)) };
}

/** One evaluator's score of one item. */
export interface Rating {
  /** What the row is about, and what tells it from others: all but the score. Numbers among it would be evaluators. */
  row:
    & { item_id: string; image_id?: string; human?: number | null }
    & Record<string, string | number | null | undefined>;
  evaluator: string;
  /** A text that is no number is named by the check of scores. */
  score: number | string | null;
}

/** A score and where it stands. */
export type RatingCell = Rating & Pick<Found, "file" | "line">;

/** Tables of ratings of the scores that each wanted record holds. */
export function recordRatings(
  files: readonly TableFile[],
  wanted: Wanted,
  ratings: (record: Json, found: Found) => Rating | readonly Rating[],
): ReturnType<typeof wideRatings> {
  return wideRatings(
    recordsOf(files, wanted).flatMap(({ file, records }) =>
      records.flatMap((found) =>
        [ratings(found.record, found)].flat().map(({ row, ...score }) => ({
          ...score,
          file,
          line: found.line,
          row: { ...row, ...provenanceOf(found.record) },
        }))
      )
    ),
  );
}

/**
 * Scores one by one as tables of ratings: a row per item (and whatever else `row` says), a column per evaluator. A row
 * stands in the table of the file where it came first.
 */
export function wideRatings(cells: readonly RatingCell[]): { tables: RawTable[]; evaluators: string[] } {
  const evaluators = [...new Set(cells.map(({ evaluator }) => evaluator))].sort();
  const rows = new Map<string, LayoutRow>(), byFile = new Map<TableFile, LayoutRow[]>();
  for (const { file, line, row, evaluator, score } of cells) {
    const key = JSON.stringify(row);
    let known = rows.get(key);
    if (!known) {
      const scores = Object.fromEntries(evaluators.map((name) => [name, null]));
      known = { line, values: { human: null, ...row as LayoutRow["values"], ...scores }, lines: {} };
      rows.set(key, known);
      const own = byFile.get(file);
      if (own) own.push(known);
      else byFile.set(file, [known]);
    }
    known.values[evaluator] = score;
    known.lines![evaluator] = line;
  }
  return { tables: [...byFile].map(([file, own]) => rowsTable(file, own)), evaluators };
}

/** Columns of a table of verdicts under our names: what each is made of, or whole numbers of the column named. */
export interface VerdictTable {
  /** Columns that the table must have. */
  needed?: readonly string[];
  made: Readonly<Record<string, pl.Expr | string>>;
  /** Columns that what is made says already. */
  used?: readonly string[];
  /** The caller's name of the judge. */
  judge?: string;
}

/** A table of verdicts under our names; columns that nothing is made of are kept. */
export function verdictTable(
  file: TableFile,
  columns: VerdictTable | ((names: readonly string[]) => VerdictTable),
): RawTable {
  const table = loadTable(file), names = table.frame.columns;
  const { needed = [], made, used = [], judge } = typeof columns === "function" ? columns(names) : columns;
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new ResultsError({ file: file.path, expected: `the columns ${missing.join(", ")}` });
  }
  const all = judge === undefined ? made : { ...made, judge: pl.lit(judge) };
  const frame = table.frame.withColumns(
    ...Object.entries(all).map(([name, from]) =>
      (typeof from === "string" ? pl.col(from).cast(pl.Int32, false) : from).alias(name)
    ),
  );
  return { ...table, frame: frame.select(...frame.columns.filter((column) => !used.includes(column))) };
}

/** A column's values as others; by default what has none is left as it is, for the check of values to name. */
export function mapped(
  value: pl.Expr,
  values: Readonly<Record<string, string | pl.Expr>>,
  otherwise: pl.Expr = value,
): pl.Expr {
  return Object.entries(values).reduceRight(
    (rest, [from, to]) =>
      pl.when(value.eq(pl.lit(from))).then(typeof to === "string" ? pl.lit(to) : to).otherwise(rest),
    otherwise,
  );
}

/** A text, or null where there is none. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** How many words a text has; null where there is none. */
export function wordsOf(value: unknown): number | null {
  return countWords(textOf(value));
}

/**
 * The winner in canonical order of a verdict on the order shown.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { turned } from "@/results/layouts/records.ts";
 *
 * assert.deepEqual([turned("A", true), turned("A", false), turned("tie", true)], ["B", "A", "tie"]);
 * ```
 */
export function turned(verdict: Winner, swapped: boolean): Winner {
  if (!swapped || verdict === null || verdict === "tie") return verdict;
  return verdict === "A" ? "B" : "A";
}
