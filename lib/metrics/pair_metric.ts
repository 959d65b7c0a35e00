import type pl from "nodejs-polars";
import { readReport } from "../results/read_report.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import { type Metric, metric } from "./metric.ts";
import { type Estimate, extremes } from "./metric_columns.ts";
import type { Column, Evidence, MetricFrame, MetricOptions } from "./metric_table.ts";
import { type PairOutcomes, pairOutcomes, pairsGrouping, requireHuman } from "./pair_outcomes.ts";
import { oncePerCall } from "./pair_rows.ts";

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
