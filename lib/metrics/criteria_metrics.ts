import type pl from "nodejs-polars";
import { type By, columnList } from "../results/frame.ts";
import { criteriaMetric, type CriteriaOutcomes, unreadCriteria } from "./criteria_outcomes.ts";
import { CRITERIA_METRICS, CRITERIA_UNITS } from "./criteria_units.ts";
import { type Estimate, inferred, INTERVAL, intervalCells, meanOfUnits, weighted } from "./metric_columns.ts";
import { groupedTable } from "./metric_table.ts";
import type { DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";

/**
 * The four metrics of judges of criteria as one tidy frame: one row per group of `by` (default: judge, mode, thinking, split)
 * and metric: `metric, value, n, low, high, n_clusters`, as `pluralisticAccuracy`, `tradeoffSensitivity` and
 * `conflictMatchingRate` have them; `criterion_average` is the mean of the accuracies per criterion (`criterionAccuracy`), each counting the
 * same, over n judgments: one half for a judge that guesses. `chart` draws it: the column `metric` says what is measured.
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
export function criteriaMetrics<const Groups extends By = DefaultGroups<"criteria">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"value n", Evidence & { metric: string }, Groups> {
  const { frame: criteria, outcomes, grouping, level } = criteriaMetric(
    "criteriaMetrics",
    arguments,
    given,
    options,
  );
  const by = columnList(grouping, ["metric", "value", "group"]);
  return groupedTable(
    criteria,
    by,
    `metric:key value n:count ${INTERVAL}`,
    (rows, key) =>
      CRITERIA_METRICS.map((metric) => {
        const units = CRITERIA_UNITS[metric](outcomes, rows);
        const value = metric === "criterion_average"
          ? criterionAverage(outcomes, rows)
          : meanOfUnits("the share", () => units);
        const unread = unreadCriteria(outcomes, rows);
        const group = { key, rows, clusters: outcomes.clusters, level, known: new Map() };
        return {
          metric,
          value: value.of(group),
          n: units.values.length,
          ...intervalCells(inferred(group, value)),
          ...unread ? { warning: unread } : {},
        };
      }),
    level,
  );
}

/** The mean of a group's accuracies per criterion. */
function criterionAverage(
  { criterion: { codes, levels }, right }: CriteriaOutcomes,
  rows: Int32Array,
): Estimate {
  const present = [
    ...new Set(rows.filter((row) => !Number.isNaN(right.value(row))).map((row) => codes[row])),
  ];
  return weighted(present.map((code) => [
    { name: String(levels[code]), value: (row: number) => codes[row] === code ? right.value(row) : NaN },
    1 / present.length,
  ]));
}
