import type pl from "nodejs-polars";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { matchRows } from "../../metrics/pair_rows.ts";
import { mostRight, POINTS, VOTES } from "../../metrics/undecided.ts";
import { groupOf, held, joined, NOTHING, partName, rowsByGroup } from "../estimates.ts";
import { intervalText } from "../number_text.ts";
import type { Bound, Estimate, LookContext } from "../report_types.ts";
import { said } from "../said.ts";
import { countsIn, lackedIn, type Result, whyOpen } from "./lacked_in.ts";

/** What metrics say of replies that name no answer, in the place of which a line says it itself. */
const SAID = {
  unread: /\d unread repl|are unread and may hide|no score and (is|are) left out/,
  ties: /\bties? of .* as wrong/,
};

type Ends = readonly [low: number, high: number, ...counted: number[]];

/** Of which rows an estimate is, which of these nobody knows (`said`: what rows are called, what open ones lack, what is done with these), and what they could make of it. */
export interface Open {
  isOpen: (row: number, one: Estimate) => boolean;
  /** Of a claim of several parts the rows of its number, or of `any` part. */
  isBehind?: (row: number, one: Estimate, any?: boolean) => boolean;
  said: readonly [what: string, lack: string, does?: string];
  each?: (rows: readonly number[]) => Iterable<number>;
  ends?: (rows: readonly number[], one: Estimate) => Ends;
  /** Whether these values are of the plain difference: they hold a weighted one open, and how far that goes is not said. */
  isAbout?: boolean;
  none?: number;
  /** What else a line says that open rows of `any` part could turn. */
  more?: (one: Estimate, any: readonly (readonly number[])[]) => readonly Bound[];
  sides?: LookContext["sides"];
  then?: (one: Estimate, results: readonly Result[]) => Estimate;
}

/**
 * Estimates with what rows leave open that nobody knows: how many these are, and between which values they could carry the number, where that can be told
 * (`reach`: in all; `turns`: unread ones alone, without judgments that one of two results lacks). Where a line could turn, no effect is shown and none ruled
 * out (`judged`); many rule nothing out.
 */
export function withOpen(
  frame: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { isOpen, isBehind = () => true, said: [what, lack, does], each = (rows) => rows, ends, ...how }: Open,
): Estimate[] {
  const { isAbout = false, none, more, sides, then = (one) => one } = how;
  const rowsOf = rowsByGroup(frame, by), lacked = lackedIn(frame, sides);
  return found.map((one) => {
    const rows = rowsOf(one.group);
    if (!rows || one.reach) return one;
    const own = rows.filter((row) => isBehind(row, one)),
      any = one.held ? rows.filter((row) => isBehind(row, one, true)) : own;
    const [results, sets, every, all] = [[...each(own)], own, [...each(any)], any].map((rows) =>
      lacked(rows, (row) => isOpen(row, one))
    );
    const between = (kind: "own" | "shared", shift = 0) =>
      ends ? reachOf(one, sets.map((set) => ends(set[kind], one))).map((end) => end + shift) : [NaN, NaN];
    const share = Math.max(...results.map((result) => result.share)),
      why = whyOpen(results, what, lack).join(", ");
    const [low, high] = isAbout ? [NaN, NaN] : between("own");
    const told = { ...one, reach: { low, high, why, share: low === high ? 0 : share } };
    if (Number.isNaN(one.estimate) || every.every(({ unread }) => unread === 0)) return then(told, results);
    const [counted = NaN] = isAbout && ends ? ends(own, one).slice(2) : [];
    const [from, to] = between("shared", isAbout ? one.estimate - counted : 0);
    const it = isAbout ? "" : one.held ? partName(one.held) : "it";
    const first = { it, low: from, high: to, ...one.against ? { none: NaN } : none && { none } };
    const parts = [first, ...more?.(one, all.map(({ shared }) => shared)) ?? []];
    const counts = countsIn(every, what) || countsIn(results, what);
    const isUnknown = isAbout || Number.isNaN(from), isMany = counts !== "";
    const open: Estimate = { ...told, turns: { parts, isMany } }, { note = "", warning } = one;
    if (!isMany) {
      const isSaid = !isUnknown || SAID.unread.test(warning);
      return then(isSaid ? open : { ...open, note: joined([note, why]) }, results);
    }
    if (does === undefined) return then(held(open, {}), results);
    const rest = joined(warning.split("; ").filter((text) => !SAID.unread.test(text)));
    const words = `${counts} ${lack}${does}${isUnknown ? said("nobody_knows") : ""}`;
    return then(held({ ...open, warning: rest }, { warning: words }), results);
  });
}

/**
 * Estimates beside what they are `without` replies that name no answer and count as wrong (ties; where they are not left out, unread ones): a verdict needs that
 * too (`leftOut`), however few these are. Of many ties the line has what the number is without them (`ties`).
 */
export function besideDecided(
  by: readonly string[],
  { choice, without, wrong = ["unread replies", "ties"] }: Pick<Replies, "without"> & {
    choice: ArrayLike<number>;
    wrong?: readonly string[];
  },
): NonNullable<Open["then"]> {
  let bares: readonly Estimate[] | undefined;
  const keyOf = ({ group }: Estimate) => JSON.stringify(groupOf(group, by));
  return (one, results) => {
    if (Number.isNaN(one.estimate)) return one;
    const ties = results.map(({ made }) => made.filter((row) => choice[row] === VERDICT.tie).length);
    const more: Estimate = { ...one }, tied = countsIn(results, "replies", ties);
    const counts = { "unread replies": results.map(({ unread }) => unread), ties };
    const called = Object.entries(counts).filter(([name, own]) => wrong.includes(name) && own.some(Boolean))
      .map(([name]) => name).join(" and ");
    if (without && called) {
      bares ??= without();
      const bare = bares.find((other) => keyOf(other) === keyOf(one)) ?? { ...one, ...NOTHING };
      more.leftOut = { ...bare, called };
      more.without = `${intervalText(bare, "points") || "nothing to compare"} without ${called}`;
    }
    if (!tied) return more;
    const rest = one.warning.split("; ").filter((text) => !SAID.ties.test(text));
    const { estimate = NaN } = more.leftOut ?? {}, why = `${tied} are ties`;
    if (!Number.isNaN(estimate)) more.ties = { estimate, without: called, why };
    return { ...more, warning: joined([...rest, `${why} and count as wrong`]) };
  };
}

interface Replies extends Pick<Open, "isAbout" | "sides"> {
  /** On which of two sides of a difference a row stands, 0 or 1, by name or by row; of an accuracy null. */
  split: "informativeness" | "length" | "slot" | "image" | null | ((row: number) => number);
  /** A metric's estimates without replies that name no answer, where these are wrong; a claim brings its own. */
  without?: () => readonly Estimate[];
  /** What is done with unread replies, where they are not wrong; nothing is said of ties then. */
  does?: string;
}

function sidesOf(rows: pl.DataFrame, split: Replies["split"]): (row: number) => number {
  if (typeof split === "function") return split;
  const side = split !== null && split !== "image" && pairOutcomes("report", rows)[split];
  if (split !== "image") return (row) => side ? side[row] : 0;
  const image = rows.getColumn("image").toArray(), { partner } = matchRows("report", rows, "image");
  return (row) => partner[row] < 0 ? -1 : image[row] ? 0 : 1;
}

/**
 * Accuracies and their differences with what replies that name no answer leave open (`withOpen`). Without one readable reply nothing is said, nor of a difference without a reply
 * that names an answer.
 */
export function withReplies(
  rows: pl.DataFrame,
  by: readonly string[],
  found: readonly Estimate[],
  { split, without, does, isAbout, sides }: Replies,
): Estimate[] {
  const outcomes = pairOutcomes("report", rows), { correct, choice, isVote, replies } = outcomes;
  const side = sidesOf(rows, split), mostOf = mostRight(rows, outcomes);
  const isOpen = (row: number) => choice[row] === VERDICT.missing;
  // Of all votes, as the estimates are; what counts replies counts each once.
  const endsOf = (own: readonly number[], isSplit = split !== null): Ends => {
    const [[low, high], [least, most]] = [0, 1].map((part) => {
      const on = own.filter((row) => !isSplit || side(row) === part);
      const right = on.filter((row) => correct[row] === 1).length;
      const ends = [right, right + mostOf(on.filter(isOpen))].map((n) => n / on.length);
      return isSplit || part === 0 ? ends : [0, 0];
    });
    return [low - most, high - least, low - least];
  };
  const beside = does ? (one: Estimate) => one : besideDecided(by, { choice, without });
  const then: Open["then"] = (one, results) => {
    const named = results.map(({ made }) => made.filter((row) => choice[row] <= VERDICT.B).length);
    const silent = results.find(({ all, unread }, r) => all > 0 && (sides ? unread === all : named[r] === 0));
    const isMute = silent?.unread === silent?.all;
    // A judge that says tie throughout is wrong throughout: that is its accuracy, and no difference of two.
    if (silent && (isMute || split !== null)) {
      const { group, quantity, n, clusters } = one;
      const why = silent.made.every(isVote) ? VOTES : `no reply${silent.of} could be read`;
      const warning = isMute ? why : "no verdict names one of the answers";
      return { group, quantity, ...NOTHING, n, clusters, warning };
    }
    return beside(one, results);
  };
  return withOpen(rows, by, found, {
    isOpen,
    isBehind: (row, _, any) => correct[row] >= 0 && (any || side(row) === 0 || side(row) === 1),
    said: ["replies", "are unread", does ?? " and count as wrong"],
    each: replies,
    ends: (own) => endsOf(own),
    // Of a mitigation whichever of its parts it rests on.
    more: ({ held, against, direction }, any) => {
      if (!held) return [];
      const [low, high] = reachOf({}, any.map((rows) => endsOf(rows, false)));
      return [{
        it: "the change of accuracy",
        low,
        high,
        none: !against && direction === -1 ? NaN : -POINTS,
      }];
    },
    ...{ isAbout, sides, then },
  });
}

/** Ends of a share of rows of which open ones are left out: none of them counts, or all do. */
export const shareEnds: Open["ends"] = ({ length }, { estimate, n }) => [
  estimate * n / length,
  (estimate * n + length - n) / length,
];

/** Ends by asking again, of frames whose open rows say the one and the other. */
export function endsAgain(
  by: readonly string[],
  ask: (frame: pl.DataFrame) => Estimate[],
  ...frames: readonly (() => pl.DataFrame)[]
): Open["ends"] {
  const keyOf = (group: Estimate["group"]) => JSON.stringify(groupOf(group, by));
  let found: Map<string, number>[] | undefined;
  return (_rows, { group, estimate }) => {
    found ??= frames.map((made) => new Map(ask(made()).map((one) => [keyOf(one.group), one.estimate])));
    const ends = [estimate, ...found.map((one) => one.get(keyOf(group)) ?? NaN)];
    return [Math.min(...ends), Math.max(...ends)];
  };
}

/** What a number could be: of two results the difference, of a claim on sizes that of the sizes, towards 0 and beyond it. */
function reachOf({ held }: Pick<Estimate, "held">, ends: readonly Ends[]): number[] {
  const sizes = ends.map(([low, high]) => [Math.max(0, low, -high), Math.max(-low, high)] as const);
  const [from, to] = held ? sizes.toReversed() : ends;
  return to ? [to[0] - from[1], to[1] - from[0]] : [from[0], from[1]];
}
