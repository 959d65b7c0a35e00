import { LEAVING_OUT } from "../progress/require.ts";
import pl from "nodejs-polars";
import { isNested } from "./check.ts";
import { valueAt } from "./frame.ts";
import { type ColumnSpec, expectation } from "./frames.ts";
import { type RawTable, ROW, TWO_LINES } from "./load_table.ts";
import { plain } from "./other_names.ts";
import { type BadColumn, badColumn } from "./results_error.ts";
import { placesOf } from "./rows_table.ts";
import { valueHint } from "./value_hint.ts";

/** What is wrong with a column: its bad values with their counts, and the first five in their lines. */
export function badCells(
  table: RawTable,
  [column, spec]: [string, ColumnSpec],
  all: pl.DataFrame,
  columns: Readonly<Record<string, string>>,
  said: "first" | "further" | { line: string },
): BadColumn {
  // A row of several judges was made one of each, and is bad once.
  const count = all.getColumn(ROW).nUnique();
  const bad = count === all.height ? all : all.unique({ maintainOrder: true, subset: [ROW, column] });
  const places = placesOf(table, bad.head(5).getColumn(ROW).toArray() as number[], column);
  const values = cells(bad.getColumn(column));
  const isBeyond = spec.hint !== undefined && values.some((value) => Number(value) > spec.max!);
  const hint = typeof said === "object" ? "" : valueHint(column, spec, values, {
    theirs: Object.hasOwn(columns, column) ? columns[column] : undefined,
    isFurther: said === "further",
  }) +
    (isBeyond ? `; ${spec.hint}` : "");
  return badColumn(column, `${expectation(spec)}${hint}`, values, places, count);
}

/** What is said where the first bad values stand in a line that is no row at all: it is empty, repeats the headings, or holds units or more headings. */
export function oddLine(
  { frame: raw }: RawTable,
  bad: readonly pl.DataFrame[],
): { line: string } | undefined {
  const rows = bad.map((one) => [...new Set(one.getColumn(ROW).toArray() as number[])]), [[first]] = rows;
  const cellsIn = (row: number) =>
    raw.columns.filter((one) => one !== ROW && !isNested(raw.getColumn(one)))
      .map((one) => [one, valueAt(raw, one, row)] as const);
  const out = `take it out, or leave it out with ${LEAVING_OUT}`;
  const at = (raw.getColumn(ROW).toArray() as number[]).indexOf(first), own = cellsIn(at);
  if (own.every(([, cell]) => cell === null)) return { line: `the line is empty: ${out}` };
  const repeats = own.filter(([column, cell]) => plain(column) === plain(`${cell}`)).length;
  if (repeats > 1 && 2 * repeats >= own.length) return { line: `the line repeats the headings: ${out}` };
  const numbers = (cells: typeof own) =>
    cells.filter(([, cell]) => cell !== null && cell !== "" && Number.isFinite(Number(cell))).length;
  // One bad value beside good ones is a slip; words alone above a line of numbers are none.
  const isFirst = first === 0 && raw.height > 1 && rows.every((all) => all.length === 1 && all[0] === 0);
  return isFirst && numbers(own) === 0 && numbers(cellsIn(1)) > (rows.length > 1 ? 0 : 1)
    ? { line: `it looks like a second line of headings or units: ${out}; ${TWO_LINES}` }
    : undefined;
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
