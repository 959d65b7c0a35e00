import pl from "nodejs-polars";
import { type ColumnSpec, expectation, type FrameName, FRAMES } from "./frames.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { nearest } from "./nearest.ts";
import { ResultsError } from "./results_error.ts";

/** How a file's columns and values become ours. */
export interface ShapeOptions {
  /** Our name → the file's name. */
  columns?: Record<string, string>;
  /** Our column → the file's value → our value. */
  values?: Record<string, Record<string, string>>;
  /** What to do with a row that has a bad value: throw (default), or leave it out and count it. */
  onInvalid?: "error" | "drop";
}

/** What only readers say of a frame's columns: a scale that their option names. */
export type SpecChanges = Record<string, Partial<ColumnSpec>>;

/** How columns are stored. */
const POLARS_TYPES = { text: pl.Utf8, integer: pl.Int32, number: pl.Float64, boolean: pl.Bool };

/** Largest whole number that a column holds. */
const LARGEST_INTEGER = 2 ** 31 - 1;

/** A shaped table and what was left out of it. */
export interface Shaped {
  frame: pl.DataFrame;
  /** Rows left out, by the column that was bad. */
  dropped: Record<string, number>;
}

/**
 * Turns a file's raw rows into a frame: renames, recodes, fills in defaults, converts every column of the schema to its
 * type and checks its values, all column by column in Polars; columns that the schema does not know are kept after it.
 *
 * @param defaults values for columns that the file lacks, where they depend on the file (benchmark = file name)
 * @throws {ResultsError} for a required column that is missing, or (unless `onInvalid: "drop"`) a bad value
 */
export function shapeFrame(
  name: FrameName,
  table: RawTable,
  defaults: Record<string, string | number | boolean | null | { column: string }>,
  { columns = {}, values = {}, onInvalid = "error" }: ShapeOptions,
  changes: SpecChanges = {},
): Shaped {
  if (onInvalid !== "error" && onInvalid !== "drop") {
    throw new RangeError(`read: wanted onInvalid "error" or "drop", found ${JSON.stringify(onInvalid)}`);
  }
  for (const column of Object.keys(values)) {
    if (Object.hasOwn(FRAMES[name].columns, column)) continue;
    const close = nearest(column, Object.keys(FRAMES[name].columns));
    throw new RangeError(
      `read: wanted columns of ${name} in the option values, found ${column}${
        close.length > 0 ? ` (is it ${close.join(" or ")}?)` : ""
      }`,
    );
  }
  let frame = renamed(name, table, columns);
  const specs = Object.entries(FRAMES[name].columns)
    .map(([column, spec]): [string, ColumnSpec] => [column, { ...spec, ...changes[column] }]);
  // What a default fills in is right by construction: only columns of the file are converted and checked.
  const given = specs.filter(([column]) => frame.columns.includes(column));
  const convert = ([column, spec]: [string, ColumnSpec]) => converted(frame, column, spec, values[column]);
  const counts = given.length === 0
    ? {}
    : frame.select(...given.map((entry) => convert(entry).bad.cast(pl.UInt32).sum().alias(entry[0])))
      .toRecords()[0];
  const dropped: Record<string, number> = {};
  for (const [column, spec] of given.filter(([column]) => Number(counts[column]) > 0)) {
    const { bad } = convert([column, spec]);
    const rows = frame.filter(bad);
    if (onInvalid === "error") throw badValues(table, column, spec, rows);
    if (rows.height > 0) dropped[column] = rows.height; // rows that another column has thrown out count there
    frame = frame.filter(bad.not());
  }
  if (given.length > 0) {
    frame = frame.withColumns(...given.map((entry) => convert(entry).typed.alias(entry[0])));
  }
  for (const [column, spec] of specs) {
    if (frame.columns.includes(column)) continue;
    frame = filledIn(
      table,
      frame,
      column,
      spec,
      defaults[column] !== undefined ? defaults[column] : spec.default,
    );
  }
  const known = specs.map(([column]) => column);
  const others = frame.columns.filter((column) => !known.includes(column) && column !== ROW);
  return { frame: frame.select(...known, ...others, ROW), dropped };
}

/** The file's columns under our names. */
function renamed(name: FrameName, table: RawTable, columns: Record<string, string>): pl.DataFrame {
  const found = table.frame.columns.filter((column) => column !== ROW);
  for (const [ours, theirs] of Object.entries(columns)) {
    if (!found.includes(theirs)) {
      throw missingColumn(table, theirs, found, `the column ${theirs} (columns.${ours})`);
    }
  }
  const sources = new Set(Object.values(columns));
  // A column of the file whose name is taken by a mapped one is kept under another name.
  const displaced = found.filter((column) => columns[column] !== undefined && !sources.has(column));
  const frame = table.frame
    .withColumns(
      ...Object.entries(columns).map(([ours, theirs]) => pl.col(theirs).alias(ours)),
      ...displaced.map((column) => pl.col(column).alias(`${column}_in_file`)),
    );
  // A name (item_id, judge) may serve two columns: columns: { image_id: "item_id" } does not use item_id up.
  const serves = (column: string) => {
    const spec = FRAMES[name].columns[column];
    return spec !== undefined && spec.required === true && spec.type === "text" && !spec.values;
  };
  const moved = [...sources].filter((column) => columns[column] === undefined && !serves(column));
  const result = moved.length > 0
    ? frame.select(...frame.columns.filter((column) => !moved.includes(column)))
    : frame;
  for (const [column, spec] of Object.entries(FRAMES[name].columns)) {
    if (spec.required && !result.columns.includes(column)) {
      throw missingColumn(table, column, found, `the column ${column}`);
    }
  }
  return result;
}

function missingColumn(table: RawTable, column: string, found: string[], expected: string): ResultsError {
  const close = nearest(column, found);
  const hint = close.length > 0
    ? ` (is it ${close.join(" or ")}? map it with columns: { ${column}: "${close[0]}" })`
    : "";
  return new ResultsError({
    file: table.file,
    expected: `${expected}, found ${found.join(", ") || "no column"}${hint}`,
  });
}

function filledIn(
  table: RawTable,
  frame: pl.DataFrame,
  column: string,
  spec: ColumnSpec,
  value: string | number | boolean | null | undefined | { column: string },
): pl.DataFrame {
  if (value === undefined) {
    throw new ResultsError({ file: table.file, expected: `the column ${column} (${expectation(spec)})` });
  }
  const filler = value !== null && typeof value === "object" ? pl.col(value.column) : pl.lit(value);
  // In its type, even where all is null: frames of several files must fit on one another.
  return frame.withColumns(filler.cast(POLARS_TYPES[spec.type]).alias(column));
}

/** Expressions for the column in its type, and for whether a row's value is bad. */
function converted(
  frame: pl.DataFrame,
  column: string,
  spec: ColumnSpec,
  recode: Record<string, string> | undefined,
): { typed: pl.Expr; bad: pl.Expr } {
  const raw = pl.col(column);
  let value = raw;
  if (recode) {
    // An empty cell is null by now; recoded as "" it can still be given a meaning.
    const given = "" in recode ? raw.cast(pl.Utf8).fillNull(pl.lit("")) : raw.cast(pl.Utf8);
    value = given;
    for (const [theirs, ours] of Object.entries(recode)) {
      value = pl.when(given.eq(pl.lit(theirs))).then(pl.lit(ours)).otherwise(value);
    }
  }
  const dtype = recode ? "String" : String(frame.getColumn(column).dtype);
  const { typed, valid } = typedColumn(value, spec, dtype);
  // An empty cell is nothing, whatever the column; only text can be empty without being null.
  const isNull = /String|Utf8|Categorical/.test(dtype)
    ? value.isNull().or(value.cast(pl.Utf8).eq(pl.lit("")))
    : value.isNull();
  const bad = spec.nullable ? isNull.not().and(valid.not()) : isNull.or(valid.not());
  return {
    typed: pl.when(isNull).then(pl.lit(null)).otherwise(typed),
    bad: bad.fillNull(pl.lit(true)),
  };
}

function typedColumn(value: pl.Expr, spec: ColumnSpec, dtype: string): { typed: pl.Expr; valid: pl.Expr } {
  if (spec.type === "text") {
    const typed = value.cast(pl.Utf8);
    return { typed, valid: spec.values ? typed.isIn([...spec.values]) : typed.isNotNull() };
  }
  if (spec.type === "boolean") {
    if (/Bool/.test(dtype)) return { typed: value, valid: value.isNotNull() };
    const word = value.cast(pl.Utf8).str.toLowerCase();
    const typed = pl.when(word.isIn(["true", "1"])).then(pl.lit(true)).otherwise(pl.lit(false));
    return { typed, valid: word.isIn(["true", "false", "1", "0"]) };
  }
  const number = /Bool/.test(dtype)
    ? value.cast(pl.Utf8).cast(pl.Float64, false)
    : value.cast(pl.Float64, false);
  let valid = number.isNotNull().and(number.isNan().not()).and(number.isInfinite().not());
  if (spec.type === "integer") {
    valid = valid.and(number.floor().eq(number)).and(number.ltEq(pl.lit(LARGEST_INTEGER)));
  }
  if (spec.min !== undefined) valid = valid.and(number.gtEq(pl.lit(spec.min)));
  if (spec.max !== undefined) valid = valid.and(number.ltEq(pl.lit(spec.max)));
  const typed = spec.type === "integer"
    ? pl.when(valid).then(number).otherwise(pl.lit(null)).cast(pl.Int32)
    : spec.divisor !== undefined
    ? number.divideBy(pl.lit(spec.divisor))
    : number;
  return { typed, valid: valid.fillNull(pl.lit(false)) };
}

function badValues(table: RawTable, column: string, spec: ColumnSpec, bad: pl.DataFrame): ResultsError {
  const first = bad.head(5);
  const lines = table.linesOf(first.getColumn(ROW).toArray() as number[]);
  const examples = (first.getColumn(column).cast(pl.Utf8).toArray() as (string | null)[])
    .map((value, i) => ({ line: lines[i], column, value }));
  return new ResultsError({
    file: table.file,
    ...examples[0],
    expected: expectation(spec),
    count: bad.height,
    examples,
  });
}
