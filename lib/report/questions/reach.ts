import type pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { rowsBehind } from "../../metrics/rows_behind.ts";
import { COMPARED, ONLY_IN } from "../compare.ts";
import { groupOf } from "../estimates.ts";
import { countText } from "../number_text.ts";
import type { Estimate } from "../report_types.ts";

const SIDES = ["before", "after"];

/** The least and the largest value that a number could have. */
export type Ends = readonly [low: number, high: number];

/** What nobody knows of a frame's rows, and what a number of some of them could be whatever that is. */
interface Unknown {
  isUnread: (row: number, one: Estimate) => boolean;
  of: (rows: readonly number[], one: Estimate) => Ends;
  /** Whether a row counts among the judgments: a reply once, however many people voted on its item. */
  counts?: (row: number) => boolean;
  /** What a judgment without a value lacks. */
  says?: string;
}

/** A sum of weighted means of the rows of each side, of which each has a least and a largest value. */
export function endsOfMeans(
  ends: (row: number) => Ends,
  side: (row: number) => number,
  weights: readonly number[],
): (rows: readonly number[]) => Ends {
  return (rows) =>
    weights.reduce<Ends>(([low, high], weight, part) => {
      const own = rows.filter((row) => side(row) === part);
      const [least, most] = [0, 1].map((end) =>
        weight * own.reduce((sum, row) => sum + ends(row)[end], 0) / own.length
      );
      return [low + Math.min(least, most), high + Math.max(least, most)];
    }, [0, 0]);
}

/**
 * Estimates with how far judgments without a value, and those that only one of two results has, could carry them: each has the value that
 * carries it farthest, by itself in either result. With `sides` estimates are changes, of a claim (`held`) the drop in size; the rows are
 * all of either result then (`whole` of `compared`).
 */
export function reaching(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  { isUnread, of, counts = () => true, says = "judgments have no score" }: Unknown,
  sides?: readonly [string, string],
): Estimate[] {
  const told = (column: string) => rows.columns.includes(column) ? rows.getColumn(column).toArray() : [];
  const [side, only] = [sides ? told(COMPARED) : [], told(ONLY_IN)];
  const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, by));
  const groups = new Map(groupRows(rows, by).map(({ key, rows }) => [keyOf(key), [...rows]]));
  return estimates.map((one) => {
    const own = groups.get(keyOf(one.group));
    if (!own || Number.isNaN(one.estimate)) return one;
    const made = own.filter((row) => counts(row) && (only[row] == null || only[row] === side[row]));
    const unread = made.filter((row) => isUnread(row, one)).length;
    const lone = SIDES.map((name) => made.filter((row) => only[row] === name).length);
    if (unread + lone[0] + lone[1] === 0) return one;
    const found = SIDES.map((name) => of(sides ? own.filter((row) => side[row] === name) : own, one));
    const sizes = found.map(([low, high]) => [Math.max(0, low, -high), Math.max(-low, high)]);
    const [from, to] = one.held ? sizes.toReversed() : found;
    const [low, high] = sides ? [to[0] - from[1], to[1] - from[0]] : from;
    if (!(high > low)) return one;
    const why = [
      ...SIDES.flatMap((name, s) =>
        lone[s] === 0 ? [] : [
          `${countText(lone[s])} of ${
            countText(made.filter((row) => side[row] === name).length)
          } judgments are only in ${sides![s]}`,
        ]
      ),
      ...unread === 0 ? [] : [`${countText(unread)} of ${countText(made.length)} ${says}`],
    ].join(", ");
    return { ...one, reach: { low, high, why: `${why}: they could carry it over the limit` } };
  });
}

/** Accuracies of pairs or differences of two subsets (`split`), in reach of unread replies: each right or wrong. */
export function withReach(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  split: "informativeness" | "length" | "slot" | null,
  sides?: readonly [string, string],
): Estimate[] {
  const outcomes = pairOutcomes("report", rows), { correct, choice } = outcomes;
  const splits = split === null || split === "slot" ? [] : [split];
  const counted = new Set(rowsBehind("report", rows, { splits }).rows);
  const isUnread = (row: number) => choice[row] === VERDICT.missing;
  return reaching(rows, by, estimates, {
    isUnread,
    of: endsOfMeans(
      (row) => [correct[row], isUnread(row) ? 1 : correct[row]],
      (row) => correct[row] < 0 ? -1 : split === null ? 0 : outcomes[split][row],
      split === null ? [1] : [1, -1],
    ),
    counts: (row) => counted.has(row),
    says: "replies are unread",
  }, sides);
}
