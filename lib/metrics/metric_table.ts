import { withHabits } from "../progress/pandas.ts";
import type { Behind } from "../progress/computed_behind.ts";
import { limitsIn } from "../progress/estimate_cells.ts";
import { told } from "../progress/told.ts";
import pl, { type DataType } from "nodejs-polars";
import { displayed } from "../progress/show.ts";
import { type By, columnKinds, columnList, computedFrom, requireFrame } from "../results/frame.ts";
import { combineFactors, factor } from "../results/factor.ts";
import { requireProvenance } from "../results/require_valid_frame.ts";
import { requireAsked, rowsWith } from "../results/only.ts";
import { grouped } from "../stats/grouped.ts";
import type { ClusterCodes, Inference } from "../stats/infer.ts";
import { keptBeside, namedUnit } from "./estimate_columns.ts";
import type { MetricOptions } from "./metric_types.ts";

export interface RowGroup {
  key: Record<string, unknown>;
  rows: Int32Array;
}

export interface MetricGroup extends RowGroup {
  clusters: ClusterCodes;
  level: number;
  /** Intervals that are made already, by their estimate: a column for each of their ends. */
  known: Map<Column, Inference>;
}

/** A column of a metric's table: how it is stored, and its value in a group (`metric_columns.ts` has the usual ones). */
export interface Column {
  type: MetricColumn;
  of: (group: MetricGroup) => unknown;
}

export type MetricColumn = "count" | "estimate" | "text" | "flag" | "key";

const TYPES = { count: pl.Int32, estimate: pl.Float64, text: pl.Utf8, flag: pl.Bool } as const;

export function rowsWhere(action: string, frame: pl.DataFrame, where: MetricOptions["where"]): pl.DataFrame {
  requireFrame(action, frame);
  return where === undefined ? frame : rowsWith(action, frame, where);
}

/** A metric whose cells are worked out group by group: a row per group of `by`, or several that differ in columns of the kind `key`; `columns` as in `metricFrame`. */
export function groupedTable<Table extends pl.DataFrame>(
  frame: pl.DataFrame,
  by: By,
  columns: string | Record<string, MetricColumn>,
  cells: (rows: Int32Array, key: RowGroup["key"]) => Cells | readonly Cells[],
  level?: number,
): Table {
  const rows = groupRows(frame, by).flatMap(({ key, rows }) =>
    [cells(rows, key)].flat().map((own) => ({ ...key, ...own }))
  );
  const found = rows.map((row) => row[INFERRED] ?? new Map());
  return keptBeside(metricFrame(by, columns, rows, frame, level), found);
}

/** Where a row's cells keep what `infer` said of its estimates: tests of them are those of the same limits. */
export const INFERRED = Symbol("inferred");

type Cells = Record<string, unknown> & { [INFERRED]?: ReadonlyMap<string, Inference> };

/**
 * Splits a frame's rows into groups that share their values in the columns `by`, sorted by their keys (first column first); rows
 * inside a group keep the order of the frame, so that sums have the same bits on every run (Polars' own do not). A null is
 * a value of its own. `by: []` gives one group of all rows; a frame without rows gives no group, except for `by: []`.
 */
export function groupRows(frame: pl.DataFrame, columns: By): RowGroup[] {
  const by = columnList(columns);
  requireProvenance("the frame", frame);
  requireAsked("by", frame, by);
  if (new Set(by).size !== by.length) throw new TypeError(`by: wanted each column once, found ${told(by)}`);
  const height = frame.height;
  if (by.length === 0) return [{ key: {}, rows: Int32Array.from({ length: height }, (_, i) => i) }];
  const factors = by.map((name) => factor(frame.getColumn(name)));
  const { codes } = combineFactors(factors, height);
  const keyOf = (row: number) =>
    by.map((name, c) => [name, factors[c].levels[factors[c].codes[row]]] as const);
  return [...grouped(codes.keys(), (row) => codes[row])].sort(([a], [b]) => a - b)
    .map(([, rows]) => ({ key: Object.fromEntries(keyOf(rows[0])), rows: Int32Array.from(rows) }));
}

/**
 * A frame from computed rows: the grouping columns `by`, then `columns` in their order with fixed types (`n:count ib low high
 * warning:text`: counts are whole numbers, estimates, the usual kind, floats that keep NaN), the same with no rows at all. Keys keep
 * their kind: text, true or false, numbers. Where rows of the frame `from` are simulated, so is it; it remembers the level of its intervals.
 */
export function metricFrame<Table extends pl.DataFrame = pl.DataFrame>(
  columnsOfGroups: By,
  columns: string | Record<string, MetricColumn>,
  rows: readonly Record<string, unknown>[],
  from?: pl.DataFrame,
  level?: number,
): Table {
  const kinds = typeof columns === "string" ? columnKinds<MetricColumn>(columns, "estimate") : columns;
  const by = columnList(columnsOfGroups, Object.keys(kinds));
  const schema: Record<string, DataType> = {};
  const all = [...by.map((name) => [name, "key"] as const), ...Object.entries(kinds)];
  for (const [name, kind] of all) {
    schema[name] = kind === "key" ? keyType(rows.map((row) => row[name] ?? null)) : TYPES[kind];
  }
  const cell = (row: Record<string, unknown>, name: string) =>
    schema[name] === pl.Int32 && !isInt32(row[name]) ? null : row[name];
  // All columns at once: a series for each costs a table of few rows ten times as much.
  const frame = pl.DataFrame(
    rows.map((row) => Object.fromEntries(Object.keys(schema).map((name) => [name, cell(row, name)]))),
    { schema },
  );
  const table = withHabits(displayed(frame, (one) => one)) as Table;
  if (!from) return table;
  const limits = Object.fromEntries([...limitsIn(table)].map(([estimate, [low]]) => [low, estimate]));
  return computedFrom(from, table, { level, limits, units: unitsIn(table, rows) });
}

function unitsIn({ columns }: pl.DataFrame, rows: readonly Record<string, unknown>[]): Behind["units"] {
  const [said, ...others] = new Set(rows.map(({ unit }) => unit));
  const isOne = others.length === 0 && (said === "points" || said === "percent");
  const named = columns.map((name) => [name, namedUnit(columns, name)] as const);
  return {
    ...Object.fromEntries(named.filter(([, unit]) => unit !== undefined)),
    value: "number",
    estimate: isOne ? said : "number",
  };
}

/** Whether a value is a whole number as a count can be; Polars would make some number of any other. */
function isInt32(value: unknown): boolean {
  return typeof value === "number" && value >= -(2 ** 31) && value < 2 ** 31;
}

function keyType(values: unknown[]): DataType {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  const kind = kinds.size === 1 ? [...kinds][0] : "string";
  if (kind === "boolean") return pl.Bool;
  if (kind !== "number") return pl.Utf8;
  return values.every((v) => v === null || Number.isInteger(v) && isInt32(v)) ? pl.Int32 : pl.Float64;
}
