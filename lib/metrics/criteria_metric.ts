import type pl from "nodejs-polars";
import { columnList } from "../results/column_list.ts";
import { defaultGroups } from "../results/default_groups.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireOptions } from "../results/require_options.ts";
import { CRITERIA_BY, type CriteriaOutcomes, criteriaOutcomes } from "./criteria_outcomes.ts";
import type { CriteriaRule } from "./criteria_units.ts";
import { countOf, interval, meanOfUnits, perGroup } from "./metric_columns.ts";
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

/** What a metric on criteria is declared with. */
export interface CriteriaMetric {
  /** The rows that are meant. */
  criteria: pl.DataFrame;
  outcomes: CriteriaOutcomes;
  grouping: readonly string[];
  level?: number;
  /** The metric's table: a row per group, or one for each of its `parts`. */
  table<Columns extends Record<string, Column>, Key = unknown>(
    columns: Columns,
    parts?: GroupParts<Key>,
  ): MetricFrame<Extract<keyof Columns, string>, Evidence & Key>;
}

/**
 * What every metric on criteria begins with: options checked, rows of `where`, verdicts as numbers, groups and clusters; its `table` then takes
 * the columns.
 *
 * @param own options of this metric beside the common ones
 */
export function criteriaMetric(
  action: string,
  given: pl.DataFrame,
  options: MetricOptions,
  { own = [] }: { own?: readonly string[] } = {},
): CriteriaMetric {
  requireOptions(action, options, [...METRIC_OPTIONS, ...own]);
  const { by, clusters, level, where } = options;
  requireFrame(action, given);
  const criteria = rowsWhere(given, where), outcomes = criteriaOutcomes(action, criteria, { clusters });
  const grouping = by !== undefined ? columnList(by) : defaultGroups(criteria, CRITERIA_BY);
  return {
    criteria,
    outcomes,
    grouping,
    level,
    table: (columns, parts) =>
      metricTable(criteria, grouping, { clusters: outcomes.clusters, level, parts }, columns),
  };
}

/** Columns of a criteria metric that is the share of units that are 1. */
export type ShareColumn = "value" | "n" | "n_matched" | "n_items" | "n_left_out";

/** The share of units that are 1 in each group, with its interval and what was left out. */
export function criteriaShare(
  action: string,
  given: pl.DataFrame,
  options: MetricOptions,
  rule: CriteriaRule,
): MetricFrame<ShareColumn, Evidence> {
  const { outcomes, table } = criteriaMetric(action, given, options);
  const units = perGroup((rows) => rule(outcomes, rows)), value = meanOfUnits("the share", units);
  return table({
    value,
    n: countOf((rows) => units(rows).values.length),
    ...interval(value),
    n_matched: countOf((rows) => units(rows).values.reduce((sum, one) => sum + one, 0)),
    n_items: countOf((rows) => units(rows).items),
    n_left_out: countOf((rows) => units(rows).leftOut),
    ...outcomes.exceptions,
  });
}
