import { namingUndecided, unless } from "./undecided.ts";
import type pl from "nodejs-polars";
import { count, counted, difference, evidence, interval, limits, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { SIDE, VERDICT } from "./pair_outcomes.ts";
import { firstRows, SLOT, swappedRows } from "./pair_rows.ts";

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
 *   confounded then. "slot" of a report is the gap over the replies that could be read: `where: { choice: ["A", "B", "tie"] }`.
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
    verdict > VERDICT.B || !told(row)
      ? NaN
      : (verdict === VERDICT.A) === (swapped[row] === SLOT.given)
      ? 1
      : 0;
  const right = (name: string, side: number) => ({
    name,
    value: (row: number) => outcomes.slot[row] === side && correct[row] >= 0 ? correct[row] : NaN,
  });
  const chosen = {
    name: "the first slot",
    value: (row: number) => isFirst?.[row] === 0 ? NaN : slot(choice[row], row),
    none: "no verdict names one of the answers, their order known",
  };
  const people = { name: "people", value: (row: number) => slot(human[row], row) };
  const first = right("first slot", SIDE.first), second = right("second slot", SIDE.second);
  const isChosen = (row: number) => told(row) && choice[row] <= VERDICT.B;
  const share = mean(chosen),
    gap = unless(
      difference(first, second),
      (rows) => rows.some((row) => told(row) && correct[row] >= 0) && !rows.some(isChosen) ? chosen.none : "",
    );
  const { low, high, ...behind } = interval(share);
  const { gap_clusters, gap_df, gap_warning: warning } = evidence("gap", gap);
  return table({
    n: count(chosen),
    share_first: share,
    low,
    high,
    acc_first: mean(first),
    acc_second: mean(second),
    gap,
    ...limits("gap", gap),
    // Of the people's votes the share alone: its interval would take as long as the judge's.
    human_share_first: mean(people),
    ...behind,
    n_first: count(first),
    n_second: count(second),
    n_human_tie: counted((row) => told(row) && human[row] === VERDICT.tie),
    n_tie: calls((row) => told(row) && choice[row] === VERDICT.tie),
    n_unparsed: calls((row) => told(row) && choice[row] === VERDICT.missing),
    n_order_unknown: calls((row) => !told(row)),
    gap_clusters,
    gap_df,
    gap_warning: namingUndecided({ warning }, outcomes, "slot").warning,
  });
}
