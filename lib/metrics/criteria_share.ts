import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { meanInterval } from "../stats/mean_interval.ts";
import { countExceptions, criteriaGrouping, criteriaOutcomes, EXCEPTIONS } from "./criteria_outcomes.ts";
import type { CriteriaRule } from "./criteria_units.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";

const COLUMNS = `value n:count ${INTERVAL} n_matched:count n_items:count n_left_out:count ${EXCEPTIONS}`;

/** The share of units that are 1 in each group, with its interval clustered by item and what was left out. */
export function criteriaShare(
  action: string,
  criteria: pl.DataFrame,
  { by, level, ...others }: MetricOptions,
  rule: CriteriaRule,
): pl.DataFrame {
  requireOptions(action, others, ["by", "level"]);
  const outcomes = criteriaOutcomes(action, criteria);
  const grouping = criteriaGrouping(criteria, by);
  return groupedTable(criteria, grouping, COLUMNS, (rows) => {
    const { values, clusters, items, leftOut } = rule(outcomes, rows);
    return {
      ...shareCells({ values, clusters, level }),
      n_matched: values.reduce((sum, value) => sum + value, 0),
      n_items: items,
      n_left_out: leftOut,
      ...countExceptions(outcomes, rows),
    };
  });
}

/** A share with its number and interval, as cells of a row. */
export function shareCells(
  { values, clusters, level }: { values: ArrayLike<number>; clusters: ArrayLike<number>; level?: number },
): Record<string, unknown> {
  const interval = meanInterval(values, clusters, { level, bounds: [0, 1] });
  return { value: interval.estimate, n: interval.n, ...intervalCells(interval) };
}
