import type pl from "nodejs-polars";
import { inWords, thousands } from "../progress/told.ts";
import type { Column } from "./metric_table.ts";
import { NO_ESTIMATE } from "../stats/estimand.ts";
import type { Estimate, Part } from "./metric_columns.ts";
import { everyRow, isVoted, verdictCells } from "../results/votes.ts";
import { grouped } from "../stats/grouped.ts";
import { type PairOutcomes, SIDE, VERDICT } from "./pair_outcomes.ts";

/** 5 points: the δ of claims and of the report unless told otherwise. */
export const POINTS = 0.05;

/** Whether so many replies (rows without a partner, …) can move a share by as much as counts: what metrics, claims, the report and figures warn of. */
export const isMany = (count: number, all: number, delta = POINTS) => count > 0 && count >= delta * all;

/** How many of people's votes unread replies could agree with: of a reply on which they are split those of the larger side. */
export function mostRight(pairs: pl.DataFrame, { human }: Pick<PairOutcomes, "human">) {
  const cells = isVoted(pairs) ? verdictCells(pairs) : null;
  return (unread: readonly number[]): number =>
    [...grouped(unread, (row) => cells?.[row] ?? row).values()].reduce((sum, votes) => {
      const [forA, forB] = [VERDICT.A, VERDICT.B].map((one) =>
        votes.filter((row) => human[row] === one).length
      );
      return sum + Math.max(forA, forB);
    }, 0);
}

const PULLS = "which shrinks a difference if both sides have as many, and makes or hides one if not";

export function unscoredIn(unscored: number, all: number): string {
  if (unscored === all || !isMany(unscored, all)) return "";
  const are = unscored === 1 ? "has no score and is" : "have no score and are";
  const some = `${thousands(unscored)} of ${thousands(all)}`;
  return `${some} ${are} left out: how far they would move the agreement is not known`;
}

export const VOTES = "people's votes alone: no judge was asked";

/** Verdicts by row, a row for each reply behind rows (`repliesIn`; else each is one), and which of them that are none are missing beside a person's vote. */
export interface Verdicts {
  choice: ArrayLike<number>;
  replies?: PairOutcomes["replies"];
  isVote?: PairOutcomes["isVote"];
}

/** That replies were wanted and not one of them could be read: their accuracy is 0, as that of wrong ones, and says nothing of the judge. */
export function unreadIn(
  { choice, replies = everyRow, isVote = () => false }: Verdicts,
  rows: Iterable<number>,
  isIn: (row: number) => boolean = () => true,
  said = notRead,
): string {
  const own: number[] = [];
  for (const row of rows) {
    if (!isIn(row)) continue;
    if (choice[row] !== VERDICT.missing) return "";
    own.push(row);
  }
  return own.length === 0 ? "" : own.every(isVote) ? VOTES : said(replies(own).length);
}

export const unreadPart = (
  verdicts: Verdicts,
  rows: Iterable<number>,
  { value }: Pick<Part, "value">,
): string => unreadIn(verdicts, rows, (row) => !Number.isNaN(value(row)));

export const notRead = (n: number) => `not one of ${inWords(n, "reply", "replies")} could be read`;

/** An estimate that there is none of in a group of which something can be said: NaN with these words as its warning. */
export function unless(estimate: Estimate, why: (rows: Int32Array) => string): Estimate {
  return {
    ...estimate,
    of: (group) => why(group.rows) ? NaN : estimate.of(group),
    infer(group) {
      const found = estimate.infer(group), warning = why(group.rows);
      return warning ? { ...found, ...NO_ESTIMATE, warning } : found;
    },
  };
}

export function ofRead(estimate: Estimate, outcomes: PairOutcomes): Estimate {
  return unless(estimate, (rows) => unreadIn(outcomes, rows, (row) => outcomes.human[row] <= VERDICT.B));
}

/** What stands behind an accuracy, or the difference of two by a `split`, whose `warning` names many ties and unread replies among its rows too. */
export function namingUndecided<Cells extends Record<"warning", Column>>(
  cells: Cells,
  outcomes: PairOutcomes,
  split?: "informativeness" | "length" | "slot",
): Cells {
  const { correct, choice } = outcomes, side = split && outcomes[split], { warning } = cells;
  const isIn = (row: number) =>
    correct[row] >= 0 && (side === undefined || side[row] === SIDE.first || side[row] === SIDE.second);
  const counts = [null, VERDICT.missing, VERDICT.tie].map((one) =>
    outcomes.calls((row) => isIn(row) && (one === null || choice[row] === one))
  );
  // Values that are there: `where` refuses others.
  const known = (["A", "B", "tie"] as const).filter((one) => choice.includes(VERDICT[one]));
  const of: Column["of"] = (group) => {
    const [n, unread, ties] = counts.map((column) => Number(column.of(group)));
    const silent = unreadIn(outcomes, group.rows, isIn);
    if (silent) return silent;
    const all = verdictsOf(n, group.rows.filter(isIn).length);
    const many = (some: number, one: string, several: string, kept: string[]) =>
      isMany(some, n) &&
      `${inWords(some, one, several)} of ${all} ${some === 1 ? "counts" : "count"} as wrong` +
        (kept.length > 0 ? ` (without them: where: { choice: ["${kept.join('", "')}"] })` : "");
    return [
      warning.of(group),
      many(unread, "unread reply", "unread replies", known),
      many(ties, "tie", "ties", known.filter((one) => one !== "tie")),
    ].filter(Boolean).join("; ") || null;
  };
  return { ...cells, warning: { type: "text", of } };
}

/** Between which values a share of all lies, some of which are not known. */
export function rangeOf(name: string, values: readonly number[], unknown: number): string {
  const known = values.reduce((sum, one) => sum + one, 0), all = values.length + unknown;
  const [low, high] = [known, known + unknown].map((one) => (one / all).toFixed(3));
  return `${name} of all is from ${low} to ${high}`;
}

/** Of a share among what could be read: what it can be among all, where much could not; said of the replies behind rows. */
export function unreadLeaves(
  name: string,
  values: readonly number[],
  unread: number,
  replies: { unread: number; all: number } = { unread, all: values.length + unread },
): string {
  if (values.length === 0 || !isMany(unread, values.length + unread)) return "";
  const said = inWords(replies.unread, "unread reply", "unread replies");
  const are = replies.unread === 1 ? "is" : "are";
  return `${said} of ${thousands(replies.all)} ${are} left out: ${rangeOf(name, values, unread)}`;
}

/** What stands behind such a share, whose `warning` says so too. */
export function namingLeftOut<Cells extends Record<"warning", Column>>(
  cells: Cells,
  name: string,
  { value }: Pick<Part, "value">,
  unread: Column,
): Cells {
  const of: Column["of"] = (group) => {
    const values = Array.from(group.rows, value).filter((one) => !Number.isNaN(one));
    const said = unreadLeaves(name, values, Number(unread.of(group)));
    return [cells.warning.of(group), said].filter(Boolean).join("; ") || null;
  };
  return { ...cells, warning: { type: "text", of } };
}

export const noAnswers = (unread: number, ties: number) =>
  [inWords(unread, "unread reply", "unread replies"), inWords(ties, "tie")]
    .filter((_, kind) => [unread, ties][kind] > 0).join(" and ");

/** How many verdicts rows hold, and how many votes on them where these are more. */
export const verdictsOf = (n: number, votes: number): string =>
  votes === n ? thousands(n) : `${inWords(n, "verdict")} (${inWords(votes, "vote")})`;

/** Replies among rows that name no answer, and are wrong on whichever side they stand. */
export function undecidedReplies({ choice, replies = everyRow }: Verdicts, rows: Iterable<number>) {
  const votes = [...rows], own = replies(votes), all = own.length;
  const [unread, ties] = [VERDICT.missing, VERDICT.tie].map((one) =>
    own.filter((row) => choice[row] === one).length
  );
  const counts = noAnswers(unread, ties), count = unread + ties === 1 ? "counts" : "count";
  const said = counts && `${counts} of ${verdictsOf(all, votes.length)} ${count} as wrong`;
  return {
    ...{ all, unread, ties, said },
    /** The same from the share on from which metrics name them. */
    many: unread < all && isMany(Math.max(unread, ties), all) ? said : "",
  };
}

/** The same of sets of rows that are compared, each by its name (of one alone none): which of them have many, and one of which nothing could be read. */
export function undecidedSides(
  verdicts: Verdicts,
  sides: readonly (readonly [name: string, rows: Iterable<number>])[],
) {
  const counts = sides.map(([name, rows]) => ({ name, ...undecidedReplies(verdicts, rows) }));
  const none = counts.findIndex(({ all, unread }) => all > 0 && unread === all);
  const many = counts.flatMap((side) => side.many ? [`of ${side.name} ${side.many}`] : []).join(", ");
  return {
    unread: counts.reduce((sum, { unread }) => sum + unread, 0),
    ties: counts.reduce((sum, { ties }) => sum + ties, 0),
    /** The largest share of a side that could not be read: so far these could carry a difference. */
    share: Math.max(0, ...counts.map(({ unread, all }) => all > 0 ? unread / all : 0)),
    many: many && sides.length > 1 ? `${many}, ${PULLS}` : many,
    silent: none < 0 ? "" : unreadIn(verdicts, sides[none][1], undefined, () => {
      const [name] = sides[none];
      return `no reply ${name && `of ${name} `}could be read`;
    }),
    mute: counts.every(({ all, unread, ties }) => all > 0 && unread + ties === all)
      ? "no verdict names one of the answers"
      : "",
  };
}
