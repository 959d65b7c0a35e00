import type pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, SIDE, VERDICT } from "../../metrics/pair_outcomes.ts";
import { rowsBehind } from "../../metrics/rows_behind.ts";
import { COMPARED, ONLY_IN } from "../compare.ts";
import { groupOf } from "../estimates.ts";
import { countText } from "../number_text.ts";
import type { Estimate } from "../report_types.ts";

const SIDES = ["before", "after"];

/**
 * Estimates with how far unread replies, and judgments that only one of two results has, could carry them: all of these right or all wrong,
 * whichever is farther in each subset and result. They are accuracies or differences of two subsets (`split`), with `sides` changes of
 * these, of a claim (`held`) the drop in size. Of two results `rows` are all of either (`whole` of `compared`).
 */
export function withReach(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  split: "informativeness" | "length" | "slot" | null,
  sides?: readonly [string, string],
): Estimate[] {
  const outcomes = pairOutcomes("report", rows), { correct, choice } = outcomes;
  const told = (column: string) => rows.columns.includes(column) ? rows.getColumn(column).toArray() : [];
  const [side, only] = [sides ? told(COMPARED) : [], told(ONLY_IN)];
  const isUnread = (row: number) => choice[row] === VERDICT.missing;
  const splits = split === null || split === "slot" ? [] : [split];
  const counted = new Set(rowsBehind("report", rows, { splits }).rows);
  const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, by));
  const groups = new Map(groupRows(rows, by).map(({ key, rows }) => [keyOf(key), [...rows]]));
  return estimates.map((one) => {
    const own = groups.get(keyOf(one.group));
    if (!own || Number.isNaN(one.estimate)) return one;
    /** Least and largest accuracy, or difference, of a result. */
    const [before, after] = SIDES.map((name) => {
      const [first, second] = [SIDE.first, SIDE.second].map((part) => {
        const all = own.filter((row) =>
          correct[row] >= 0 && (!sides || side[row] === name) &&
          (split === null ? part === SIDE.first : outcomes[split][row] === part)
        );
        const right = all.filter((row) => correct[row] > 0).length, { length } = all;
        return [right / length, (right + all.filter(isUnread).length) / length];
      });
      return split === null ? first : [first[0] - second[1], first[1] - second[0]];
    });
    const [sizeBefore, sizeAfter] = [before, after].map(([low, high]) => [
      Math.max(0, low, -high),
      Math.max(-low, high),
    ]);
    const [from, to] = one.held ? [sizeAfter, sizeBefore] : [before, after];
    const [low, high] = sides ? [to[0] - from[1], to[1] - from[0]] : before;
    const made = own.filter((row) => counted.has(row) && (only[row] == null || only[row] === side[row]));
    const unread = made.filter(isUnread).length;
    const lone = SIDES.map((name) => made.filter((row) => only[row] === name).length);
    if (!(high > low) || unread + lone[0] + lone[1] === 0) return one;
    const why = [
      ...SIDES.flatMap((name, s) =>
        lone[s] === 0 ? [] : [
          `${countText(lone[s])} of ${
            countText(made.filter((row) => side[row] === name).length)
          } judgments are only in ${sides![s]}`,
        ]
      ),
      ...unread === 0 ? [] : [`${countText(unread)} of ${countText(made.length)} replies are unread`],
    ].join(", ");
    return { ...one, reach: { low, high, why: `${why}: they could carry it over the limit` } };
  });
}
