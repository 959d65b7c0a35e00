import type pl from "nodejs-polars";
import type { Estimand } from "../stats/estimand.ts";
import { infer } from "../stats/infer.ts";
import { criteriaMetric, type CriteriaOutcomes, unreadCriteria } from "./criteria_outcomes.ts";
import { CRITERIA_METRICS, CRITERIA_UNITS, fewerCriteria } from "./criteria_units.ts";
import { inferUnits, INTERVAL, intervalCells } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";

/**
 * The four metrics of judges of criteria as one tidy frame: one row per group of `by` (default: judge, mode, thinking, split)
 * and metric: `metric, value, n, low, high, n_clusters`, as `pluralisticAccuracy`, `tradeoffSensitivity` and
 * `conflictMatchingRate` have them; `criterion_average` is the mean of the accuracies per criterion (`criterionAccuracy`), each counting the
 * same, over n judgments: one half for a judge that guesses. `chart(table, { recipe: dots({ rows: "quantity", series: "judge" }), value: "value",
 * metric: "metric" })` draws it: the column `metric` says what is measured.
 *
 * @throws as these
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { criteriaMetrics, readCriteria } from "judgebias";
 *
 * const metrics = criteriaMetrics(readCriteria("data/examples/criteria.csv"), {
 *   by: ["judge"],
 * });
 * assert.deepEqual(metrics.getColumn("metric").toArray().slice(0, 2), [
 *   "pluralistic_accuracy", "tradeoff_sensitivity",
 * ]);
 * ```
 */
export function criteriaMetrics<const Groups extends By = DefaultGroups<"criteria">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"value n", Evidence & { metric: string }, Groups> {
  const { outcomes, inGroups, level } = criteriaMetric("criteriaMetrics", arguments, given, options);
  return inGroups(`metric:key value n:count ${INTERVAL}`, (rows) =>
    CRITERIA_METRICS.map((metric) => {
      const units = CRITERIA_UNITS[metric](outcomes, rows), unread = unreadCriteria(outcomes, rows);
      const fewer = fewerCriteria(outcomes, CRITERIA_UNITS[metric], units);
      const found = metric === "criterion_average"
        ? infer(criterionAverage(outcomes, rows), rows, outcomes.clusters, { level })
        : inferUnits("the share", units, outcomes.clusters, { level });
      return {
        metric,
        value: found.estimate,
        n: units.values.length,
        ...intervalCells({ ...found, warning: [fewer, found.warning].filter(Boolean).join("; ") }),
        ...unread ? { warning: unread } : {},
      };
    }));
}

/** The mean of a group's accuracies per criterion. */
function criterionAverage(
  { criterion: { codes, levels }, right }: CriteriaOutcomes,
  rows: Int32Array,
): Estimand {
  const present = [
    ...new Set(rows.filter((row) => !Number.isNaN(right.value(row))).map((row) => codes[row])),
  ];
  return present.map((code) => ({
    name: String(levels[code]),
    weight: 1 / present.length,
    value: (row: number) => codes[row] === code ? right.value(row) : NaN,
  }));
}
