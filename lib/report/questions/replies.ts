import type pl from "nodejs-polars";
import { pairOutcomes, rowsBehind, VERDICT } from "../../metrics/pair_outcomes.ts";
import { matchRows } from "../../metrics/pair_rows.ts";
import { COMPARED, ONLY_IN } from "../compare.ts";
import { groupOf, NOTHING } from "../estimates.ts";
import { countText, intervalText, valueText } from "../number_text.ts";
import type { Estimate, LookContext } from "../report_types.ts";
import { isMany, POINTS, VOTES } from "../../metrics/undecided.ts";
import { isVoted, verdictCells } from "../../results/votes.ts";
import { grouped } from "../../stats/grouped.ts";
import { said } from "../said.ts";
import { rowsByGroup } from "./common.ts";

type Split = "informativeness" | "length" | "slot" | "image";

/** Replies that name no answer: how they are called, and what a metric says of them itself. */
const KINDS = {
  unread: { called: "unread replies", said: /unread repl|are unread and may hide/ },
  ties: { called: "ties", said: /\bties? of .* as wrong/ },
} as const;

interface Replies {
  split: Split | null;
  /** A metric's estimates without replies that name no answer, where these are wrong; a claim brings its own. */
  without?: () => readonly Estimate[];
  says?: string;
  /** Whether rows are weighted: what unread replies could turn is then as much as they could of the plain difference. */
  isMatched?: boolean;
  /** What the two sides of a comparison are called, whose rows are then all of either. */
  sides?: LookContext["sides"];
}

function sidesOf(rows: pl.DataFrame, split: Split | null): (row: number) => number {
  if (split === null) return () => 0;
  if (split !== "image") {
    const side = pairOutcomes("report", rows)[split];
    return (row) => side[row];
  }
  const image = rows.getColumn("image").toArray(), { partner } = matchRows("report", rows, "image");
  return (row) => partner[row] < 0 ? -1 : image[row] ? 0 : 1;
}

/**
 * Accuracies and their differences with what replies that name no answer leave open. Without one readable reply nothing is said, nor of a difference without a reply that names an answer. `reach`: between
 * which values unread replies, right or wrong, and judgments in one of two results alone could carry the number; where ties are many, what it is without them too.
 * `leftOut`: what it is without both, which a verdict needs too, however few these are. From 5% unread or tied on the line warns, and shows no effect
 * that the unread ones could turn (of a mitigation neither part). Nothing is ruled out by many unread replies.
 */
export function withReplies(
  rows: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { split, without, says, isMatched, sides }: Replies,
): Estimate[] {
  const { correct, human, choice, isVote, replies } = pairOutcomes("report", rows);
  const splits = split === "informativeness" || split === "length" ? [split] : [];
  const behind = new Set(rowsBehind("report", rows, { splits, matched: split === "image" }).votes);
  const calls = isVoted(rows) ? verdictCells(rows) : null, side = sidesOf(rows, split);
  const isUnread = (row: number) => choice[row] === VERDICT.missing;
  const lackedOf = lackedIn(rows, isUnread, sides);
  /** How many votes unread replies can agree with: of one that people are split on, those of the larger side. */
  const mostOf = (unread: readonly number[]) =>
    [...grouped(unread, (row) => calls?.[row] ?? row).values()].reduce((sum, votes) => {
      const forA = votes.filter((row) => human[row] === VERDICT.A).length;
      return sum + Math.max(forA, votes.length - forA);
    }, 0);
  // Of all votes, as the estimates are; what counts replies counts each once.
  const endsOf = (own: readonly number[], isSplit = split !== null): readonly [number, number, number] => {
    const [[low, high], [least, most]] = [0, 1].map((part) => {
      const on = own.filter((row) => correct[row] >= 0 && (!isSplit || side(row) === part));
      const right = on.filter((row) => correct[row] === 1).length;
      const ends = [right, right + mostOf(on.filter(isUnread))].map((n) => n / on.length);
      return isSplit || part === 0 ? ends : [0, 0];
    });
    return [low - most, high - least, low - least];
  };
  const resultsOf = (votes: readonly number[]) => {
    const each = lackedOf([...replies(votes)]);
    return lackedOf(votes).map(({ own, shared }, r) => ({
      ...{ ...each[r], rows: each[r].made.filter((row) => choice[row] <= VERDICT.B).length },
      ties: each[r].made.filter((row) => choice[row] === VERDICT.tie).length,
      ...{ ends: endsOf(own), known: endsOf(shared), accuracy: endsOf(shared, false) },
    }));
  };
  const rowsOf = rowsByGroup(rows, by);
  let bares: readonly Estimate[] | undefined;
  const keyOf = ({ group }: Estimate) => JSON.stringify(groupOf(group, by));
  return found.map((one) => {
    const own = rowsOf(one.group);
    if (!own) return one;
    const results = resultsOf(own.filter((row) => behind.has(row)));
    const silent = results.find(({ all, unread, rows }) => all > 0 && (sides ? unread === all : rows === 0));
    const isMute = silent?.unread === silent?.all;
    // A judge that says tie throughout is wrong throughout: that is its accuracy, and no difference of two.
    if (silent && (isMute || split !== null)) {
      const { group, quantity, n, clusters } = one;
      const why = own.every(isVote) ? VOTES : `no reply${silent.of} could be read`;
      const warning = isMute ? why : "no verdict names one of the answers";
      return { group, quantity, ...NOTHING, n, clusters, warning };
    }
    if (Number.isNaN(one.estimate)) return one;
    const more: Estimate = { ...one }, why = whyOpen(results, "replies", "are unread"), tied: number[] = [];
    const kinds = (["unread", "ties"] as const).filter((kind) => results.some((one) => one[kind] > 0));
    for (const kind of kinds) {
      const many = results.filter((one) => isMany(one[kind], one.all));
      if (many.length === 0 || kind === "ties" && says) continue;
      const counts = many.map(({ of, all, [kind]: count }) =>
        `${countText(count)} of ${countText(all)} replies${of}`
      ).join(" and ") + ` are ${kind}`;
      const warnings = more.warning.split("; ").filter((text) => text && !KINDS[kind].said.test(text));
      more.warning = [...warnings, `${counts} and ${says ?? "count as wrong"}`].join("; ");
      if (kind === "ties") {
        why.push(counts);
        tied.push(...many.map(({ ties, all }) => ties / all));
      } else Object.assign(more, turnedBy(one, results, isMatched), { pEquivalence: NaN });
    }
    if (without && kinds.length > 0) {
      bares ??= without();
      const bare = bares.find((other) => keyOf(other) === keyOf(one)) ?? { ...one, ...NOTHING };
      const { estimate, pValue, pEquivalence, direction } = bare;
      const called = kinds.map((kind) => KINDS[kind].called).join(" and ");
      more.leftOut = { estimate, pValue, pEquivalence, direction, called };
      more.without = `${intervalText(bare, "points") || "nothing to compare"} without ${called}`;
    }
    const { estimate = NaN } = more.leftOut ?? {}, isTied = tied.length > 0 && !Number.isNaN(estimate);
    const ends = [...reachOf(one, results.map(({ ends }) => ends)), ...isTied ? [estimate] : []];
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    const share = high > low ? Math.max(...results.map(({ share }) => share), ...isTied ? tied : []) : 0;
    // How far single replies carry a matched difference is not known.
    const reach = isMatched ? { low: NaN, high: NaN } : { low, high };
    return { ...more, reach: { ...reach, why: why.join(", "), share } };
  });
}

const UNREAD = "unread replies could turn it";

/** Between which values unread replies leave an effect that they could turn, in words; of a mitigation whichever of its parts it rests on. */
function turnedBy(
  one: Estimate,
  results: readonly Record<"known" | "accuracy", readonly [low: number, high: number, counted: number]>[],
  isMatched = false,
): Pick<Estimate, "hangs" | "note"> {
  const { against, held, direction, nullValue = 0, note } = one;
  const shift = isMatched ? one.estimate - results[0].known[2] : 0;
  const [low, high] = reachOf(one, results.map(({ known }) => known)).map((end) => end + shift);
  const [least, most] = reachOf({}, results.map(({ accuracy }) => accuracy));
  const parts = [
    { name: isMatched ? "it is about" : "it is", low, high, none: against ? NaN : nullValue },
    { name: "the change of accuracy is", low: least, high: most, none: -POINTS },
  ].slice(0, held && (against || direction !== -1) ? 2 : 1);
  const turned = parts.find(({ low, high, none }) => low <= none && none <= high);
  if (!turned || Number.isNaN(one.pValue)) return {};
  const [from, to] = [turned.low, turned.high].map((end) => valueText(end, "points"));
  const told = said("turned", { it: turned.name, from, to });
  return { hangs: UNREAD, note: [note, told].filter(Boolean).join("; ") };
}

/** Of rows of a line, in either of two results (or the one there is), those that are there, and how many of these one alone has and nobody could read. */
function lackedIn(frame: pl.DataFrame, isUnread: (row: number) => boolean, sides?: LookContext["sides"]) {
  const [result, only] = [COMPARED, ONLY_IN].map((column) =>
    frame.columns.includes(column) ? frame.getColumn(column).toArray() : []
  );
  return (rows: readonly number[]) =>
    (sides ?? [""]).map((name, s) => {
      const own = sides ? rows.filter((row) => result[row] === ["before", "after"][s]) : rows;
      const shared = own.filter((row) => only[row] == null);
      const made = own.filter((row) => only[row] == null || only[row] === result[row]);
      const unread = made.filter(isUnread).length, lone = made.filter((row) => only[row] != null).length;
      const share = own.length > 0 ? (unread + own.length - made.length) / own.length : 0;
      return { name, of: name && ` of ${name}`, own, shared, made, all: made.length, unread, lone, share };
    });
}

/** Of which rows an estimate is, which of them are open, what is said of these, and between which values they could carry it where that is known. */
interface Open {
  isOpen: (row: number, one: Estimate) => boolean;
  isBehind: (row: number, one: Estimate) => boolean;
  said: readonly [what: string, lack: string];
  ends?: (rows: readonly number[], one: Estimate) => readonly [low: number, high: number];
  /** Whether open rows are left out, which is said from 5% on: no effect is ruled out then. */
  warns?: boolean;
  sides?: LookContext["sides"];
}

export function withOpen(
  frame: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { isOpen, isBehind, said: called, ends, warns, sides }: Open,
): Estimate[] {
  const rowsOf = rowsByGroup(frame, by);
  return found.map((one) => {
    const own = (rowsOf(one.group) ?? []).filter((row) => isBehind(row, one));
    const results = lackedIn(frame, (row) => isOpen(row, one), sides)(own);
    const share = Math.max(...results.map((result) => result.share));
    const [low, high] = ends && share > 0
      ? reachOf(one, results.map(({ own }) => ends(own, one)))
      : [NaN, NaN];
    const reach = { low, high, why: whyOpen(results, ...called).join(", "), share: low === high ? 0 : share };
    const [lost, all] = (["unread", "all"] as const).map((name) =>
      results.reduce((sum, result) => sum + result[name], 0)
    );
    const isMost = isMany(lost, all) && !Number.isNaN(one.estimate), { nullValue: none = 0 } = one;
    if (!isMost) return { ...one, reach };
    const warning = warns && said("left_out_open", { lost, all, said: called.join(" ") });
    return {
      ...one,
      ...one.pValue >= 0 && low <= none && none <= high && { hangs: UNREAD },
      ...warning && { warning: [one.warning, warning].filter(Boolean).join("; ") },
      ...{ reach, pEquivalence: NaN },
    };
  });
}

/** What a number could be: of two results the difference, of a claim on sizes that of the sizes, towards 0 and beyond it. */
function reachOf(
  { held }: Pick<Estimate, "held">,
  ends: readonly (readonly [low: number, high: number, ...more: number[]])[],
): number[] {
  const sizes = ends.map(([low, high]) => [Math.max(0, low, -high), Math.max(-low, high)] as const);
  const [from, to] = held ? sizes.toReversed() : ends;
  return to ? [to[0] - from[1], to[1] - from[0]] : [from[0], from[1]];
}

function whyOpen(
  results: readonly Record<"name" | "of" | "lone" | "all" | "unread", string | number>[],
  what: string,
  lack: string,
): string[] {
  const told = (count: number | string, all: number | string, said: string) =>
    count === 0 ? [] : [`${countText(Number(count))} of ${countText(Number(all))} ${said}`];
  return [
    ...results.flatMap(({ name, lone, all }) => told(lone, all, `judgments are only in ${name}`)),
    ...results.flatMap(({ of, unread, all }) => told(unread, all, `${what}${of} ${lack}`)),
  ];
}
