import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { meanInterval } from "../stats/mean_interval.ts";
import { criteriaGrouping, criteriaOutcomes } from "./criteria_outcomes.ts";
import { criterionPairs, labelledItems, type LabelSource } from "./criterion_labels.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";

const COLUMNS = `criterion_a:key criterion_b:key n:count conflicts:count share ${INTERVAL}`;

/**
 * How often two criteria favour different responses of the same pair. Source: Multi-Crit, Figure 9.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and pair of criteria, in the paper's order: `criterion_a,
 * criterion_b, n` (items with a preference, A or B, on both), `conflicts` (those where the preferences are opposite), `share` =
 * conflicts/n with `low, high, n_clusters` (95%, clustered by picture, else item). Human preferences by default, each item once
 * however many judges the group holds: `by: ["split"]` is the natural grouping. `of: "judge"` counts the judge's own.
 *
 * Summed over the pairs, human conflicts are the denominator of `conflictMatchingRate` where every answer is usable.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or two human labels for one criterion of an item
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { criterionConflicts } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2"],
 *   criterion: ["clarity", "grounding", "clarity", "grounding"],
 *   human: ["A", "B", "A", "A"],
 *   choice: ["A", "A", "A", "A"],
 * });
 * const [row] = criterionConflicts(criteria, { by: [] }).toRecords();
 * assert.deepEqual([row.criterion_a, row.criterion_b, row.n, row.conflicts], ["grounding", "clarity", 2, 1]);
 * ```
 */
export function criterionConflicts(
  criteria: pl.DataFrame,
  { by, level, of = "human", ...others }: MetricOptions & { of?: LabelSource } = {},
): pl.DataFrame {
  requireOptions("criterionConflicts", others, ["by", "level", "of"]);
  const outcomes = criteriaOutcomes("criterionConflicts", criteria);
  const grouping = criteriaGrouping(criteria, by);
  return groupedTable(criteria, grouping, COLUMNS, (rows, key) => {
    const items = labelledItems("criterionConflicts", outcomes, rows, of);
    return criterionPairs(outcomes, items, key.split).map(({ names: [a, b], codes: [codeA, codeB] }) => {
      const both = items.filter(({ labels }) => labels.has(codeA) && labels.has(codeB));
      const values = both.map(({ labels }) => labels.get(codeA) === labels.get(codeB) ? 0 : 1);
      const interval = meanInterval(values, both.map(({ cluster }) => cluster), { level, bounds: [0, 1] });
      return {
        criterion_a: a,
        criterion_b: b,
        n: both.length,
        conflicts: values.reduce((sum: number, value) => sum + value, 0),
        share: interval.estimate,
        ...intervalCells(interval),
      };
    });
  });
}
