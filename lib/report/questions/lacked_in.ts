import type pl from "nodejs-polars";
import { isMany } from "../../metrics/undecided.ts";
import { COMPARED, ONLY_IN } from "../compare.ts";
import { countText } from "../number_text.ts";
import type { LookContext } from "../report_types.ts";

/** Of rows of a line, in either of two results (or the one there is), those that are there, and how many of these one alone has and nobody could read. */
export function lackedIn(frame: pl.DataFrame, sides?: LookContext["sides"]) {
  const [result, only] = [COMPARED, ONLY_IN].map((column) =>
    frame.columns.includes(column) ? frame.getColumn(column).toArray() : []
  );
  return (rows: readonly number[], isUnread: (row: number) => boolean) =>
    (sides ?? [""]).map((name, s) => {
      const own = sides ? rows.filter((row) => result[row] === ["before", "after"][s]) : rows;
      const shared = own.filter((row) => only[row] == null);
      const made = own.filter((row) => only[row] == null || only[row] === result[row]);
      const unread = made.filter(isUnread).length, lone = made.filter((row) => only[row] != null).length;
      const share = own.length > 0 ? (unread + own.length - made.length) / own.length : 0;
      return { name, of: name && ` of ${name}`, own, shared, made, all: made.length, unread, lone, share };
    });
}

export type Result = ReturnType<ReturnType<typeof lackedIn>>[number];

/** How many of either result lack something, where these are many. */
export const countsIn = (
  results: readonly Result[],
  what: string,
  counts = results.map(({ unread }) => unread),
) =>
  results.flatMap(({ of, all }, r) =>
    isMany(counts[r], all) ? [`${countText(counts[r])} of ${countText(all)} ${what}${of}`] : []
  ).join(" and ");

export function whyOpen(results: readonly Result[], what: string, lack: string): string[] {
  const told = (count: number, all: number, said: string) =>
    count === 0 ? [] : [`${countText(count)} of ${countText(all)} ${said}`];
  return [
    ...results.flatMap(({ name, lone, all }) => told(lone, all, `judgments are only in ${name}`)),
    ...results.flatMap(({ of, unread, all }) => told(unread, all, `${what}${of} ${lack}`)),
  ];
}
