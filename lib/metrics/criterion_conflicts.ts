import type pl from "nodejs-polars";
import { criterionPairTable, type LabelSource } from "./criterion_labels.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";

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
 *   human: ["A", "B", "A", "A"], choice: ["A", "A", "A", "A"],
 * });
 * const [row] = criterionConflicts(criteria, { by: [] }).toRecords();
 * assert.deepEqual([row.criterion_a, row.criterion_b, row.n, row.conflicts], [
 *   "grounding", "clarity", 2, 1,
 * ]);
 * ```
 */
export function criterionConflicts<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> & { of?: LabelSource } = {},
): MetricFrame<"n conflicts share", Evidence & { criterion_a: string; criterion_b: string }, Groups> {
  const action = "criterionConflicts", columns = `n:count conflicts:count share ${INTERVAL}`;
  return criterionPairTable(action, arguments, criteria, options, { columns }, ({ x, y, mean }) => {
    const values = x.map((own, i) => own === y[i] ? 0 : 1), share = mean("the share", values);
    return {
      conflicts: values.filter((value) => value === 1).length,
      share: share.estimate,
      ...intervalCells(share),
    };
  });
}
