import pl from "nodejs-polars";
import { nearest } from "../progress/require.ts";
import type { ColumnsOf } from "./frames.ts";
import { requireFrame } from "./frame.ts";
import { factor } from "./factor.ts";
import { requireColumns } from "./require_valid_frame.ts";

/** A value of a column, as `only` looks for it; null finds rows without a value. */
export type CellValue = string | number | boolean | null;

/** What columns shall hold: those of a reader's frame are completed, and any other column that a file has is taken as well. */
export type Where<Frame> =
  & { [Column in ColumnsOf<Frame>]?: CellValue | readonly CellValue[] }
  & { [column: string]: CellValue | readonly CellValue[] };

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
export function only<Frame extends pl.DataFrame>(
  frame: Frame,
  where: Where<Frame>,
): Frame {
  requireFrame("only", frame);
  if (
    typeof where !== "object" || where === null || Array.isArray(where) || typeof where.alias === "function"
  ) {
    throw new TypeError(
      `only: wanted values by column ({ judge: "gpt-4o", image: true }), found ${
        typeof where === "string" ? JSON.stringify(where) : where === null ? "nothing" : typeof where
      }; for expressions: frame.filter(pl.col("judge").eq(pl.lit("gpt-4o")))`,
    );
  }
  let rows: pl.DataFrame = frame;
  for (const [column, wanted] of Object.entries<CellValue | readonly CellValue[]>(where)) {
    if (!frame.columns.includes(column)) {
      const [meant] = nearest(column, frame.columns), hint = meant === undefined ? "" : ` (is it ${meant}?)`;
      throw new TypeError(
        `only: wanted a column of the frame, found ${column}${hint}; it has ${frame.columns.join(", ")}`,
      );
    }
    const values: readonly CellValue[] = Array.isArray(wanted) ? wanted : [wanted];
    if (frame.height > 0) refuseUnknown(frame, column, values);
    const conditions = values.map((value) => condition(column, value));
    rows = conditions.length > 0 ? rows.filter(conditions.reduce((any, one) => any.or(one))) : rows.head(0);
  }
  return rows as Frame; // the same columns
}

function condition(column: string, value: CellValue): pl.Expr {
  const cell = pl.col(column);
  if (value === null) return cell.isNull();
  return (typeof value === "string" ? cell.cast(pl.Utf8) : cell).eq(pl.lit(value)).fillNull(pl.lit(false));
}

/** How many values a message lists. */
const LISTED = 12;

function refuseUnknown(frame: pl.DataFrame, column: string, values: readonly CellValue[]): void {
  const series = frame.getColumn(column);
  const text = series.dtype.equals(pl.Categorical) ? series.cast(pl.Utf8) : series;
  const found = new Set<unknown>(
    text.unique().toArray().map((value) => typeof value === "bigint" ? Number(value) : value),
  );
  for (const value of values) {
    if (found.has(value)) continue;
    const listed = [...found].slice(0, LISTED).map((one) => JSON.stringify(one)).sort().join(", ");
    const wanted = `one of ${listed}${found.size > LISTED ? ", …" : ""} in the column ${column}`;
    const hint = typeof value === "function"
      ? `; for more than values: frame.filter(pl.col("${column}").gt(40))`
      : "";
    throw new RangeError(
      `only: wanted ${wanted}, found ${JSON.stringify(value) ?? `a ${typeof value}${hint}`}`,
    );
  }
}

/** Rows of a frame whose columns have these values; the frame itself where it lacks the columns or has no such row. */
export function preferring(
  frame: pl.DataFrame,
  wanted: Readonly<Record<string, string | boolean>>,
): pl.DataFrame {
  let kept = frame;
  for (const [name, value] of Object.entries(wanted)) {
    if (!kept.columns.includes(name)) continue;
    const narrowed = kept.filter(pl.col(name).eq(pl.lit(value)));
    if (narrowed.height > 0) kept = narrowed;
  }
  return kept;
}

/** Which rows of a frame are meant: values of its columns, such as `{ judge: "gpt-4o", mode: ["joint", "single"] }`. */
export type RowSelection = Record<string, string | number | boolean | null | readonly unknown[]>;

/**
 * The numbers of the rows that a selection names.
 *
 * @throws {TypeError} for a column that the frame lacks
 * @throws {RangeError} when no row is meant
 */
export function selectedRows(action: string, frame: pl.DataFrame, selection: RowSelection): Int32Array {
  if (typeof selection !== "object" || selection === null) {
    throw new TypeError(
      `${action}: wanted rows by values of columns ({ judge: "gpt-4o" }), found ${
        JSON.stringify(selection) ?? "none"
      }`,
    );
  }
  requireColumns(action, frame, Object.keys(selection));
  const chosen = new Uint8Array(frame.height).fill(1);
  for (const [column, value] of Object.entries(selection)) {
    const wanted: readonly unknown[] = Array.isArray(value) ? value : [value];
    const { codes, levels } = factor(frame.getColumn(column));
    const isWanted = levels.map((level) => wanted.includes(level));
    for (let i = 0; i < codes.length; i++) if (!isWanted[codes[i]]) chosen[i] = 0;
  }
  const rows = Int32Array.from(chosen.keys()).filter((row) => chosen[row] === 1);
  if (rows.length > 0) return rows;
  const said = JSON.stringify(selection, (_, value) => value === undefined ? "undefined" : value);
  throw new RangeError(`${action}: wanted rows with ${said}, found none`);
}
