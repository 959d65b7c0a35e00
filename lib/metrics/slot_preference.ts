import pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import type { PairMetricOptions } from "./informativeness_bias.ts";
import { EVIDENCE, intervalCells } from "./metric_columns.ts";
import { groupRows, metricFrame } from "./metric_table.ts";
import { pairOutcomes, pairsGrouping, VERDICT } from "./pair_outcomes.ts";
import { rowExtremes, rowInterval } from "./row_interval.ts";
import { requireOptions } from "../results/require_options.ts";

/**
 * Slot preference: does the answer shown first win more often than it should? No order swaps are needed, where people
 * voted on the same pairs.
 *
 * The first slot holds answer A, or B where `swapped`. Three views of it:
 * - `share_first`: share of the first slot among the `n` decided verdicts (A or B). 0.5 = no preference only if the
 *   better answer was as often first: compare with `human_share_first`, the same share among the people's decided
 *   votes of these rows.
 * - `acc_first`, `acc_second`: accuracy where people prefer the first, and the second slot (ties and unparsable
 *   answers are wrong, as everywhere). What differs between the two is the slot, unless good answers in one slot are
 *   easier to tell.
 * - `gap` = acc_first − acc_second in [−1, 1]: 0 = the slot makes no difference, 1 = always the first, −1 = always
 *   the second. A judge that takes the first slot with chance p whatever is in it has acc_first p, acc_second 1 − p
 *   and a gap of 2p − 1. A gap is no proof of a slot preference where pairs were shown once: slot and content are
 *   confounded then.
 *
 * Source: the conflict rates of Wang et al. 2023 (Large Language Models are not Fair Evaluators) and the split by the
 * people's choice, as the equal-opportunity gap of Hardt et al. 2016.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, share_first, low, high,
 * acc_first, acc_second, gap, gap_low, gap_high, human_share_first` (95% cluster-robust intervals), then `n_clusters,
 * n_first, n_second` (rows where people prefer that slot), `n_human_tie, n_tie, n_unparsed, gap_clusters, gap_df,
 * gap_warning`. Nothing decided gives
 * NaN with n = 0.
 *
 * `bounds` adds `lowest, highest`: the share with every tie and unparsable answer taken for the second slot, and for the first.
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
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "B", "B", "A"],
 *   choice: ["A", "A", "B", "A"],
 * });
 * const [row] = slotPreference(pairs, { by: [] }).toRecords();
 * assert.deepEqual([row.share_first, row.human_share_first], [0.75, 0.5]);
 * assert.equal(row.gap, 0.5); // 2/2 where people prefer the first, 1/2 where they prefer the second
 * ```
 */
export function slotPreference(
  pairs: pl.DataFrame,
  { by, level, bounds = false, ...others }: PairMetricOptions = {},
): pl.DataFrame {
  requireOptions("slotPreference", others, ["by", "level", "bounds"]);
  const { human, choice, correct, clusters } = pairOutcomes("slotPreference", pairs);
  const swapped = swappedRows(pairs);
  /** 1 = the first slot, 0 = the second, NaN = neither. */
  const first = (verdict: number, row: number) =>
    verdict > VERDICT.B ? NaN : (verdict === VERDICT.A) === (swapped[row] === 0) ? 1 : 0;
  const grouping = pairsGrouping(pairs, by);
  const groups = groupRows(pairs, grouping).map(({ key, rows }) => {
    const chosen = rowInterval({ rows, clusters, level, value: (row) => first(choice[row], row) });
    const gap = rowInterval({
      rows,
      clusters,
      value: (row) => correct[row] < 0 ? NaN : correct[row],
      part: (row) => first(human[row], row) === 1 ? 0 : 1,
      weights: [1, -1],
      bounds: [-1, 1],
      level,
    });
    // Only the share of the people's votes is told: an interval of it would take as long as that of the judge's.
    let decided = 0, firsts = 0, humanTies = 0, ties = 0, unparsed = 0;
    for (const row of rows) {
      if (human[row] <= VERDICT.B) {
        decided++;
        firsts += first(human[row], row);
      }
      if (human[row] === VERDICT.tie) humanTies++;
      if (choice[row] === VERDICT.tie) ties++;
      if (choice[row] === VERDICT.missing) unparsed++;
    }
    return {
      ...key,
      n: chosen.n,
      share_first: chosen.estimate,
      ...intervalCells(chosen),
      acc_first: gap.means[0],
      acc_second: gap.means[1],
      gap: gap.estimate,
      gap_low: gap.low,
      gap_high: gap.high,
      gap_clusters: gap.clusters,
      gap_df: gap.df,
      gap_warning: gap.warning || null,
      human_share_first: firsts / decided, // 0/0 is NaN
      n_first: gap.counts[0],
      n_second: gap.counts[1],
      n_human_tie: humanTies,
      n_tie: ties,
      n_unparsed: unparsed,
      ...(bounds
        ? rowExtremes({
          rows,
          ends: (row) => {
            const own = first(choice[row], row);
            return Number.isNaN(own) ? [0, 1] : [own, own];
          },
        })
        : {}),
    };
  });
  return metricFrame(grouping, {
    n: "count",
    share_first: "estimate",
    low: "estimate",
    high: "estimate",
    acc_first: "estimate",
    acc_second: "estimate",
    gap: "estimate",
    gap_low: "estimate",
    gap_high: "estimate",
    human_share_first: "estimate",
    ...EVIDENCE,
    n_first: "count",
    n_second: "count",
    n_human_tie: "count",
    n_tie: "count",
    n_unparsed: "count",
    gap_clusters: "count",
    gap_df: "estimate",
    gap_warning: "text",
    ...(bounds ? { lowest: "estimate", highest: "estimate" } as const : {}),
  }, groups);
}

/** 1 where the judge saw B first; 0 where it saw A first, or the frame does not say. */
export function swappedRows(pairs: pl.DataFrame): Uint8Array {
  if (!pairs.columns.includes("swapped")) return new Uint8Array(pairs.height);
  const column = pairs.getColumn("swapped");
  if (/Bool/.test(String(column.dtype)) && column.nullCount() === 0) {
    return column.cast(pl.UInt8).toTypedArray() as Uint8Array;
  }
  const { codes, levels } = factor(column);
  return Uint8Array.from(codes, (code) => levels[code] === true ? 1 : 0);
}
