import type pl from "nodejs-polars";
import { orderedCriteria } from "../results/criteria_sets.ts";
import { criteriaMetric, type CriteriaOutcomes } from "./criteria_outcomes.ts";
import { count, interval, mean, ofGroup, type OwnEstimate, weighted } from "./metric_columns.ts";
import type { By, Column } from "./metric_table.ts";
import type { DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";

/**
 * Accuracy per criterion: of the items with a human A or B on the criterion, the share on which the judge chose the same; ties
 * and missing or unparsable answers are wrong. With it the macro average of the group: the mean of its criteria's accuracies,
 * each counting the same however often it is annotated (the paper's criterion average). Source: Multi-Crit.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and criterion, in the paper's order: `criterion, value, n,
 * low, high, n_clusters`, then `macro` (the same in all rows of the group) and the rows with `n_human_tie, n_human_missing,
 * n_tie, n_unparsed`. `criteriaMetrics` gives the macro average with its interval. A criterion without a label is NaN with
 * n = 0 and makes no part of the average. A group without `split` in its key has the criteria of both parts under one name.
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
 *   item_id: ["1", "1", "2"],
 *   criterion: ["clarity", "grounding", "clarity"],
 *   human: ["A", "B", "A"],
 *   choice: ["A", "A", "B"],
 * });
 * const rows = criterionAccuracy(criteria, { by: [] }).toRecords();
 * assert.deepEqual(rows.map(({ criterion, value, n }) => [criterion, value, n]), [["grounding", 0, 1], ["clarity", 0.5, 2]]);
 * assert.equal(rows[0].macro, 0.25); // (0 + 1/2)/2, not 1/3
 * ```
 */
export function criterionAccuracy<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "value n macro n_human_tie n_human_missing n_tie n_unparsed",
  Evidence & { criterion: string },
  Groups
> {
  const { outcomes, grouping, table } = criteriaMetric("criterionAccuracy", arguments, criteria, options);
  if (grouping.includes("criterion")) throw new TypeError("criterionAccuracy: wanted by without criterion");
  const { criterion: { codes, levels }, right, exceptions } = outcomes, value = mean(right);
  const average = criterionAverage(outcomes), groupOf = new Map<Int32Array, Int32Array>();
  const macro: Column = {
    type: "estimate",
    of: (part) => average.of({ ...part, rows: groupOf.get(part.rows) ?? part.rows }),
  };
  return table({ value, n: count(right), ...interval(value), macro, ...exceptions }, {
    keys: ["criterion"],
    of({ key: { split }, rows: all }) {
      const names = Array.from(new Set(all.map((row) => codes[row])), (code) => String(levels[code]));
      return orderedCriteria(typeof split === "string" ? split : null, names).map((criterion) => {
        const code = levels.indexOf(criterion), rows = all.filter((row) => codes[row] === code);
        groupOf.set(rows, all);
        return { key: { criterion }, rows };
      });
    },
  });
}

/** The mean of a group's accuracies per criterion. */
export function criterionAverage({ criterion: { codes, levels }, right }: CriteriaOutcomes): OwnEstimate {
  return ofGroup((rows) => {
    const present = [
      ...new Set(rows.filter((row) => !Number.isNaN(right.value(row))).map((row) => codes[row])),
    ];
    return weighted(present.map((code) => [
      { name: String(levels[code]), value: (row: number) => codes[row] === code ? right.value(row) : NaN },
      1 / present.length,
    ]));
  });
}
