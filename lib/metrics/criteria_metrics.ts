import type pl from "nodejs-polars";
import { orderedCriteria } from "../results/criteria_sets.ts";
import type { Estimand } from "../stats/estimand.ts";
import { infer } from "../stats/infer.ts";
import { criteriaMetric, type CriteriaOutcomes, unreadCriteria } from "./criteria_outcomes.ts";
import { CRITERIA_METRICS, CRITERIA_UNITS, fewerCriteria } from "./criteria_units.ts";
import { count, inferUnits, INTERVAL, interval, intervalCells, mean } from "./metric_columns.ts";
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

/**
 * Accuracy per criterion: of the items with a human A or B on the criterion, the share on which the judge chose the same; ties
 * and missing or unparsable answers are wrong. `criteriaMetrics` has their mean, each criterion counting the same. Source: Multi-Crit.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and criterion, in the paper's order: `criterion, value, n,
 * low, high, n_clusters` and the rows with `n_human_tie, n_human_missing, n_tie, n_unparsed`. A criterion without a label is NaN with
 * n = 0. A group without `split` in its key has the criteria of both parts under one name.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { criterionAccuracy } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2"], criterion: ["clarity", "grounding", "clarity"],
 *   human: ["A", "B", "A"], choice: ["A", "A", "B"],
 * });
 * const rows = criterionAccuracy(criteria, { by: [] }).toRecords();
 * assert.deepEqual(rows.map(({ criterion, value, n }) => [criterion, value, n]), [[
 *   "grounding", 0, 1,
 * ], ["clarity", 0.5, 2]]);
 * ```
 */
export function criterionAccuracy<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "value n n_human_tie n_human_missing n_tie n_unparsed",
  Evidence & { criterion: string },
  Groups
> {
  const { outcomes, grouping, table } = criteriaMetric("criterionAccuracy", arguments, criteria, options);
  if (grouping.includes("criterion")) throw new TypeError("criterionAccuracy: wanted by without criterion");
  const { criterion: { codes, levels }, right, exceptions } = outcomes, value = mean(right);
  return table({ value, n: count(right), ...interval(value), ...exceptions }, {
    keys: ["criterion"],
    of({ key: { split }, rows: all }) {
      const names = Array.from(new Set(all.map((row) => codes[row])), (code) => String(levels[code]));
      return orderedCriteria(typeof split === "string" ? split : null, names).map((criterion) => {
        const code = levels.indexOf(criterion);
        return { key: { criterion }, rows: all.filter((row) => codes[row] === code) };
      });
    },
  });
}
