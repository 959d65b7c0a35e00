import type pl from "nodejs-polars";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { criteriaShare, pluralisticUnits, type ShareColumns } from "./criteria_units.ts";

/**
 * Pluralistic accuracy (PAcc): the share of items on which the judge agrees with the human on every annotated criterion.
 *
 * PAcc = #{items: choice = human on all criteria with a human A or B} / #{items with such a criterion}. A tie and a missing
 * or unparsable answer of the judge are wrong. An item with a single annotated criterion counts like any other (and is easier);
 * criteria with a human tie or no human label do not take part. Source: Multi-Crit (its appendix confirms the denominators).
 *
 * Only rows that are there count: a criterion that a judge has no row for is not asked of it: `warning` counts the items of
 * which others have more (`compareCriteria` keeps to what both have), and `readCriteria` fills them with empty answers where it joins outputs with the dataset.
 *
 * One row per group of `by` (default: judge, mode, thinking, split): `value` (a fraction), `n` (items), `low, high,
 * n_clusters` (95% interval, `infer`; clusters: pictures, else items), `n_matched`, `n_items`, `n_left_out`
 * (always 0 here), and the rows with `n_human_tie, n_human_missing, n_tie, n_unparsed`. No item gives NaN with n = 0. For
 * what guessing gets, see `referenceJudges`.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pluralisticAccuracy } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2"], criterion: ["clarity", "grounding", "clarity"],
 *   human: ["A", "B", "A"], choice: ["A", "A", "A"],
 * });
 * // item 2 of 1 and 2
 * assert.equal(pluralisticAccuracy(criteria, { by: [] }).toRecords()[0].value, 0.5);
 * ```
 */
export function pluralisticAccuracy<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<ShareColumns, Evidence, Groups> {
  return criteriaShare("pluralisticAccuracy", arguments, criteria, options, pluralisticUnits);
}
