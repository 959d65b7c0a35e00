import type pl from "nodejs-polars";
import { CRITERIA_BY, type CriteriaOutcomes, criteriaOutcomes } from "./criteria_outcomes.ts";
import type { CriteriaRule } from "./criteria_units.ts";
import { type Metric, metric } from "./metric.ts";
import { countOf, interval, meanOfUnits, perGroup } from "./metric_columns.ts";
import type { Evidence, MetricFrame, MetricOptions } from "./metric_table.ts";

/** `metric` of criteria; `own` are options beside the common ones. */
export function criteriaMetric(
  action: string,
  given: pl.DataFrame,
  options: MetricOptions,
  { own }: { own?: readonly string[] } = {},
): Metric<CriteriaOutcomes> {
  return metric(action, given, options, {
    own,
    read: (frame, clusters) => criteriaOutcomes(action, frame, { clusters }),
    groups: CRITERIA_BY,
  });
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
