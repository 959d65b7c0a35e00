import pl from "nodejs-polars";
import { isNested } from "./check.ts";
import { type ColumnSpec, expectation } from "./frames.ts";
import { type RawTable, ROW } from "./load_table.ts";
import { type BadColumn, badColumn } from "./results_error.ts";
import { placesOf } from "./rows_table.ts";
import { valueHint } from "./value_hint.ts";

/** What is wrong with a column: its bad values with their counts, and the first five in their lines. */
export function badCells(
  table: RawTable,
  [column, spec]: [string, ColumnSpec],
  all: pl.DataFrame,
  columns: Readonly<Record<string, string>>,
  isFurther: boolean,
): BadColumn {
  // A row of several judges was made one of each, and is bad once.
  const count = all.getColumn(ROW).nUnique();
  const bad = count === all.height ? all : all.unique({ maintainOrder: true, subset: [ROW, column] });
  const places = placesOf(table, bad.head(5).getColumn(ROW).toArray() as number[], column);
  const values = cells(bad.getColumn(column));
  const isBeyond = spec.hint !== undefined && values.some((value) => Number(value) > spec.max!);
  const theirs = Object.hasOwn(columns, column) ? columns[column] : undefined;
  const hint = valueHint(column, spec, values, { theirs, isFurther }) + (isBeyond ? `; ${spec.hint}` : "");
  return badColumn(column, `${expectation(spec)}${hint}`, values, places, count);
}

/** Cells as a message shows them. */
function cells(column: pl.Series): unknown[] {
  const type = String(column.dtype);
  if (isNested(column)) return column.toArray();
  // Polars writes no Duration as text, and hands it over as a bare number.
  if (/Duration/.test(type)) {
    return column.toArray().map((value) => value === null ? null : `Duration(${value})`);
  }
  return /Float/.test(type)
    ? column.toArray().map((value) => value === null ? null : String(value))
    : column.cast(pl.Utf8).toArray();
}
