import pl from "nodejs-polars";
import { inWords } from "../progress/show.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { isMany } from "../metrics/undecided.ts";
import { takeRows } from "../results/take_rows.ts";
import { grouped } from "../stats/grouped.ts";
import { changedRows, COMPARED, judgmentsIn, onceEach, ONLY_IN, saidIn, SIDES } from "./compare.ts";
import { groupOf } from "./estimates.ts";
import { countText } from "./number_text.ts";
import type { Question } from "./report_types.ts";

export const CHANGED = "changed.csv";

export const LISTED = `: ${CHANGED} (changed in code) lists each`;

const NAMED = 5;

const REPLIES = ["reply", "status", "unbiased_reply", "biased_reply", "unbiased_status", "biased_status"];

/** The judgments that changed, a row each: what is known of it once, and what either of the two results says (`choice_first`, `choice_second`; so its reply, and all else in which they differ). */
export function changedJudgments(voted: pl.DataFrame): pl.DataFrame {
  const both = onceEach(voted), half = both.height / 2, rows = changedRows(both), said = saidIn(both);
  const sides = [both.head(half), both.tail(half)].map((frame) => takeRows(frame, rows)), [first] = sides;
  const known = both.columns.filter((name) => name !== COMPARED && !said.includes(name)).filter((name) =>
    sides.some((frame) => frame.getColumn(name).nullCount() < frame.height)
  );
  const isTwo = (name: string) =>
    REPLIES.includes(name) || !first.getColumn(name).seriesEqual(sides[1].getColumn(name), true);
  const twice = (names: readonly string[]) =>
    sides.flatMap((frame, s) => names.map((name) => frame.getColumn(name).rename(`${name}_${SIDES[s]}`)));
  return pl.DataFrame([
    ...known.filter((name) => !isTwo(name)).map((column) => first.getColumn(column)),
    ...twice(said),
    ...known.filter(isTwo).flatMap((name) => twice([name])),
  ]);
}

export function changedWords(voted: pl.DataFrame): string {
  const both = onceEach(voted), half = both.height / 2, rows = changedRows(both), said = saidIn(both);
  const isVerdict = said.includes("choice"), kind = isVerdict ? "verdict" : "score";
  const values = said.map((column) => both.getColumn(column).toArray());
  const isNone = (row: number) => values.some((own) => own[row] === null || own[row + half] === null);
  const none = rows.filter(isNone).length, judges = both.head(half).getColumn("judge").toArray();
  const own = [...grouped(judges.keys(), (row) => judges[row])].map(([judge, all]) =>
    `${judge} ${countText(rows.filter((row) => judges[row] === judge).length)} of ${countText(all.length)}`
  );
  return [
    `${countText(rows.length)} of ${inWords(half, kind)} changed`,
    none > 0 &&
    `, ${countText(rows.length - none)} from one ${kind} to another and ${countText(none)} from or to none`,
    own.length > 1 && rows.length > 0 &&
    ` (${own.slice(0, NAMED).join(", ")}${
      own.length > NAMED ? `, and ${own.length - NAMED} more judges` : ""
    })`,
  ].filter(Boolean).join("");
}

/** Estimates of two results that say whether the judgments behind them are the same in both, and warn where many are in one alone. */
export function withShared(ask: Question["estimates"]): Question["estimates"] {
  return (both, by, context) => {
    const half = both.head(both.height / 2), { whole, sides } = context;
    const changed = takeRows(half, changedRows(both, ["words_a", "words_b"]));
    const lone = ["before", "after"].map((side) =>
      whole?.filter(pl.col(ONLY_IN).eq(pl.lit(side)).and(pl.col(COMPARED).eq(pl.lit(side)))) ?? both.head(0)
    );
    const [shared, unlike, ...alone] = [half, changed, ...lone].map((frame) =>
      groupRows(frame, by).map(({ key, rows }) => ({
        key: groupOf(key, by),
        count: judgmentsIn(frame, rows),
      }))
    );
    return ask(both, by, context).map((one) => {
      const isOwn = by.filter((name) => name in one.group);
      const countOf = (groups: typeof shared) =>
        groups.filter(({ key }) => isOwn.every((name) => key[name] === one.group[name]))
          .reduce((sum, { count }) => sum + count, 0);
      const [own, ...others] = [shared, ...alone].map(countOf);
      const said = others.map((count, s) => {
        const words = `${countText(count)} of ${countText(own + count)} judgments are only in ${sides[s]}`;
        return { words: count > 0 && `${words} and left out`, isMany: isMany(count, own + count) };
      });
      const told = (isMany: boolean, more: string | undefined) =>
        [more, ...said.map((one) => one.isMany === isMany && one.words)].filter(Boolean).join("; ");
      const isSame = countOf(unlike) + others[0] + others[1] === 0;
      return {
        ...one,
        warning: told(true, one.warning),
        note: told(false, one.note),
        ...isSame && { same: true as const },
      };
    });
  };
}
