import type pl from "nodejs-polars";
import { requireFrame } from "../results/require_frame.ts";
import { requireOptions } from "../results/require_options.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import { type Estimate, extremes } from "./metric_columns.ts";
import {
  type Column,
  type Evidence,
  METRIC_OPTIONS,
  type MetricFrame,
  type MetricOptions,
  metricTable,
  rowsWhere,
} from "./metric_table.ts";
import { type PairOutcomes, pairOutcomes, pairsGrouping } from "./pair_outcomes.ts";
import { oncePerCall } from "./verdict_rows.ts";

/** Options of the metrics on pairs. */
export interface PairMetricOptions extends MetricOptions {
  /** Adds `lowest, highest`: the worst that ties and unparsable answers could have made of the estimate. */
  bounds?: boolean;
}

/** What a metric on pairs is declared with. */
export interface PairMetric {
  /** The rows that are meant. */
  pairs: pl.DataFrame;
  outcomes: PairOutcomes<ClusterCodes>;
  grouping: readonly string[];
  /** The metric's table, one row per group; `main` is the estimate that `bounds` are of. */
  table<Columns extends Record<string, Column>>(
    columns: Columns,
    main: Estimate,
  ): MetricFrame<Extract<keyof Columns, string>, Evidence>;
}

/**
 * What every metric on pairs begins with: options checked, rows of `where`, verdicts as numbers, groups and clusters; its `table` then takes the columns.
 *
 * @param own options of this metric beside the common ones
 * @param without columns that the metric compares itself
 * @param once whether a call on which several people voted counts once: of metrics that ask no people
 */
export function pairMetric(
  action: string,
  given: pl.DataFrame,
  options: PairMetricOptions & { unparsed?: "wrong" | "drop" },
  { own = [], without = [], once = false, rows = (pairs) => pairs }: {
    own?: readonly string[];
    without?: readonly string[];
    once?: boolean;
    /** Rows that this metric looks at. */
    rows?: (pairs: pl.DataFrame) => pl.DataFrame;
  } = {},
): PairMetric {
  requireOptions(action, options, [...METRIC_OPTIONS, "bounds", ...own]);
  const { by, clusters, level, where, bounds = false, unparsed } = options;
  requireFrame(action, given);
  const asked = rowsWhere(given, where), pairs = rows(once ? oncePerCall(action, asked, by) : asked);
  const outcomes = pairOutcomes(action, pairs, { unparsed, clusters });
  const grouping = pairsGrouping(pairs, by, { without });
  return {
    pairs,
    outcomes,
    grouping,
    table: (columns, main) =>
      metricTable(pairs, grouping, { clusters: outcomes.clusters, level }, {
        ...columns,
        ...(bounds ? extremes(main) : {}),
      }),
  };
}
