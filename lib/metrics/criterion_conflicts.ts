import type pl from "nodejs-polars";
import { criteriaMetric } from "./criteria_metric.ts";
import { criterionPairs, labelledItems, type LabelSource } from "./criterion_labels.ts";
import { INTERVAL, intervalCells, meanOfUnits } from "./metric_columns.ts";
import { type Evidence, groupedTable, type MetricFrame, type MetricOptions } from "./metric_table.ts";

const COLUMNS = `criterion_a:key criterion_b:key n:count conflicts:count share ${INTERVAL}`;

/**
 * How often two criteria favour different responses of the same pair. Source: Multi-Crit, Figure 9.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and pair of criteria, in the paper's order: `criterion_a,
 * criterion_b, n` (items with a preference, A or B, on both), `conflicts` (those where the preferences are opposite), `share` =
 * conflicts/n with `low, high, n_clusters` (95%, `infer`; clusters: pictures, else items). Human preferences by default, each item once
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
  given: pl.DataFrame,
  { of = "human", ...options }: MetricOptions & { of?: LabelSource } = {},
): MetricFrame<"n" | "conflicts" | "share", Evidence & { criterion_a: string; criterion_b: string }> {
  const { frame: criteria, outcomes, grouping, level = 0.95 } = criteriaMetric(
    "criterionConflicts",
    given,
    options,
    {
      own: ["of"],
    },
  );
  return groupedTable(criteria, grouping, COLUMNS, (rows, key) => {
    const items = labelledItems("criterionConflicts", outcomes, rows, of);
    return criterionPairs(outcomes, items, key.split).map(({ names: [a, b], codes: [codeA, codeB] }) => {
      const both = items.filter(({ labels }) => labels.has(codeA) && labels.has(codeB));
      const values = both.map(({ labels }) => labels.get(codeA) === labels.get(codeB) ? 0 : 1);
      const share = meanOfUnits("the share", () => ({ values, rows: both.map(({ row }) => row) }));
      const group = { key, rows, clusters: outcomes.clusters, level, known: new Map() };
      return {
        criterion_a: a,
        criterion_b: b,
        n: both.length,
        conflicts: values.reduce<number>((sum, value) => sum + value, 0),
        share: share.of(group),
        ...intervalCells(share.infer(group)),
      };
    });
  });
}
