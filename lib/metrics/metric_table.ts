import { withHabits } from "../progress/pandas.ts";
import { told } from "../progress/told.ts";
import pl, { type DataType } from "nodejs-polars";
import { displayed } from "../progress/show.ts";
import { type By, columnKinds, columnList, computedFrom, requireFrame } from "../results/frame.ts";
import type { ByColumn, Keeping, KeepingVerb, KnownColumns } from "../results/frame_types.ts";
import { combineFactors, factor } from "../results/factor.ts";
import { requireProvenance } from "../results/require_valid_frame.ts";
import { type CellValue, requireAsked, rowsWith } from "../results/only.ts";
import type { ClusterCodes, Inference } from "../stats/infer.ts";
import type { ClusterColumns } from "./pair_rows.ts";

export type { By };

/** Options that every metric takes. */
export interface MetricOptions<Groups extends By = By> {
  /** Column or columns whose values make the groups, one row each; `[]` for one row over everything. */
  by?: Groups;
  /** What intervals take as independent: a column, or two whose values cross; the image (item, sample) of its data set by default. */
  clusters?: ClusterColumns;
  /** Level of the intervals; 0.95 by default. */
  level?: number;
  /** Only rows with these values of these columns: `{ domain: "chart" }`. */
  where?: Readonly<ByColumn<CellValue | readonly CellValue[]>>;
}

/** The names of those options. */
export const METRIC_OPTIONS = ["by", "clusters", "level", "where"] as const;

/** What stands behind an estimate in a metric's row. */
export interface Evidence {
  /** Lower end of the interval; NaN where there is none. */
  low: number;
  /** Upper end of the interval; NaN where there is none. */
  high: number;
  /** Clusters with a row that takes part. */
  n_clusters: number;
  /** Where the limits come from: Wilson, CR2 or none. */
  method: string;
  /** Degrees of freedom of the standard error. */
  df: number;
  /** Clusters of equal size and weight that would tell as much. */
  effective_clusters: number;
  /** Which rows count together that hardly should (conditions; with and without the image), and what makes the interval a rough guess; null where nothing does. */
  warning: string | null;
}

/** The columns that metrics group by unless they are told others, as far as the frame has them. */
export interface GroupColumns {
  /** The data set. */
  benchmark: string;
  /** The judge. */
  judge: string;
  /** How it was asked. */
  pipeline: string;
  /** How it was asked for a score. */
  prompt: string;
  /** Whether it saw the image. */
  image: boolean;
  /** Which answers were judged. */
  variant: string;
  /** Part of the data set. */
  split: string;
  /** Whether criteria were judged one by one or together. */
  mode: string;
  /** Whether the judge was to think first. */
  thinking: boolean;
  /** What the frame's owner varies, where there are several. */
  condition: string | null;
  /** Who wrote a caption or answer. */
  generator: string;
  /** Whether that is the judge itself. */
  is_self: boolean;
  /** Who scored a caption. */
  evaluator: string;
  /** Whether with reference captions. */
  setting: string;
}

/** Which of them a metric's rows are known to have where `by` is left out, by the frame that it is of. */
export type DefaultGroups<Frame extends "pairs" | "scores" | "criteria"> =
  | "judge"
  | "condition"
  | {
    pairs: "benchmark" | "pipeline" | "image" | "variant";
    scores: "prompt";
    criteria: "mode" | "thinking" | "split";
  }[Frame];

/** The values of the columns that `by` names; of names that only a run knows any may be there. */
export type GroupValues<Groups> = ValuesByName<
  (Groups extends readonly (infer Name)[] ? Name : Groups) & string
>;

/** The same by the names. */
export type ValuesByName<Name extends string> = string extends Name ? Record<string, CellValue>
  : { [Column in Name]: Column extends keyof GroupColumns ? GroupColumns[Column] : CellValue };

/** The values of a metric's row by column: warnings in words, or null, all else in numbers, and whatever `More` says. */
export type MetricRow<Names extends string, More, Groups> = Flat<
  & {
    [Column in Exclude<Words<Names>, keyof More>]: Column extends `${string}warning` ? string | null : number;
  }
  & More
  & GroupValues<Groups>
>;

/** One object, as an editor shows it. */
export type Flat<Row> = { [Column in keyof Row]: Row[Column] };

/** The words of a text. */
export type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | Words<Rest>
  : Text;

/** The Polars types of those. */
export type MetricTypes<Row> = {
  [Column in keyof Row]: NonNullable<Row[Column]> extends number ? pl.Float64
    : NonNullable<Row[Column]> extends boolean ? pl.Bool
    : pl.Utf8;
};

/**
 * A metric's table: a Polars frame whose columns an editor completes and whose records have these columns and those of `by`, and no
 * other: `MetricFrame<"n ib", Evidence, "judge">`. What a metric declares is held against its table by the compiler.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { informativenessBias, readPairs } from "judgebias";
 *
 * const bias = informativenessBias(readPairs("data/examples/pairs.csv"), { by: "judge" });
 * const found: (number | null)[] = bias.sort("ib").getColumn("ib").toArray(); // the compiler knows that these are numbers
 * assert.deepEqual(bias.toRecords().map(({ judge, n_tie }) => [judge, n_tie])[0], ["simulated-judge-a", 0]);
 * ```
 */
export type MetricFrame<Names extends string = never, More = unknown, Groups = By> =
  & {
    /** The rows as plain objects. */
    toRecords(): MetricRow<Names, More, Groups>[];
    /** Nothing that is there: by it the compiler tells frames with other columns. */
    readonly [DECLARED]?: (name: Words<Names> | keyof More) => Words<Names> | keyof More;
  }
  & KnownColumns<MetricTypes<MetricRow<Names, More, Groups>>>
  & { [Verb in KeepingVerb]: Keeping<pl.DataFrame[Verb], MetricFrame<Names, More, Groups>> }
  & pl.DataFrame;

declare const DECLARED: unique symbol;

/** The rows of one group and the values of the grouping columns that they share. */
export interface RowGroup {
  key: Record<string, unknown>;
  rows: Int32Array;
}

/** The rows of one group, and what their intervals need. */
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

/** How the values of a metric's column are stored. */
export type MetricColumn = "count" | "estimate" | "text" | "flag" | "key";

const TYPES: Record<Exclude<MetricColumn, "key">, DataType> = {
  count: pl.Int32,
  estimate: pl.Float64,
  text: pl.Utf8,
  flag: pl.Bool,
};

/** The rows that an option `where` leaves; all without it. */
export function rowsWhere(
  action: string,
  frame: pl.DataFrame,
  where: MetricOptions["where"],
): pl.DataFrame {
  requireFrame(action, frame);
  return where === undefined ? frame : rowsWith(action, frame, where);
}

/**
 * A metric whose cells are worked out group by group: a row per group of `by`, or several that differ in columns of the kind
 * `key`; `columns` as in `metricFrame`.
 */
export function groupedTable<Table extends pl.DataFrame, const Text extends string = string>(
  frame: pl.DataFrame,
  by: By,
  columns: (Text & Declared<Table, Text>) | Record<string, MetricColumn>,
  cells: (rows: Int32Array, key: RowGroup["key"]) => Cells | readonly Cells[],
): Table {
  const rows = groupRows(frame, by).flatMap(({ key, rows }) =>
    [cells(rows, key)].flat().map((own) => ({ ...key, ...own }))
  );
  return computedFrom(frame, metricFrame<Table, Text>(by, columns, rows));
}

type Cells = Record<string, unknown>;

/** Holds a text of columns against those that a table declares: what is said of one and not of the other stands in the error. */
type Declared<Table, Text extends string> = string extends Text ? unknown
  : Table extends { readonly [DECLARED]?: (name: infer Name) => unknown } ?
      | Exclude<Name, NamesIn<Text>>
      | Exclude<NamesIn<Text>, Name> extends infer Other ? [Other] extends [never] ? unknown : Other
    : never
  : unknown;

/** The names in a text of columns with their kinds. */
type NamesIn<Text extends string> = Words<Text> extends infer Word
  ? Word extends `${infer Name}:${string}` ? Name : Word
  : never;

/**
 * Splits a frame's rows into groups that share their values in the columns `by`, sorted by their keys (first column first); rows
 * inside a group keep the order of the frame, so that sums have the same bits on every run (Polars' own do not). A null is
 * a value of its own. `by: []` gives one group of all rows; a frame without rows gives no group, except for `by: []`.
 */
export function groupRows(frame: pl.DataFrame, columns: By): RowGroup[] {
  const by = columnList(columns);
  requireProvenance("the frame", frame);
  requireAsked("by", frame, by);
  if (new Set(by).size !== by.length) {
    throw new TypeError(`by: wanted each column once, found ${told(by)}`);
  }
  const height = frame.height;
  if (by.length === 0) return [{ key: {}, rows: Int32Array.from({ length: height }, (_, i) => i) }];
  const factors = by.map((name) => factor(frame.getColumn(name)));
  const { codes, size } = combineFactors(factors, height);
  const counts = new Int32Array(size), places = new Int32Array(size);
  for (let i = 0; i < height; i++) counts[codes[i]]++;
  const groups: RowGroup[] = [];
  counts.forEach((count, code) => {
    if (count === 0) return;
    places[code] = groups.length;
    groups.push({ key: {}, rows: new Int32Array(count) });
  });
  const filled = new Int32Array(groups.length);
  for (let i = 0; i < height; i++) {
    const g = places[codes[i]];
    groups[g].rows[filled[g]++] = i;
  }
  for (const { key, rows: [first] } of groups) {
    by.forEach((name, c) => key[name] = factors[c].levels[factors[c].codes[first]]);
  }
  return groups;
}

/**
 * A frame from computed rows: the grouping columns `by`, then `columns` in their order with fixed types (`n:count ib low high
 * warning:text`: counts are whole numbers, estimates, the usual kind, floats that keep NaN), the same with no rows at all. Keys keep
 * their kind: text, true or false, numbers.
 */
export function metricFrame<Table extends pl.DataFrame = pl.DataFrame, const Text extends string = string>(
  columnsOfGroups: By,
  columns: (Text & Declared<Table, Text>) | Record<string, MetricColumn>,
  rows: readonly Record<string, unknown>[],
): Table {
  const kinds = typeof columns === "string" ? columnKinds<MetricColumn>(columns, "estimate") : columns;
  const by = columnList(columnsOfGroups, Object.keys(kinds));
  const schema: Record<string, DataType> = {};
  const all = [...by.map((name) => [name, "key"] as const), ...Object.entries(kinds)];
  for (const [name, kind] of all) {
    schema[name] = kind === "key" ? keyType(rows.map((row) => row[name] ?? null)) : TYPES[kind];
  }
  const counts = Object.keys(schema).filter((name) => schema[name] === pl.Int32);
  // All columns at once: a series for each costs a table of few rows ten times as much.
  const frame = pl.DataFrame(
    rows.map((row) => {
      const own: Record<string, unknown> = {};
      for (const name of Object.keys(schema)) own[name] = row[name];
      for (const name of counts) if (!isInt32(own[name])) own[name] = null;
      return own;
    }),
    { schema },
  );
  return withHabits(displayed(frame, (one) => one)) as Table;
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
