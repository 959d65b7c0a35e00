import type pl from "nodejs-polars";
import { type By, columnList, conditionsOf, defaultGroups, requireFrame } from "../results/frame.ts";
import { factor } from "../results/factor.ts";
import { requireOptions } from "../progress/require.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import { type ClusterColumns, oncePerCall } from "./pair_rows.ts";
import {
  type Column,
  type Evidence,
  type GroupParts,
  METRIC_OPTIONS,
  type MetricFrame,
  type MetricOptions,
  metricTable,
  rowsWhere,
} from "./metric_table.ts";
import { readReport } from "../results/read_report.ts";
import { type Estimate, extremes } from "./metric_columns.ts";
import { type PairOutcomes, pairOutcomes, pairsGrouping, requireHuman } from "./pair_outcomes.ts";

/** What a metric is declared with. */
export interface Metric<Outcomes> {
  /** The rows that are meant. */
  frame: pl.DataFrame;
  outcomes: Outcomes;
  grouping: readonly string[];
  level?: number;
  /** The metric's table: a row per group, or one for each of its `parts`. */
  table<Columns extends Record<string, Column>, Key = unknown>(
    columns: Columns,
    parts?: GroupParts<Key>,
  ): MetricFrame<Extract<keyof Columns, string>, Evidence & Key>;
}

/**
 * What every metric begins with: options checked, rows of `where`, values as typed arrays, groups and clusters; its `table` then takes the columns.
 *
 * @param own options of this metric beside the common ones
 * @param rows rows that this metric looks at
 * @param read what it needs of them
 * @param groups the grouping columns where none are asked for, as far as the frame has them; or how they are found
 */
export function metric<Outcomes extends { clusters: ClusterCodes }>(
  action: string,
  given: pl.DataFrame,
  options: MetricOptions,
  { own = [], rows = (frame) => frame, read, groups }: {
    own?: readonly string[];
    rows?: (frame: pl.DataFrame) => pl.DataFrame;
    read: (frame: pl.DataFrame, clusters: ClusterColumns | undefined) => Outcomes;
    groups: readonly string[] | ((frame: pl.DataFrame, by: By | undefined) => readonly string[]);
  },
): Metric<Outcomes> {
  requireOptions(action, options, [...METRIC_OPTIONS, ...own]);
  const { by, clusters, level, where } = options;
  requireFrame(action, given);
  const frame = rows(rowsWhere(given, where)), outcomes = read(frame, clusters);
  const grouping = typeof groups === "function"
    ? groups(frame, by)
    : by !== undefined
    ? columnList(by)
    : defaultGroups(frame, groups);
  return {
    frame,
    outcomes,
    grouping,
    level,
    table(columns, parts) {
      // A row for each bias type is by bias type already.
      const outer = parts?.keys.some((key) => key === "bias_type")
        ? grouping.filter((name) => name !== "bias_type")
        : grouping;
      return metricTable(
        frame,
        outer,
        { clusters: outcomes.clusters, level, parts },
        sayingPooled(frame, outer, columns),
      );
    },
  };
}

/** Where `by` leaves it out, the conditions of a group count together: its `warning` says so. */
function sayingPooled<Columns extends Record<string, Column>>(
  frame: pl.DataFrame,
  by: readonly string[],
  columns: Columns,
): Columns {
  const { warning } = columns;
  if (!warning || by.includes("condition") || conditionsOf(frame).length < 2) return columns;
  const { codes } = factor(frame.getColumn("condition"));
  const saying: Column = {
    type: "text",
    of(group) {
      const { rows } = group, isPooled = rows.some((row) => codes[row] !== codes[rows[0]]);
      return [warning.of(group), isPooled && POOLED].filter(Boolean).join("; ") || null;
    },
  };
  return { ...columns, warning: saying };
}

const POOLED = 'rows of several conditions count together: by "condition", or where: { condition: … }';

/** Options of the metrics on pairs. */
export interface PairMetricOptions extends MetricOptions {
  /** Adds `lowest, highest`: the worst that ties and unparsable answers could have made of the estimate. */
  bounds?: boolean;
}

/** A metric on pairs; `main` is the estimate that `bounds` are of. */
interface PairMetric extends Omit<Metric<PairOutcomes<ClusterCodes>>, "table"> {
  table<Columns extends Record<string, Column>>(
    columns: Columns,
    main: Estimate,
  ): MetricFrame<Extract<keyof Columns, string>, Evidence>;
}

/**
 * `metric` of pairs.
 *
 * @param without columns that the metric compares itself
 * @param bounded whether the metric has one main estimate, that `bounds` are of
 * @param people whether it compares with human labels
 * @param once whether a call on which several people voted counts once: of metrics that ask no people
 */
export function pairMetric(
  action: string,
  given: pl.DataFrame,
  options: PairMetricOptions & { unparsed?: "wrong" | "drop" },
  { own = [], without = [], bounded = true, people = false, once = false, rows = (pairs) => pairs }: {
    own?: readonly string[];
    without?: readonly string[];
    bounded?: boolean;
    people?: boolean;
    once?: boolean;
    rows?: (pairs: pl.DataFrame) => pl.DataFrame;
  } = {},
): PairMetric {
  const { bounds, unparsed, by } = options ?? {};
  const { table, ...found } = metric(action, given, options, {
    own: [...bounded ? ["bounds"] : [], ...own],
    rows: (pairs) => rows(once ? oncePerCall(action, pairs, by) : pairs),
    read(pairs, clusters) {
      const outcomes = pairOutcomes(action, pairs, { unparsed, clusters });
      // Where some rows were to have labels, none of a part is a part without numbers.
      if (people && readReport(given)?.filled?.includes("human")) requireHuman(action, outcomes);
      return outcomes;
    },
    groups: (pairs, by) => pairsGrouping(pairs, by, { without }),
  });
  return {
    ...found,
    table: (columns, main) => table({ ...columns, ...(bounds ? extremes(main) : {}) }),
  };
}
