import { requireNames, requireOneOf, toldColumns } from "../progress/require.ts";
import { CATEGORIES, IS_SUM, isText, recoded, rule, storedType, unready } from "./check.ts";
import type { ByColumn, ToldColumns } from "./frame_types.ts";
import { type ColumnSpec, expectation, type FrameName, FRAMES, PROVENANCES } from "./frames.ts";
import { requireHeld } from "./held_columns.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { partsOf } from "./json_lines.ts";
import { valueHint } from "./value_hint.ts";
import { missingColumns, requireColumnsOf } from "./missing_columns.ts";
import { badValues, ResultsError } from "./results_error.ts";
import { badCells, rowCounts } from "./rows_table.ts";
import { said } from "./said.ts";
import { copiesTold } from "./copies.ts";
import pl from "nodejs-polars";

/** How a file's columns and values become ours. */
export interface ShapeOptions {
  /** Our name → the file's name, or several, of which each file takes the first that it has; several of people (`human` of pairs and ratings) are read as a row each. */
  columns?: ByColumn<string | readonly string[]>;
  /** Our column (of ratings an evaluator's too) → the file's value → our value; null is nothing. */
  values?: Record<string, Record<string, string | number | boolean | null>>;
  /**
   * Texts and numbers that mean "no value" (`["N/A", -1]`), in every column that may be empty: they become empty cells. Numbers
   * are compared as numbers (-1 is also "-1.0"), texts as they are.
   */
  missing?: readonly (string | number)[];
  /**
   * What to do with a row that has a bad value: throw (default), or leave it out and count it (`drop`), as copies of earlier rows are. `first` drops too, and of rows
   * that contradict each other (two replies of a judge to one item) keeps the first that has a verdict, a score or a reply, counting the others: a call that
   * failed gives way to its retry. A bias where replies were asked for again until they pleased.
   */
  onInvalid?: "error" | "drop" | "first";
}

const CODE = "^\\s*\\d+(\\.0+)?\\s*$";

export type SpecChanges = Record<string, Partial<ColumnSpec>>;

const PROVENANCE: ColumnSpec = { type: "text", nullable: true, values: PROVENANCES };

const besideOf = (name: FrameName): [string, ColumnSpec][] => [
  ["provenance", PROVENANCE],
  ...name === "criteria" ? [["swapped", FRAMES.pairs.columns.swapped] as [string, ColumnSpec]] : [],
];

export function shapeFrame(
  name: FrameName,
  table: RawTable,
  defaults: Record<string, string | number | boolean | null | { column: string }>,
  { columns: told = {}, values: meanings = {}, onInvalid = "error", choiceOrder }: ShapeOptions & {
    choiceOrder?: string;
  },
  changes: SpecChanges = {},
): { frame: pl.DataFrame; dropped: Record<string, number>; filled: string[]; constant: string[] } {
  requireOneOf("read", "onInvalid", onInvalid, ["error", "drop", "first"]);
  const known = FRAMES[name].columns, { columns = {} } = table;
  requireHeld(name, table, columns);
  let frame = renamed(name, table, columns, told);
  const specs = Object.entries(known)
    .map(([column, spec]): [string, ColumnSpec] => [column, { ...spec, ...own(changes, column) }]);
  const further = name === "ratings" ? frame.columns.filter((column) => !Object.hasOwn(known, column)) : [];
  const checked = [...specs, ...besideOf(name)];
  requireNames("read", "values", meanings, [...checked.map(([column]) => column), ...further]);
  const values = inTexts(meanings);
  requireMeant(values, checked, frame);
  const others = Object.keys(values).filter((column) => further.includes(column));
  frame = withThese(
    frame,
    others.map((column) =>
      recoded(pl.col(column), values[column], frame.getColumn(column).dtype, true).alias(column)
    ),
  );
  for (const [column] of checked) {
    const line = table.nested?.get(own(columns, column) ?? column);
    if (line === undefined || !frame.columns.includes(column)) continue;
    const [path] = partsOf(table.records?.() ?? [], own(columns, column) ?? column);
    const way = path ? said("which_value", { told: toldColumns([[column, path]]) }) : "";
    throw new ResultsError({ file: table.file, line, column, expected: said("nested_cell", { way }) });
  }
  // What a default fills in is right by construction: only columns of the file are converted and checked.
  const open = new Set(unready(frame, checked).map(([column]) => column));
  const given = checked.filter(([column]) =>
    open.has(column) || frame.columns.includes(column) && Object.hasOwn(values, column)
  ).map(([column, spec]) => {
    const recode = own(values, column), series = frame.getColumn(column);
    // Of words few mean something: blanks around these are none of them, as around numbers.
    const isWord = spec.type === "text" && spec.values !== undefined && isText(series);
    const how = recode || isWord
      ? rule(inOurSpelling(recoded(pl.col(column), recode ?? {}, series.dtype, isWord), spec), "String", spec)
      : rule(pl.col(column), String(series.dtype), spec);
    // Beside another number 0 and 1 are codes too, of which nobody knows which means yes.
    const isCode = pl.col(column).cast(pl.Utf8).str.contains(CODE);
    const areCodes = spec.type === "boolean" && !recode && frame.filter(how.bad.and(isCode)).height > 0;
    return { column, spec, value: how.value, bad: areCodes ? how.bad.or(isCode) : how.bad };
  });
  const counts = rowCounts(frame, Object.fromEntries(given.map(({ column, bad }) => [column, bad]))),
    dropped: Record<string, number> = {};
  const faulty = given.filter(({ column }) => counts[column] > 0);
  if (faulty.length > 0 && onInvalid === "error") {
    const bad = faulty.map(({ column, spec, bad }, i) =>
      badCells(table, column, frame.filter(bad), (values) => {
        const isBeyond = spec.hint !== undefined && values.some((value) => Number(value) > spec.max!);
        const hint = spec.names && isOfSums(frame, bad)
          ? said("sums_line")
          : valueHint(column, spec, values, { theirs: own(columns, column), isFurther: i > 0 });
        return `${expectation(spec)}${hint}${isBeyond ? `; ${spec.hint}` : ""}`;
      })
    );
    const copies = FRAMES[name].key.length > 0 ? copiesTold(table.frame) : "";
    const isShown = bad.some(({ expected }) => expected.includes("replies: true")) &&
      frame.columns.includes("swapped") && choiceOrder === undefined;
    throw badValues(bad, table.file, frame.height, (isShown ? said("order_besides") : "") + copies);
  }
  for (const { column, bad } of faulty) {
    const rows = frame.filter(bad).height;
    if (rows > 0) dropped[column] = rows; // rows that another column has thrown out count there
    frame = frame.filter(bad.not());
  }
  frame = withThese(frame, given.map(({ column, value }) => value.alias(column)));
  const { dtypes, columns: found } = frame;
  const turned = checked.filter(([column, { type, categories = false }]) =>
    type === "text" && found.includes(column) &&
    CATEGORIES.test(String(dtypes[found.indexOf(column)])) !== categories
  ).map(([column, spec]) => pl.col(column).cast(storedType(spec)));
  const filled = specs.map(([column]) => column).filter((column) => !found.includes(column));
  // What a default gives one value throughout: nothing is to be told by it, and looking at each row costs memory.
  const constant: string[] = [];
  const fillers = specs.filter(([column]) => filled.includes(column)).map(([column, spec]) => {
    const value = Object.hasOwn(defaults, column) ? defaults[column] : spec.default;
    if (value === undefined) {
      throw new ResultsError({ file: table.file, expected: `the column ${column} (${expectation(spec)})` });
    }
    const isCopy = value !== null && typeof value === "object";
    if (!isCopy) constant.push(column);
    return (isCopy ? pl.col(value.column) : pl.lit(value)).cast(storedType(spec)).alias(column);
  });
  frame = withThese(frame, [...turned, ...fillers]);
  const rest = frame.columns.filter((column) => !Object.hasOwn(known, column) && column !== ROW);
  const shaped = frame.select(...Object.keys(known), ...rest, ROW);
  return { frame: shaped, dropped, filled, constant };
}

/** Whether bad rows seem to be lines of sums or means: such a word stands in one of their cells, or one is the last line and has numbers alone. */
function isOfSums(frame: pl.DataFrame, bad: pl.Expr): boolean {
  const cellsOf = (rows: pl.DataFrame) =>
    rows.drop(ROW).filter(bad).tail(50).toRecords().flatMap(Object.values).filter((cell) => cell !== null)
      .map(String);
  const last = cellsOf(frame.tail(1));
  return cellsOf(frame).some((cell) => IS_SUM.test(cell)) ||
    last.length > 0 && last.every((cell) => /^[\d\s.,%+-]*$/.test(cell));
}

function inOurSpelling(text: pl.Expr, { values = [] }: ColumnSpec): pl.Expr {
  const bare = text.str.strip().str.toLowerCase().str.replaceAll("[\\s-]+", "_");
  return values.reduce(
    (other, one) => pl.when(bare.eq(pl.lit(one.toLowerCase()))).then(pl.lit(one)).otherwise(other),
    text,
  );
}

const withThese = (frame: pl.DataFrame, columns: readonly pl.Expr[]) =>
  columns.length === 0 ? frame : frame.withColumns(...columns);

export function inTexts(values: NonNullable<ShapeOptions["values"]>): Record<string, Record<string, string>> {
  const text = (one: unknown) => typeof one === "boolean" || typeof one === "number" ? `${one}` : one ?? "";
  return Object.fromEntries(
    Object.entries(values).map(([column, map]) => [
      column,
      Object.fromEntries(Object.entries(map).map(([theirs, ours]) => [theirs, text(ours) as string])),
    ]),
  );
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function requireMeant(
  values: Record<string, Record<string, string>>,
  specs: readonly (readonly [string, ColumnSpec])[],
  frame: pl.DataFrame,
): void {
  // A verdict may be told as the name of a model, which the reader has made a letter by then.
  const models = ["model_a", "model_b"].filter((one) => frame.columns.includes(one));
  const sides = models.map((one) => frame.getColumn(one));
  const isModel = (text: string) => sides.some((side) => side.toArray().includes(text));
  for (const [column, spec] of specs.filter(([name]) => own(values, name))) {
    const told = Object.entries(own(values, column)!)
      .filter(([, ours]) => !(spec.values?.includes("tie") && !spec.values.includes(ours) && isModel(ours)));
    const meant = pl.DataFrame({ ours: pl.Series("ours", told.map(([, ours]) => ours), pl.Utf8) });
    const bad = meant.select(rule(pl.col("ours"), "String", spec).bad.alias("bad")).getColumn("bad");
    const at = bad.toArray().indexOf(true);
    if (at < 0) continue;
    const [theirs, ours] = told[at].map((one) => JSON.stringify(one));
    const as = ours.startsWith('"') ? "" : " as a text in quotes";
    const wanted = `${expectation(spec)} in the option values of ${column}${as}`;
    throw new RangeError(`read: wanted ${wanted}, found ${ours} for ${theirs}`);
  }
}

function renamed(
  name: FrameName,
  table: RawTable,
  columns: Readonly<Record<string, string>>,
  told: ToldColumns,
): pl.DataFrame {
  const found = table.frame.columns.filter((column) => column !== ROW);
  const absent = Object.keys(columns).filter((ours) => !found.includes(columns[ours]));
  if (absent.length > 0) throw missingColumns(table, absent, found, { told });
  const sources = new Set(Object.values(columns));
  const displaced = found.filter((column) => Object.hasOwn(columns, column) && !sources.has(column));
  const frame = withThese(table.frame, [
    ...Object.entries(columns).map(([ours, theirs]) => pl.col(theirs).alias(ours)),
    ...displaced.map((column) => pl.col(column).alias(`${column}_in_file`)),
  ]);
  // A name (item_id, judge) may serve two columns: columns: { image_id: "item_id" } does not use item_id up.
  const serves = (column: string) => {
    const spec = own(FRAMES[name].columns, column);
    return spec !== undefined && spec.required === true && spec.type === "text" && !spec.values;
  };
  const moved = [...sources].filter((column) => !Object.hasOwn(columns, column) && !serves(column));
  const result = moved.length > 0
    ? frame.select(...frame.columns.filter((column) => !moved.includes(column)))
    : frame;
  requireColumnsOf(name, table, result.columns.filter((column) => column !== ROW), found);
  return result;
}
