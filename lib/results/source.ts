import { told } from "../progress/told.ts";
import { basename } from "node:path";
import pl from "nodejs-polars";
import { namedTables } from "./named_tables.ts";
import { isNested, isText } from "./check.ts";
import { findTableFiles, type TableFile } from "./find_files.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { isObject, partsOf, stepsOf, valuesAt } from "./json_lines.ts";
import type { Json, JudgeName, ReadNote } from "./layouts/layout.ts";
import type { ToldReplies } from "./read_replies.ts";
import { inside, loadTable, type RawTable, ROW, rowNumbers } from "./load_table.ts";
import { isFrame, withFreeNames } from "./frame.ts";
import { ResultsError } from "./results_error.ts";
import { cellOf, seriesOf } from "./rows_table.ts";
import { said } from "./said.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { requireList, toldColumns } from "../progress/require.ts";

/** What readers take: a file, folder or glob, several of these, records, or a frame. */
export type Source = string | readonly string[] | readonly object[] | pl.DataFrame;

export function openSource(
  source: Source,
  { action = "read" } = {},
): { files: readonly TableFile[]; table?: RawTable } {
  const linesOf = (rows: readonly number[]) => rows.map((row) => row + 1);
  if (isFrame(source)) {
    // Rows of a frame have numbers of their own once it was read.
    const free = withFreeNames(source), own = free.select(...free.columns.filter((name) => name !== ROW));
    const frame = own.withColumns(rowNumbers(own.height));
    return { files: [], table: { file: "the frame", stem: "results", frame, linesOf, ...inside(own) } };
  }
  if (Array.isArray(source) && source.length > 0 && source.every((one) => isObject(one) && !isFrame(one))) {
    const records: readonly Json[] = source, nested = new Map<string, number | null>();
    const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
    const columns = names.map((name) =>
      columnOf(name, records.map((one) => one[name]), nested, (row) => row + 1)
    );
    const frame = withFreeNames(pl.DataFrame([...columns, rowNumbers(records.length)]));
    const table = { file: "the records", stem: "results", frame, nested, linesOf, records: () => records };
    return { files: [], table };
  }
  return { files: findTableFiles(source as string | readonly string[], { action }) };
}

function columnOf(
  name: string,
  values: readonly unknown[],
  nested: Map<string, number | null>,
  lineOf: (row: number) => number | null,
): pl.Series {
  const isNested = (value: unknown) =>
    typeof value === "object" && value !== null && !(value instanceof Date);
  const first = values.findIndex(isNested);
  if (first >= 0) nested.set(name, lineOf(first));
  return seriesOf(name, values.map(cellOf));
}

export function unreadableNote(files: readonly string[]): ReadNote[] {
  const text = said("unreadable_files", { files: files.map((path) => basename(path)) });
  return files.length === 0 ? [] : [{ name: "unreadable_files", rows: files.length, text }];
}

export function readEach<T>(
  files: readonly TableFile[],
  onInvalid: ShapeOptions["onInvalid"],
  read: (file: TableFile) => T,
): { read: T[]; torn: TableFile[] } {
  const torn: TableFile[] = [], faults: unknown[] = [];
  const all = files.flatMap((file) => {
    try {
      return [read(file)];
    } catch (error) {
      if ((onInvalid ?? "error") === "error" || !(error instanceof ResultsError)) throw error;
      torn.push(file);
      faults.push(error);
      return [];
    }
  });
  if (faults.length > 0 && all.length === 0) throw faults[0];
  return { read: all, torn };
}

/** What readers are told, each of it what it knows. */
export interface ReadOptions extends ShapeOptions {
  format?: string;
  judge?: JudgeName;
  benchmark?: JudgeName;
  evaluators?: readonly string[];
  judges?: readonly string[];
  criteria?: readonly string[];
  replies?: ToldReplies;
  unread?: string;
}

export function nativeTables(name: FrameName, files: readonly TableFile[], options: ReadOptions) {
  const { onInvalid } = options;
  const own = files.filter(({ kind }) => kind !== "eval" && kind !== "xlsx");
  const load = (file: TableFile) => loadTable(file, onInvalid === "drop");
  const { read, torn } = readEach(own.length > 0 ? own : files, onInvalid, load);
  return { tables: ownTables(name, read, options), notes: unreadableNote(torn.map(({ path }) => path)) };
}

export function ownTables(name: FrameName, tables: readonly RawTable[], options: ReadOptions): RawTable[] {
  const { columns = {}, judges = [], evaluators = [] } = options;
  const paths = [...Object.values(columns).flat(), ...judges, ...evaluators];
  const all = tables.map((one) => withRowPerCriterion(withNested(one, paths), options.criteria));
  const named = namedTables(name, all, options).map((one) => withoutNamesakes(name, one));
  return named.map((one) => withoutMissing(name, one, options));
}

/** The criterion of a column, the longest that fits, and what its rows call it: `human` of `tone_human` and `human_tone`, `score` of `tone`. */
function criterionOf(column: string, criteria: readonly string[]) {
  const named = criteria.flatMap((criterion) => {
    if (column === criterion) return [{ criterion, name: "score" }];
    const [before, after] = [column.slice(0, -criterion.length), column.slice(criterion.length)];
    const isFirst = column.startsWith(criterion) && /^[_. -]./.test(after);
    const isLast = column.endsWith(criterion) && /.[_. -]$/.test(before);
    const rest = isFirst ? after.slice(1) : isLast ? before.slice(0, -1) : "";
    return rest === "" ? [] : [{ criterion, name: rest }];
  });
  return named.sort((a, b) => b.criterion.length - a.criterion.length).at(0);
}

export function namesByCriterion(columns: readonly string[], criteria?: readonly string[]): string[] {
  if (criteria === undefined) return [...columns];
  const names = columns.map((column) => criterionOf(column, criteria)?.name ?? column);
  return [...new Set([...names, "criterion"])];
}

function withRowPerCriterion(table: RawTable, criteria?: readonly string[]): RawTable {
  if (criteria === undefined) return table;
  requireList("read", "criteria", criteria, "string");
  const { frame, file } = table, there = frame.columns.filter((name) => name !== ROW);
  const all = there.map((column) => ({ column, ...criterionOf(column, criteria) }));
  const own = criteria.map((one) => all.filter(({ criterion }) => criterion === one));
  const others = all.filter(({ criterion }) => criterion === undefined).map(({ column }) => column);
  const made = [...own.flat().map(({ name }) => name!), "criterion"];
  const isTwice = own.some((some) => new Set(some.map(({ name }) => name)).size < some.length);
  const isLacking = criteria.length === 0 || own.some((some) => some.length === 0) || isTwice;
  const found = isLacking ? there : others.filter((column) => made.includes(column));
  if (found.length > 0) throw new ResultsError({ file, expected: said("criteria_wanted", { found }) });
  const rows = own.map((some, i) =>
    frame.select(
      ...others,
      ROW,
      pl.lit(criteria[i]).alias("criterion"),
      ...some.map(({ column, name }) => pl.col(column).alias(name!)),
    )
  );
  return { ...table, records: undefined, frame: pl.concat(rows, { how: "diagonalRelaxed" }) };
}

/** A table without lists and objects called as one of ours: those of which parts are mapped, and pictures (`image: { path }`), are kept under another name. */
function withoutNamesakes(name: FrameName, table: RawTable): RawTable {
  const { columns = {}, frame } = table, named = Object.values(columns), left = new Map(table.left);
  const isReached = (column: string) => named.some((path) => stepsOf(path)[0] === column);
  const taken = [...table.nested?.keys() ?? []].filter((column) =>
    Object.hasOwn(FRAMES[name].columns, column) && !columns[column] && !named.includes(column) &&
    (isReached(column) || column === "image")
  );
  for (const column of taken.filter((one) => !isReached(one))) {
    const [part = `${column}.path`] = partsOf(table.records?.() ?? [], column);
    left.set(column, said("namesakes", { way: toldColumns([["image_id", part]]) }));
  }
  const others = Object.fromEntries(taken.map((column) => [column, `${column}_in_file`]));
  return taken.length === 0 ? table : { ...table, frame: frame.rename(others), left };
}

/** A table with a column for each path into its records (`meta.gold.label`, `outputs[0].verdict`), under the path as its name. */
function withNested(table: RawTable, names: readonly string[]): RawTable {
  const { frame, records } = table;
  const paths = [...new Set(names)].filter((name) => !frame.columns.includes(name))
    .filter((name) => frame.columns.includes(stepsOf(name)[0]));
  if (paths.length === 0 || !records) return table;
  const all = records(), nested = new Map(table.nested);
  const lineOf = (row: number) => table.linesOf([row])[0];
  const series = paths.map((path) => columnOf(path, valuesAt(all, path), nested, lineOf));
  const found = series.filter((one) => one.nullCount() < one.length);
  return { ...table, nested, frame: frame.withColumns(...found) };
}

/** A raw table whose cells that mean "no value" are empty, in all columns but those that name a row (an item may be called "-1"). */
export function withoutMissing(
  name: FrameName,
  table: RawTable,
  { missing = [] }: Pick<ShapeOptions, "missing">,
): RawTable {
  const given: unknown = missing;
  if (!Array.isArray(given) || !given.every((one) => ["string", "number"].includes(typeof one))) {
    throw new TypeError(said("missing_wanted", { found: told(missing) }));
  }
  if (missing.length === 0) return table;
  const { columns = {} } = table, known = [...Object.keys(FRAMES[name].columns), ...table.frame.columns];
  for (const [, column, value] of missing.flatMap((one) => [/^(.+?):(.*)$/.exec(`${one}`) ?? []])) {
    if (known.includes(column)) throw new RangeError(said("missing_of_one", { column, value }));
  }
  const ids = Object.entries(FRAMES[name].columns).filter(([, { nullable, values }]) => !nullable && !values)
    .map(([column]) => columns[column] ?? column);
  const texts = missing.map(String), numbers = texts.filter((text) => text.trim() !== "").map(Number);
  const emptied = table.frame.columns.filter((column) => column !== ROW && !ids.includes(column))
    .flatMap((column) => {
      const series = table.frame.getColumn(column), value = pl.col(column), ofText = isText(series);
      if (!ofText && (isNested(series) || !/Int|Float/.test(String(series.dtype)))) return [];
      const number = value.cast(pl.Float64, !ofText), isNaN = texts.some((text) => /^nan$/i.test(text));
      const isNone = [
        ...ofText ? [value.cast(pl.Utf8).isIn(texts)] : isNaN ? [number.isNan()] : [],
        ...numbers.filter((one) => !Number.isNaN(one)).map((wanted) => number.eq(pl.lit(wanted))),
      ].reduce((either, other) => either.or(other.fillNull(pl.lit(false))), pl.lit(false));
      return [pl.when(isNone).then(pl.lit(null)).otherwise(value).alias(column)];
    });
  return { ...table, frame: table.frame.withColumns(...emptied) };
}
