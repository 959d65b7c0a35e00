import { Buffer } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import pl from "nodejs-polars";
import { isNested, isText } from "./check.ts";
import type { TableFile } from "./find_files.ts";
import { givenName, withFreeNames } from "./frame.ts";
import { heldColumns, type LeftColumns } from "./held_columns.ts";
import { parseJsonLines, readJsonLines, requireNoEnvelope, withoutTorn } from "./json_lines.ts";
import { CHUNK, READ_LIMITS, readBytes, textChunks, wholeBytes } from "./read_bytes.ts";
import { readable, ResultsError } from "./results_error.ts";
import { said } from "./said.ts";
import { withoutGuards } from "./spreadsheet_text.ts";
import { csvLines, firstLine, scanCsv } from "./scan_csv.ts";
import { scanJsonLines } from "./scan_json_lines.ts";
import { isNone } from "./value_hint.ts";

export const ROW = "__row";
export const FILE = "__file";

export interface RawTable {
  file: string;
  stem: string;
  frame: pl.DataFrame;
  /** Line numbers of rows (values of `__row`), where it differs of a column's cells in them; null where the format has no lines, or records share one. */
  linesOf(rows: readonly number[], column?: string): (number | null)[];
  /** The file of a row's cell, where rows were put together from several. */
  fileOf?(row: number, column?: string): string;
  records?(): readonly Record<string, unknown>[];
  /** Columns that hold a list or an object, with the first line where they do. */
  nested?: ReadonlyMap<string, number | null>;
  left?: LeftColumns;
  columns?: Readonly<Record<string, string>>;
  said?: readonly string[];
}

export function loadTable(file: TableFile, isDropped = false): RawTable {
  const { path, stem, kind } = file;
  if (kind === "parquet") return loadParquet(file);
  if (kind === "csv" || kind === "tsv") return loadCsv(file);
  if (kind === "xlsx") throw new ResultsError({ file: path, expected: said("own_workbook") });
  if (kind === "eval") throw new ResultsError({ file: path, expected: said("no_eval_table") });
  const given = readBytes(file),
    { bytes, torn } = isDropped ? withoutTorn(given) : { bytes: given, torn: [] };
  const { fault, isLines, lines, nested } = scanJsonLines(bytes);
  if (fault) throw new ResultsError({ file: path, ...fault });
  const { frame, left } = readJsonLines(path, bytes, isLines);
  const records = () => parseJsonLines(path, bytes).map(({ record }) => record);
  if (frame.height === 1) requireNoEnvelope(path, records()[0]);
  const isShared = lines.some((line, i) => line === lines[i - 1]);
  const linesOf = (rows: readonly number[]) => rows.map((row) => isShared ? null : lines[row]);
  const told = torn.length === 0 ? [] : [said("torn_lines", { path, torn: torn.length, lines: torn })];
  return { file: path, stem, nested, left, frame: numbered(path, frame), linesOf, records, said: told };
}

function loadParquet(file: TableFile): RawTable {
  const { path, stem } = file, schema = parquetSchema(file);
  requireColumns(path, schema);
  const { names, turned, left } = heldColumns(schema), source = parquetSource(path);
  const some = left.size > 0 ? { columns: names.map(givenName) } : {};
  const held = readable(path, () => withFreeNames(pl.readParquet(source, some)), PARQUET);
  // There are no lines to find; a column of one piece beside a table of many would make Polars copy the table.
  const frame = held.withColumns(...turned, pl.lit(0).cast(pl.Int32).alias(ROW));
  return { file: path, stem, left, frame, linesOf: (rows) => rows.map(() => null), ...inside(frame) };
}

export function inside(frame: pl.DataFrame): Pick<RawTable, "nested" | "records"> {
  const nested = frame.columns.filter((column) => isNested(frame.getColumn(column)));
  return nested.length === 0 ? {} : {
    nested: new Map(nested.map((one) => [one, null])),
    records: () => JSON.parse(`${frame.writeJSON({ format: "json" })}`),
  };
}

const parquetSource = (path: string) => path.endsWith(".parquet") ? path : readFileSync(path);

const PARQUET = "a whole Parquet file";

const schemas = new WeakMap<TableFile, pl.DataFrame>();

export function parquetSchema(file: TableFile): pl.DataFrame {
  const { path } = file;
  const schema = schemas.get(file) ??
    readable(path, () => withFreeNames(pl.readParquet(parquetSource(path), { nRows: 0 })), PARQUET);
  schemas.set(file, schema);
  return schema;
}

function requireColumns(file: string, { columns, width }: pl.DataFrame): void {
  const { columns: most } = READ_LIMITS, expected = `at most ${most} columns, found ${width}`;
  if (width > most) throw new ResultsError({ file, expected });
  const column = [ROW, FILE].find((name) => columns.includes(name));
  if (column !== undefined) throw new ResultsError({ file, column, expected: said("other_names") });
}

function numbered(path: string, frame: pl.DataFrame): pl.DataFrame {
  requireColumns(path, frame);
  return frame.withColumns(rowNumbers(frame.height));
}

export function rowNumbers(height: number, name = ROW): pl.Series {
  const rows = new Int32Array(height);
  for (let row = 0; row < height; row++) rows[row] = row;
  return pl.Series(name, rows, pl.Int32);
}

/** Polars fills up short records and cuts long ones without a word: the records are walked first. */
function loadCsv(file: TableFile): RawTable {
  const { path, stem, gzip } = file, before = statSync(path);
  const fail = (expected: string, at: { line?: number; column?: string | null } = {}): never => {
    throw new ResultsError({ file: path, ...at, expected });
  };
  // A table of some megabytes is held, and opened once; of a larger one Polars reads its columns from the file.
  const held = gzip || before.size <= CHUNK ? wholeBytes(file) : null;
  const chunks = () => held ? [held] : textChunks(file);
  const [head] = chunks(), { line, mark: sep, hasLoneReturns } = firstLine(head), header = Buffer.from(line);
  const mark = /^"?sep=(.)"?\r?\n/.exec(header.toString("utf8", 0, 16))?.[0].trim();
  if (mark !== undefined) fail(said("only_excel", { mark }), { line: 1 });
  if (hasLoneReturns) fail(said("lone_returns"), { line: 1 });
  const { fault, blank, empty, endsWithReturn } = scanCsv(chunks(), sep);
  if (/^#\s*\S/.test(header.toString()) && (fault || !header.includes(sep))) {
    fail(said("comment_line"), { line: 1 });
  }
  if (fault) return fail(fault.expected, fault);
  // Polars takes a path with another ending for the content.
  const source = held ?? (/\.[ct]sv$/.test(path) ? path : readFileSync(path));
  // In one piece: a column of one value beside pieces would be written out for each of them.
  const readTexts = () => withFreeNames(pl.readCSV(source, { sep, inferSchemaLength: 0, rechunk: true }));
  const raw = readable(path, readTexts, "a CSV file");
  const after = statSync(path);
  if (after.size !== before.size || after.mtimeMs !== before.mtimeMs) fail(said("written_meanwhile"));
  // Only what we wrote ends so and has no return behind its header.
  const isMarked = endsWithReturn && header.at(-2) !== 13;
  const parsed = isMarked ? withoutGuards(raw) : raw;
  // Polars gives the second of two columns with one name a name of its own.
  const repeated = parsed.columns.map((column) => /^(.*)_duplicated_\d+$/s.exec(column)?.[1])
    .find((column) => column !== undefined && parsed.columns.includes(column));
  if (repeated === "") fail(said("unnamed_columns"), { line: 1 });
  if (repeated !== undefined) fail(said("columns_twice"), { line: 1, column: repeated });
  const whole = numbered(path, parsed);
  const full = blank.length === 0 ? whole : whole.filter(pl.col(ROW).isIn(blank).not());
  const commas = sep === "," ? [] : full.columns.filter((name) => hasDecimalCommas(full, name));
  const frame = commas.length === 0
    ? full
    : full.withColumns(...commas.map((name) => pl.col(name).str.replace(COMMA, "$1.$2")));
  const told = [
    ...empty > 0 ? [said("empty_rows", { path, rows: empty })] : [],
    ...commas.length > 0 ? [said("decimal_commas", { path, columns: commas })] : [],
  ];
  return { file: path, stem, frame, linesOf: (rows) => csvLines(chunks(), sep, rows), said: told };
}

const COMMA = "^\\s*([-+]?\\d+),(\\d+)\\s*$", WHOLE = /^\s*[-+]?\d+\s*$/;

/** Whether a column holds numbers with decimal commas alone: `1,234` may be a thousand, and few that differ may be lists (`1,2`). */
function hasDecimalCommas(frame: pl.DataFrame, name: string): boolean {
  const isNumber = (cell: unknown) => WHOLE.test(`${cell}`) || new RegExp(COMMA).test(`${cell}`);
  const open = (cells: unknown[]) => cells.filter((cell) => cell !== null && !isNone(`${cell}`));
  if (!isText(frame.getColumn(name)) || !open(frame.getColumn(name).head(50).toArray()).every(isNumber)) {
    return false;
  }
  const cells = open(frame.getColumn(name).unique().toArray());
  const commas = cells.filter((cell) => !WHOLE.test(`${cell}`)).map((cell) => `${cell}`.trim());
  return cells.every(isNumber) && commas.length > 3 &&
    !commas.every((one) => /^[-+]?[1-9]\d{0,2},\d{3}$/.test(one));
}

export function withoutTraces(frame: pl.DataFrame): pl.DataFrame {
  return frame.select(...frame.columns.filter((column) => column !== ROW && column !== FILE));
}
