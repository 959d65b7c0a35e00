import type pl from "nodejs-polars";
import { COEFFICIENT } from "../stats/infer.ts";
import { pairMetric } from "./metric.ts";
import { count, counted, difference, evidence, interval, limits, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { matchRows, SLOT, swappedRows } from "./pair_rows.ts";
import { firstRows } from "../results/votes.ts";
import { namingLeftOut, namingUndecided, unless } from "./undecided.ts";

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
  const wins = (verdict: number, first: number) => verdict === VERDICT.tie ? 0 : verdict === first ? 1 : -1;
  /** Wins of the first slot minus wins of the last, in both orders together: −2 … 2. */
  const lead = (row: number) => wins(choice[row], VERDICT.A) + wins(choice[partner[row]], VERDICT.B);
  const items = (name: string, isIn: (row: number) => boolean, value: (row: number) => number) => ({
    name,
    value: (row: number) => isIn(row) ? value(row) : NaN,
  });
  const alone = (rows: Int32Array) =>
    rows.length === 0 || !rows.every(isUnmatched) ? "" : "no pair was judged in both orders (column swapped)";
  const both = items("consistency", isParsed, (row) => same(row) ? 1 : 0);
  const turned = items("the first slot", isSplit, (row) => lead(row) > 0 ? 1 : 0);
  const none = "no verdict went from one answer to the other with the order";
  const consistency = unless(mean(both), alone), firstSlot = unless(mean({ ...turned, none }), alone);
  const fairness = mean({
    ...items("fairness", isParsed, (row) => same(row) ? 0 : -Math.sign(lead(row))),
    range: COEFFICIENT,
  });
  const { low, high, ...behind } = interval(consistency);
  return table({
    n: count(both),
    ...{ consistency, low, high },
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

/**
 * Slot preference: does the answer shown first win more often than it should? No order swaps are needed, where people
 * voted on the same pairs.
 *
 * The first slot holds answer A, or B where `swapped`. Three views of it:
 * - `share_first`: share of the first slot among the `n` decided verdicts (A or B). 0.5 = no preference only if the
 *   better answer was as often first: compare with `human_share_first`, the same share among the people's decided
 *   votes of these rows.
 * - `acc_first`, `acc_second`: accuracy where people prefer the first, and the second slot (ties and unparsable
 *   answers are wrong, as everywhere; `gap_warning` counts many). What differs between the two is the slot, unless good answers in one slot are
 *   easier to tell.
 * - `gap` = acc_first − acc_second in [−1, 1]: 0 = the slot makes no difference, 1 = always the first, −1 = always
 *   the second. A judge that takes the first slot with chance p whatever is in it has acc_first p, acc_second 1 − p
 *   and a gap of 2p − 1. A gap is no proof of a slot preference where pairs were shown once: slot and content are
 *   confounded then. Three numbers are called so: this gap, of all replies (unread ones are wrong); "slot" of a report, of those that could be
 *   read, `where: { choice: ["A", "B", "tie"] }`; and in `judgesDiffer` and "slot_by_judge" its difference on pairs of which both could.
 *
 * Source: the conflict rates of Wang et al. 2023 (Large Language Models are not Fair Evaluators) and the split by the
 * people's choice, as the equal-opportunity gap of Hardt et al. 2016.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, share_first, low, high,
 * acc_first, acc_second, gap, gap_low, gap_high, human_share_first` (95% cluster-robust intervals), then `n_clusters,
 * n_first, n_second` (rows where people prefer that slot), `n_human_tie, n_tie, n_unparsed, n_order_unknown,
 * gap_clusters, gap_df, gap_warning`. Nothing decided gives NaN with n = 0. Rows whose column `order` says "unknown"
 * (the file does not tell which answer was first) are in `n_order_unknown` and in nothing else. A verdict on which several
 * people voted (`annotator`) is one in `n`, `share_first` and the counts of the judge; accuracies and people's share go
 * over all votes.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when human or choice holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { slotPreference } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"], human: ["A", "B", "B", "A"],
 *   choice: ["A", "A", "B", "A"],
 * });
 * const [row] = slotPreference(pairs, { by: [] }).toRecords();
 * assert.deepEqual([row.share_first, row.human_share_first], [0.75, 0.5]);
 * // 2/2 where people prefer the first, 1/2 where they prefer the second
 * assert.equal(row.gap, 0.5);
 * ```
 */
export function slotPreference<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "n share_first acc_first acc_second gap gap_low gap_high human_share_first n_first n_second n_human_tie n_tie n_unparsed n_order_unknown gap_clusters gap_df gap_warning",
  Evidence,
  Groups
> {
  const { frame: pairs, outcomes, table } = pairMetric("slotPreference", arguments, given, options);
  const { human, choice, correct, calls } = outcomes;
  const swapped = swappedRows(pairs), isFirst = firstRows(pairs, options.by);
  const told = (row: number) => swapped[row] !== SLOT.unknown;
  /** 1 = the first slot, 0 = the second, NaN = neither, or nobody knows. */
  const slot = (verdict: number, row: number) =>
    verdict > VERDICT.B || !told(row) ? NaN : Number(verdict === swapped[row]);
  const chosen = {
    name: "the first slot",
    value: (row: number) => isFirst?.[row] === 0 ? NaN : slot(choice[row], row),
    none: "no verdict names one of the answers, their order known",
  };
  const people = { name: "people", value: (row: number) => slot(human[row], row) };
  const first = { ...outcomes.part("first"), name: "first slot" };
  const second = { ...outcomes.part("second"), name: "second slot" };
  const isChosen = (row: number) => told(row) && choice[row] <= VERDICT.B;
  const isRated = (row: number) => told(row) && correct[row] >= 0;
  const noneOf = (rows: Int32Array) => rows.some(isRated) && !rows.some(isChosen) ? chosen.none : "";
  const share = mean(chosen), gap = unless(difference(first, second), noneOf);
  const unread = calls((row) => told(row) && choice[row] === VERDICT.missing);
  const { low, high, ...behind } = namingLeftOut(interval(share), "share_first", chosen, unread);
  const { gap_clusters, gap_df, gap_warning: warning } = evidence("gap", gap);
  return table({
    n: count(chosen),
    ...{ share_first: share, low, high },
    ...{ acc_first: mean(first), acc_second: mean(second), gap },
    ...limits("gap", gap),
    // Of the people's votes the share alone: its interval would take as long as the judge's.
    human_share_first: mean(people),
    ...behind,
    n_first: count(first),
    n_second: count(second),
    n_human_tie: counted((row) => told(row) && human[row] === VERDICT.tie),
    n_tie: calls((row) => told(row) && choice[row] === VERDICT.tie),
    n_unparsed: unread,
    n_order_unknown: calls((row) => !told(row)),
    gap_clusters,
    gap_df,
    gap_warning: namingUndecided({ warning }, outcomes, "slot").warning,
  });
}
