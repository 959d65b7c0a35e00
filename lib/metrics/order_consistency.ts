import type pl from "nodejs-polars";
import { COEFFICIENT } from "../stats/infer.ts";
import { matchRows } from "./pair_rows.ts";
import { count, counted, evidence, interval, limits, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { unless } from "./undecided.ts";

/**
 * Order consistency: how often a judge gives the same verdict in both orders of the answers, and which slot wins
 * where it does not.
 *
 * `consistency` = share of items, judged in both orders, with the same canonical verdict (`choice` is in canonical
 * order whatever `swapped`); a tie in both orders is the same verdict, which `positionRobustness` does not take for a
 * winner. `first_when_inconsistent` = share of the first slot among the items where A wins in one order and B in the
 * other: 1 = always the answer shown first, 0.5 = neither slot, 0 = always the last. `fairness` puts the two together
 * as Shi et al. 2024 do (Judging the Judges: position bias): the share of all items that the last slot wins twice
 * minus the share that the first slot wins twice, with an item of one tie counting for the slot that won the other
 * order, so in [−1, 1]: 0 = fair, −1 = always the first. (They rescale it by its range over judges; here it is as it
 * is.)
 *
 * An order that is missing, or unparsable in either, makes the item incomplete: left out and counted. The human label
 * is not needed.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (items), `consistency, low,
 * high, first_when_inconsistent, n_incomplete`, then `first_low, first_high, fairness, fairness_low, fairness_high,
 * n_clusters, n_inconsistent` (A in one order, B in the other), `n_one_tie, n_both_tie, first_clusters,
 * first_df, first_warning, fairness_clusters, fairness_df, fairness_warning`. 95% cluster-robust
 * intervals. No items gives NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when two rows have the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { orderConsistency } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "1", "2"], swapped: [false, false, true, true],
 *   human: ["A", "B", "A", "B"],
 *   choice: ["A", "A", "A", "B"], // item 2: the answer shown first wins twice
 * });
 * const [row] = orderConsistency(pairs, { by: [] }).toRecords();
 * assert.deepEqual([row.consistency, row.first_when_inconsistent, row.fairness], [
 *   0.5, 1, -0.5,
 * ]);
 * ```
 */
export function orderConsistency<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "n consistency first_when_inconsistent n_incomplete first_low first_high fairness fairness_low fairness_high n_inconsistent n_one_tie n_both_tie first_clusters first_df first_warning fairness_clusters fairness_df fairness_warning",
  Evidence,
  Groups
> {
  const { frame: pairs, outcomes, table } = pairMetric("orderConsistency", arguments, given, options, {
    without: ["swapped"],
    once: true,
  });
  const { choice } = outcomes;
  const { partner, isUnmatched, isParsed, isIncomplete } = bothOrders("orderConsistency", pairs, choice);
  const ties = (row: number) =>
    Number(choice[row] === VERDICT.tie) + Number(choice[partner[row]] === VERDICT.tie);
  const same = (row: number) => choice[row] === choice[partner[row]];
  const isSplit = (row: number) => isParsed(row) && !same(row) && ties(row) === 0;
  /** Wins of the first slot minus wins of the last, in both orders together: −2 … 2. */
  const lead = (row: number) => {
    const wins = (verdict: number, atFirst: number) =>
      verdict === VERDICT.tie ? 0 : verdict === atFirst ? 1 : -1;
    return wins(choice[row], VERDICT.A) + wins(choice[partner[row]], VERDICT.B);
  };
  const items = (name: string, isIn: (row: number) => boolean, value: (row: number) => number) => ({
    name,
    value: (row: number) => isIn(row) ? value(row) : NaN,
  });
  const alone = (rows: Int32Array) =>
    rows.length === 0 || !rows.every(isUnmatched) ? "" : "no pair was judged in both orders (column swapped)";
  const both = items("consistency", isParsed, (row) => same(row) ? 1 : 0),
    consistency = unless(mean(both), alone);
  const firstSlot = unless(
    mean({
      ...items("the first slot", isSplit, (row) => lead(row) > 0 ? 1 : 0),
      none: "no verdict went from one answer to the other with the order",
    }),
    alone,
  );
  const fairness = mean({
    ...items("fairness", isParsed, (row) => same(row) ? 0 : -Math.sign(lead(row))),
    range: COEFFICIENT,
  });
  const { low, high, ...behind } = interval(consistency);
  return table({
    n: count(both),
    consistency,
    low,
    high,
    first_when_inconsistent: firstSlot,
    n_incomplete: counted(isIncomplete),
    ...limits("first", firstSlot),
    fairness,
    ...limits("fairness", fairness),
    ...behind,
    n_inconsistent: counted(isSplit),
    n_one_tie: counted((row) => isParsed(row) && ties(row) === 1),
    n_both_tie: counted((row) => isParsed(row) && ties(row) === 2),
    ...evidence("first", firstSlot),
    ...evidence("fairness", fairness),
  });
}

/** Items judged in both orders: of an item's two rows the one in canonical order stands for it, `partner` is its other one; incomplete is a row without it, and an item of which one cannot be read. */
export function bothOrders(action: string, pairs: pl.DataFrame, choice: Uint8Array) {
  const { first, partner: other } = matchRows(action, pairs, "swapped"), partner = other.slice();
  for (const row of first) partner[row] = -1;
  const isParsed = (row: number) =>
    partner[row] >= 0 && choice[row] !== VERDICT.missing && choice[partner[row]] !== VERDICT.missing;
  const isUnmatched = (row: number) => other[row] < 0;
  const isIncomplete = (row: number) => isUnmatched(row) || partner[row] >= 0 && !isParsed(row);
  return { partner, isUnmatched, isParsed, isIncomplete };
}
