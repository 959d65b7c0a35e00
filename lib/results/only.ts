import { withHabits } from "../progress/pandas.ts";
import { unknownColumns } from "../progress/refused.ts";
import { nearest } from "../progress/nearest.ts";
import { isPlain, told } from "../progress/told.ts";
import pl from "nodejs-polars";
import { requireNoMore, WrongType, WrongValue } from "../progress/require_no_more.ts";
import type { ColumnsOf } from "./frame_types.ts";
import { requireFrame } from "./frame.ts";
import { FRAMES } from "./frames.ts";
import { factor } from "./factor.ts";
import { requireProvenance } from "./require_valid_frame.ts";
import { said } from "./said.ts";
import { takeRows } from "./take_rows.ts";

/** A value of a column, as `only` looks for it; null finds rows without a value. */
export type CellValue = string | number | boolean | null;

/** What columns shall hold: those of a reader's frame are completed, and any other column that a file has is taken as well; a choice is a verdict. */
export type Where<Frame> =
  & { [Column in ColumnsOf<Frame>]?: CellValue | readonly CellValue[] }
  & ("choice" extends ColumnsOf<Frame>
    ? { choice?: "A" | "B" | "tie" | null | readonly ("A" | "B" | "tie" | null)[] }
    : unknown)
  & { [column: string]: CellValue | readonly CellValue[] | undefined };

/**
 * The rows of a frame whose columns hold the given values: all conditions hold at once, of a list any value will do.
 *
 * A column or a value that the frame does not have is an error and not an empty frame, so that a slip of the pen does not
 * become a result. Values that the frame has, but in no row together, give an empty frame.
 *
 * @throws {TypeError} for a column that the frame does not have
 * @throws {RangeError} for a value that its column does not hold, naming those that it does
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { only, readPairs } from "judgebias";
 *
 * const pairs = readPairs("data/examples/pairs.csv");
 * const judge = String(pairs.getColumn("judge").get(0));
 * const seen = only(pairs, { judge, image: true });
 * assert.ok(seen.height > 0 && seen.height < pairs.height);
 * assert.deepEqual(seen.getColumn("image").unique().toArray(), [true]);
 * assert.throws(() => only(pairs, { judge: "gpt-4p" }), /wanted one of/);
 * ```
 */
export function only<Frame extends pl.DataFrame>(frame: Frame, where: Where<Frame>): Frame {
  requireNoMore("only", arguments, 2, 'all conditions stand in one: { judge: "gpt-4o", image: true }');
  return withHabits(rowsWith("only", frame, where));
}

export function rowsWith<Frame extends pl.DataFrame>(action: string, frame: Frame, where: Where<Frame>) {
  requireFrame(action, frame);
  return takeRows(frame, namedRows(action, frame, where));
}

function namedRows(action: string, frame: pl.DataFrame, where: Readonly<Record<string, unknown>>) {
  if (!isPlain(where)) throw new WrongType(said("rows_wanted", { action, found: told(where) }));
  requireAsked(action, frame, Object.keys(where));
  for (const [column, given] of Object.entries(where)) {
    const values = listed(given) as readonly CellValue[];
    if (values.length === 0) throw new WrongValue(said("an_empty_list", { action, column }));
    if (frame.height > 0) refuseUnknown(action, frame, column, values);
  }
  return rowsHolding(frame, where);
}

export function requireAsked(
  action: string,
  frame: pl.DataFrame,
  names: readonly string[],
  known: readonly string[] = frame.columns,
): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unknownColumns(action, unknown, known);
}

const listed = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

/** What a value says of a column: frames show rows without a condition as none, and so these may be asked for. */
export function meantValue<Value>(column: string, value: Value, held: readonly unknown[]): Value | null {
  const isShown = column === "condition" && value === "none" && held.includes(null) && !held.includes("none");
  return isShown ? null : value;
}

/** The numbers of the rows whose columns hold one of the values named for each, ascending; a value of another kind than its column is in no row. */
export function rowsHolding(frame: pl.DataFrame, where: Readonly<Record<string, unknown>>): Int32Array {
  const columns = Object.entries(where).map(([column, wanted]) => {
    const { codes, levels } = factor(frame.getColumn(column));
    const meant: unknown[] = listed(wanted).map((value) => meantValue(column, value, levels));
    return { codes, holds: levels.map((level) => meant.includes(level)) };
  });
  const rows = new Int32Array(frame.height);
  let n = 0;
  for (let row = 0; row < rows.length; row++) {
    if (columns.every(({ codes, holds }) => holds[codes[row]])) rows[n++] = row;
  }
  return rows.subarray(0, n);
}

function plainValues(series: pl.Series): unknown[] {
  const values = (series.dtype.equals(pl.Categorical) ? series.cast(pl.Utf8) : series).toArray() as unknown[];
  return /Int64/.test(String(series.dtype)) ? values.map((one) => one === null ? one : Number(one)) : values;
}

export function levels(frame: pl.DataFrame, column: string): string[] {
  const values = frame.columns.includes(column) ? plainValues(frame.getColumn(column).unique()) : [];
  return values.filter((value) => typeof value === "string").sort();
}

const ascending = (a: unknown, b: unknown): number =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1;

const LISTED = 12;

function refuseUnknown(action: string, frame: pl.DataFrame, column: string, values: readonly CellValue[]) {
  const series = frame.getColumn(column);
  const found = new Set(plainValues(series.unique()));
  for (const value of values) {
    if (found.has(meantValue(column, value, [...found]))) continue;
    if (
      values.length > 1 && FRAMES.pairs.columns[column]?.values?.includes(value as never) && found.has("A")
    ) continue;
    const known = [...found].sort(ascending).slice(0, LISTED).map((one) => JSON.stringify(one)).join(", ");
    const wanted = `one of ${known}${found.size > LISTED ? ", …" : ""} in the column ${column}`;
    const like = typeof value === "string" ? nearest(value, [...found].map(String)) : [];
    const isValue = value === null ||
      !["function", "object"].includes(typeof value) && !/^[<>=!]/.test(String(value));
    const hint = !isValue
      ? `; ${said("for_expressions", { column })}`
      : like.length > 0
      ? ` (is it ${like.join(" or ")}?)`
      : "";
    throw new WrongValue(
      `${action}: wanted ${wanted}, found ${told(value)}${hint}`,
      column,
      (other: pl.DataFrame) => refuseUnknown(action, other, column, [value]),
    );
  }
}

/** Rows of a frame whose columns have these values; the frame itself where it lacks the columns or has no such row. */
export function preferring(frame: pl.DataFrame, wanted: Readonly<Record<string, string | boolean>>) {
  return Object.entries(wanted).filter(([name]) => frame.columns.includes(name)).reduce(
    (kept, [name, value]) => {
      const rows = rowsHolding(kept, { [name]: value });
      return rows.length > 0 ? takeRows(kept, rows) : kept;
    },
    frame,
  );
}

/** Which rows of a frame are meant: values of its columns, such as `{ judge: "gpt-4o", mode: ["joint", "single"] }`. */
export type RowSelection = Record<string, string | number | boolean | null | readonly unknown[]>;

export function selectedRows(action: string, frame: pl.DataFrame, selection: RowSelection): Int32Array {
  requireProvenance(action, frame);
  const rows = namedRows(action, frame, selection);
  if (rows.length > 0) return rows;
  throw new RangeError(`${action}: wanted rows with ${JSON.stringify(selection)}, found none`);
}

export function conditionsInWords(where: Readonly<Record<string, unknown>>): string {
  return Object.entries(where).map(([column, value]) =>
    `${column} ${[value].flat().map((one: unknown) => one ?? "none").join(" or ")}`
  ).join(", ");
}
