import type pl from "nodejs-polars";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { conflictUnits, criteriaShare, type ShareColumns } from "./criteria_units.ts";

/**
 * Conflict matching rate (CMR): of all pairs of criteria on which the human prefers opposite responses, the share where the
 * judge agrees with the human on both.
 *
 * An item with p criteria for one response and q for the other has p·q such pairs. A pair with a missing answer leaves
 * (`n_left_out`); a tie of the judge's stays and is wrong. Source: Multi-Crit (its appendix confirms the denominators 501 and
 * 281).
 *
 * Columns as in `pluralisticAccuracy`; `n` counts pairs of criteria, `n_items` the items that they belong to. Pairs of one item
 * are not independent: the interval is clustered. 0 for a judge that prefers one response throughout, 1/4 for one that guesses.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { conflictMatchingRate } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "1"],
 *   criterion: ["clarity", "grounding", "completeness"],
 *   human: ["A", "B", "B"], // clarity against grounding, clarity against completeness
 *   choice: ["A", "B", "A"],
 * });
 * assert.equal(conflictMatchingRate(criteria, { by: [] }).toRecords()[0].value, 0.5);
 * ```
 */
export function conflictMatchingRate<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<ShareColumns, Evidence, Groups> {
  return criteriaShare("conflictMatchingRate", arguments, criteria, options, conflictUnits);
}
