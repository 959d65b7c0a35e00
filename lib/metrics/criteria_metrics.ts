import pl from "nodejs-polars";
import { conflictMatchingRate } from "./conflict_matching_rate.ts";
import { criteriaGrouping } from "./criteria_outcomes.ts";
import { criterionAverage } from "./criterion_accuracy.ts";
import { columnKinds } from "../results/column_kinds.ts";
import { INTERVAL } from "./metric_columns.ts";
import type { MetricOptions } from "./metric_table.ts";
import { pluralisticAccuracy } from "./pluralistic_accuracy.ts";
import { CRITERIA_METRICS } from "./reference_judges.ts";
import { tradeoffSensitivity } from "./tradeoff_sensitivity.ts";
import { requireFrame } from "../results/require_frame.ts";
import { columnList } from "../results/column_list.ts";
import { requireOptions } from "../results/require_options.ts";

const FUNCTIONS = {
  pluralistic_accuracy: pluralisticAccuracy,
  tradeoff_sensitivity: tradeoffSensitivity,
  conflict_matching_rate: conflictMatchingRate,
  criterion_average: criterionAverage,
};

/**
 * The four metrics of judges of criteria as one tidy frame: one row per group of `by` (default: judge, mode, thinking, split)
 * and metric: `metric, value, n, low, high, n_clusters`, as `pluralisticAccuracy`, `tradeoffSensitivity`,
 * `conflictMatchingRate` and `criterionAverage` have them. `chart` draws it: the column `metric` says what is measured.
 *
 * @throws as these
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { criteriaMetrics, readCriteria } from "judgebias";
 *
 * const metrics = criteriaMetrics(readCriteria("data/examples/criteria.csv"), { by: ["judge"] });
 * assert.deepEqual(metrics.getColumn("metric").toArray().slice(0, 2), ["pluralistic_accuracy", "tradeoff_sensitivity"]);
 * ```
 */
export function criteriaMetrics(
  criteria: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("criteriaMetrics", others, ["by", "level"]);
  requireFrame("criteriaMetrics", criteria);
  const grouping = columnList(criteriaGrouping(criteria, by), ["metric", "value", "group"]);
  const columns = [...grouping, "metric", "value", "n", ...Object.keys(columnKinds(INTERVAL, "number"))];
  // Every metric has the same groups in the same order: row g of each belongs to group g.
  const frames = CRITERIA_METRICS.map((metric) => {
    const frame = FUNCTIONS[metric](criteria, { by: grouping, level });
    return frame.withColumns(
      pl.lit(metric).alias("metric"),
      pl.Series("group", Array.from({ length: frame.height }, (_, g) => g), pl.Int32),
    ).select(...columns, "group");
  });
  return pl.concat(frames).sort("group").select(...columns);
}
