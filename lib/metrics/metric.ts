import { rowsInWords } from "../progress/show.ts";
import { sayOnce } from "../progress/say_once.ts";
import { requireNoMore } from "../progress/require_no_more.ts";
import type pl from "nodejs-polars";
import { type By, columnList, defaultGroups } from "../results/frame.ts";
import { requireAsked } from "../results/only.ts";
import { factor } from "../results/factor.ts";
import { requireBetween, requireOptions } from "../progress/require.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import { type ClusterColumns, frameClusters, oncePerCall } from "./pair_rows.ts";
import {
  type Column,
  groupedTable,
  INFERRED,
  type MetricColumn,
  type MetricGroup,
  type RowGroup,
  rowsWhere,
} from "./metric_table.ts";
import { type Evidence, METRIC_OPTIONS, type MetricFrame, type MetricOptions } from "./metric_types.ts";
import { readReport } from "../results/read_report.ts";
import { type PairOutcomes, pairOutcomes, PAIRS_BY, requireHuman } from "./pair_outcomes.ts";
import { said } from "./said.ts";

export interface Metric<Outcomes, Groups> {
  frame: pl.DataFrame;
  outcomes: Outcomes;
  grouping: readonly string[];
  level: number;
  /** Which rows of a group count together that hardly should, in words: what its `table` warns of. */
  pooled: (rows: Int32Array) => string;
  /** The metric's table: a row per group, or one for each of its `parts`: what tells them apart, and the rows of the frame behind each. */
  table<Columns extends Record<string, Column>, Key = unknown>(
    columns: Columns,
    parts?: {
      keys: readonly (keyof Key & string)[];
      of: (group: RowGroup) => readonly { key: Key; rows: Int32Array }[];
    },
  ): TableOf<Columns, Key, Groups>;
  inGroups: <Table extends pl.DataFrame>(columns: string, cells: Parameters<typeof groupedTable>[3]) => Table;
}

type TableOf<Columns, More, Groups> = keyof Evidence extends keyof Columns
  ? MetricFrame<Exclude<keyof Columns, keyof Evidence> & string, Evidence & More, Groups>
  : MetricFrame<keyof Columns & string, More, Groups>;

/**
 * What every metric begins with: options checked, rows of `where`, values as typed arrays, groups and clusters; its `table` then takes the columns.
 *
 * @param read what it needs of them; their clusters alone by default
 * @param silent what alone is said of rows that tell nothing
 * @param groups the grouping columns where none are asked for, as far as the frame has them; or how they are found
 * @param pooling columns whose values count together with a warning where `by` leaves them out
 */
export function metric<Outcomes extends { clusters: ClusterCodes }, Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  { own = [], rows = (frame) => frame, read, groups, silent, pooling = ["condition"] }: {
    own?: readonly string[];
    silent?: (outcomes: Outcomes, rows: Int32Array) => string;
    pooling?: readonly Pooled[];
    rows?: (frame: pl.DataFrame) => pl.DataFrame;
    read?: (frame: pl.DataFrame, clusters: ClusterColumns | undefined) => Outcomes;
    groups: readonly string[] | ((frame: pl.DataFrame, by: By | undefined) => readonly string[]);
  },
): Metric<Outcomes, Groups> {
  requireOptions(action, options, [...METRIC_OPTIONS, ...own]);
  requireNoMore(action, called);
  const { by, clusters, level = 0.95, where } = options;
  requireBetween(action, "a level", level);
  const frame = rows(rowsWhere(action, given, where));
  if (frame.height === 0) {
    const all = rowsInWords(given.height);
    const why = given.height === 0 ? "the frame has no row" : `none of ${all} takes part`;
    sayOnce(`${action}: ${why}, so that nothing is estimated`);
  }
  const grouping = typeof groups === "function"
    ? groups(frame, by)
    : by !== undefined
    ? columnList(by)
    : defaultGroups(frame, groups);
  // A frame of another kind is told before a column that it lacks, of one row: without that column rows may repeat keys.
  if (grouping.some((name) => !frame.columns.includes(name))) read?.(frame.head(1), clusters);
  requireAsked(`${action} (by)`, frame, grouping);
  const outcomes = read?.(frame, clusters) ?? { clusters: frameClusters(frame, clusters).codes } as Outcomes;
  const pooled = poolingIn(frame, grouping, pooling);
  return {
    ...{ frame, outcomes, grouping, level, pooled },
    inGroups: (columns, cells) =>
      groupedTable(frame, grouping, columns, cells, /low\b/.test(columns) ? level : undefined),
    table(columns, parts) {
      const keys: readonly string[] = parts?.keys ?? [], { warning } = columns;
      const saying: Column["of"] = (group) =>
        silent?.(outcomes, group.rows) ||
        [pooled(group.rows), warning.of(group)].filter(Boolean).join("; ") || null;
      const all = Object.entries(warning ? { ...columns, warning: { ...warning, of: saying } } : columns);
      const kinds: Record<string, MetricColumn> = Object.fromEntries([
        ...keys.map((name) => [name, "key"]),
        ...all.map(([name, { type }]) => [name, type]),
      ]);
      const rowsOf: Parameters<typeof groupedTable>[3] = (rows, key) =>
        (parts?.of({ key, rows }) ?? [{ key: {}, rows }]).map((part) => {
          const known: MetricGroup["known"] = new Map(), { rows } = part;
          const group = { key: { ...key, ...part.key }, rows, clusters: outcomes.clusters, level, known };
          const cells = all.map(([name, { of }]) => [name, of(group)]);
          const inferred = all.map(([name, column]) => [name, known.get(column)] as const);
          return {
            ...{ ...part.key, ...Object.fromEntries(cells) },
            [INFERRED]: new Map(inferred.flatMap(([name, found]) => found ? [[name, found]] : [])),
          };
        });
      // A row for each bias type is by bias type already.
      const outer = grouping.filter((name) => name !== "bias_type" || !keys.includes(name));
      return groupedTable(frame, outer, kinds, rowsOf, level);
    },
  };
}

/** Columns of which rows of several values are said where they count together: others than the one that an estimate is thought to be of. */
type Pooled = "condition" | "criterion" | "judge" | "image";

export function poolingIn(
  frame: pl.DataFrame,
  by: readonly string[],
  pooling: readonly Pooled[],
): (rows: Int32Array) => string {
  const mixed = pooling.filter((name) =>
    !by.includes(name) && frame.columns.includes(name) && frame.getColumn(name).nUnique() > 1
  ).map((name) => ({ codes: factor(frame.getColumn(name)).codes, words: said(`pool_${name}`) }));
  return (rows) =>
    mixed.flatMap(({ codes, words }) => rows.some((row) => codes[row] !== codes[rows[0]]) ? [words] : [])
      .join("; ");
}

/**
 * `metric` of pairs.
 *
 * @param without columns that the metric compares itself
 * @param people whether it compares with human labels
 * @param once whether a call on which several people voted counts once: of metrics that ask no people
 */
export function pairMetric<Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups> & { unparsed?: "wrong" | "drop" },
  { own = [], without = [], people = false, once = false, rows = (pairs) => pairs }: {
    own?: readonly string[];
    without?: readonly string[];
    people?: boolean;
    once?: boolean;
    rows?: (pairs: pl.DataFrame) => pl.DataFrame;
  } = {},
): Metric<PairOutcomes, Groups> {
  return metric(action, called, given, options, {
    own,
    rows: (pairs) => rows(once ? oncePerCall(action, pairs, options.by) : pairs),
    read(pairs, clusters) {
      const outcomes = pairOutcomes(action, pairs, {
        ...{ by: columnList(options.by ?? []), unparsed: options.unparsed, clusters },
      });
      // Where some rows were to have labels, none of a part is a part without numbers.
      if (people && readReport(given)?.filled?.includes("human")) requireHuman(action, outcomes);
      return outcomes;
    },
    groups(pairs, by) {
      const named = by === undefined ? undefined : columnList(by);
      const compared = named?.filter((name) => without.includes(name)).join(", ");
      if (compared) {
        throw new TypeError(`by: wanted columns that the metric does not compare itself, found ${compared}`);
      }
      return named ?? defaultGroups(pairs, PAIRS_BY.filter((name) => !without.includes(name)));
    },
    pooling: without.includes("image") ? ["condition"] : ["condition", "image"],
  });
}
