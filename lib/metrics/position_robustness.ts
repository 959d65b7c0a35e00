import type pl from "nodejs-polars";
import { bothOrders } from "./order_consistency.ts";
import { count, counted, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { VERDICT } from "./pair_outcomes.ts";

/**
 * Position robustness: how often the same answer wins whichever of the two the judge sees first.
 *
 * robustness = share of items, judged in both orders, whose canonical choice is the same A or B in both (`choice` is in
 * canonical order whatever `swapped`). A tie is never the same winner. An unparsable answer in either order, or an order
 * that was never run, makes the item incomplete: it is counted and left out. Source: MM-JudgeBias, section 4.3 and
 * appendix H. The human label is not needed for it.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (items), `robustness`,
 * `n_incomplete`, then `low, high, n_clusters` (`clusterInterval`), `n_tie` (items with a tie in either
 * order) and `prefers_first, prefers_second` (items where the answer shown first, or second, wins in both orders). In
 * [0, 1]: 1 = order never matters; a coin flip gives 0.5; 0 = the winner always changes. No items gives NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when two rows have the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { positionRobustness } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "1", "2"],
 *   swapped: [false, false, true, true],
 *   human: ["A", "B", "A", "B"],
 *   choice: ["A", "B", "A", "A"], // item 2: the answer shown second wins twice
 * });
 * const [row] = positionRobustness(pairs, { by: [] }).toRecords();
 * assert.equal(row.robustness, 0.5);
 * assert.equal(row.prefers_second, 1);
 * ```
 */
export function positionRobustness<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n robustness n_incomplete n_tie prefers_first prefers_second", Evidence, Groups> {
  const action = "positionRobustness";
  const { frame: pairs, outcomes, table } = pairMetric(action, arguments, given, options, {
    without: ["swapped"],
    once: true,
  });
  const { choice } = outcomes, { partner, isParsed, isIncomplete } = bothOrders(action, pairs, choice);
  const same = (row: number) => choice[row] === choice[partner[row]] && choice[row] !== VERDICT.tie;
  const items = { name: "the robustness", value: (row: number) => isParsed(row) ? Number(same(row)) : NaN };
  const robustness = mean(items);
  const chose = (one: number, two: number) =>
    counted((row) => isParsed(row) && choice[row] === one && choice[partner[row]] === two);
  return table({
    n: count(items),
    robustness,
    n_incomplete: counted(isIncomplete),
    ...interval(robustness),
    n_tie: counted((row) =>
      isParsed(row) && (choice[row] === VERDICT.tie || choice[partner[row]] === VERDICT.tie)
    ),
    prefers_first: chose(VERDICT.A, VERDICT.B),
    prefers_second: chose(VERDICT.B, VERDICT.A),
  });
}
