import type pl from "nodejs-polars";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { criteriaShare, type ShareColumns, tradeoffUnits } from "./criteria_units.ts";

/**
 * Trade-off sensitivity (TOS): of the items on which the human prefers different responses by different criteria, the share
 * on which the judge too prefers different responses on at least one pair of criteria, whether rightly or not.
 *
 * Only criteria with a usable choice count: a missing answer leaves, and an item where no human conflict remains leaves with
 * it (`n_left_out`). A tie of the judge's is usable and prefers neither response. Items with one annotated criterion, or whose
 * labels all agree, have no trade-off and do not take part. Source: Multi-Crit (its appendix confirms the denominators 206 and
 * 109).
 *
 * Columns as in `pluralisticAccuracy`; `n` counts items. 0 = one response is always preferred throughout; a judge that guesses
 * gets 1 − 2^(1 − K) on an item with K criteria, so compare with `referenceJudges`.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { tradeoffSensitivity } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2"],
 *   criterion: ["clarity", "grounding", "clarity", "grounding"],
 *   human: ["A", "B", "A", "B"],
 *   // the other way round on item 1, no difference on item 2
 *   choice: ["B", "A", "A", "A"],
 * });
 * assert.equal(tradeoffSensitivity(criteria, { by: [] }).toRecords()[0].value, 0.5);
 * ```
 */
export function tradeoffSensitivity<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<ShareColumns, Evidence, Groups> {
  return criteriaShare("tradeoffSensitivity", arguments, criteria, options, tradeoffUnits);
}
