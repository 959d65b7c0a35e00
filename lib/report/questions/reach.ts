import { fixed, inWords } from "../../progress/told.ts";
import type pl from "nodejs-polars";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { frameClusters, matchRows } from "../../metrics/pair_rows.ts";
import { rowsBehind } from "../../metrics/rows_behind.ts";
import { COMPARED, ONLY_IN } from "../compare.ts";
import { groupOf } from "../estimates.ts";
import { grouped } from "../../stats/grouped.ts";
import { infer } from "../../stats/infer.ts";
import { countText } from "../number_text.ts";
import type { Estimate } from "../report_types.ts";
import { POINTS } from "./common.ts";

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
  /** From which share of judgments without a value on nothing is shown whose sign hangs on them; never without one. */
  turns?: number;
}

/** A sum of weighted means of the rows of each side, of which each has a least and a largest value. */
export function endsOfMeans(
  ends: (row: number) => Ends,
  side: (row: number) => number,
  weights: readonly number[],
): (rows: readonly number[]) => Ends {
  return (rows) => {
    const parts = grouped(rows, side);
    return weights.reduce<Ends>(([low, high], weight, part) => {
      const own = (parts.get(part) ?? []).map(ends);
      const [least, most] = ([0, 1] as const).map((end) =>
        weight * own.reduce((sum, one) => sum + one[end], 0) / own.length
      );
      return [low + Math.min(least, most), high + Math.max(least, most)];
    }, [0, 0]);
  };
}

/** The rows of an estimate, by its group. */
export function rowsByGroup(rows: pl.DataFrame, by: readonly string[]) {
  const keyOf = (group: Record<string, unknown>) => JSON.stringify(groupOf(group, by));
  const groups = new Map(groupRows(rows, by).map(({ key, rows: own }) => [keyOf(key), [...own]]));
  return (group: Estimate["group"]) => groups.get(keyOf(group));
}

/**
 * Estimates with how far judgments without a value, or in one of two results alone, could carry them: each at the value that carries it
 * farthest. With `sides` estimates are changes (`held`: the drop in size), and the rows all of either result.
 */
export function reaching(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  { isUnread, of, counts = () => true, says = "judgments have no score", turns = Infinity }: Unknown,
  sides?: readonly [string, string],
): Estimate[] {
  const told = (column: string) => rows.columns.includes(column) ? rows.getColumn(column).toArray() : [];
  const [side, only] = [sides ? told(COMPARED) : [], told(ONLY_IN)];
  const rowsOf = rowsByGroup(rows, by);
  return estimates.map((one) => {
    const own = rowsOf(one.group);
    if (!own || Number.isNaN(one.estimate)) return one;
    const all = own.filter(counts), isLone = (row: number) => only[row] != null && only[row] !== side[row];
    const made = all.filter((row) => !isLone(row));
    const unread = made.filter((row) => isUnread(row, one)).length;
    const lone = SIDES.map((name) => made.filter((row) => only[row] === name).length);
    if (unread + lone[0] + lone[1] === 0) return one;
    const endsOf = (rows: readonly number[]): Ends => {
      const found = SIDES.map((name) => of(sides ? rows.filter((row) => side[row] === name) : rows, one));
      // Towards 0 and beyond it a size falls and rises.
      const sizes = found.map(([low, high]): Ends => [Math.max(0, low, -high), Math.max(-low, high)]);
      const [from, to] = one.held ? sizes.toReversed() : found;
      return sides ? [to[0] - from[1], to[1] - from[0]] : from;
    };
    const [low, high] = endsOf(own);
    const isOpen = (row: number) => isLone(row) || isUnread(row, one);
    const shares = SIDES.map((name) => {
      const own = sides ? all.filter((row) => side[row] === name) : all;
      return own.filter(isOpen).length / own.length;
    });
    if (!(high > low)) return one;
    const why = [
      ...SIDES.flatMap((name, s) =>
        lone[s] === 0 ? [] : [
          `${countText(lone[s])} of ${
            countText(made.filter((row) => side[row] === name).length)
          } judgments are only in ${sides![s]}`,
        ]
      ),
      ...(sides ? SIDES : [undefined]).flatMap((name, s) => {
        const own = name ? made.filter((row) => side[row] === name) : made;
        const count = own.filter((row) => isUnread(row, one)).length;
        const told = name ? says.replace(" ", ` of ${sides![s]} `) : says;
        return count === 0 ? [] : [`${countText(count)} of ${countText(own.length)} ${told}`];
      }),
    ].join(", ");
    // What both results have is compared on that alone: rows of one of them turn nothing.
    const [least, most] = unread >= turns * made.length ? endsOf(own.filter((row) => !isLone(row))) : [];
    const isTurned = least !== undefined && least <= (one.nullValue ?? 0) && (one.nullValue ?? 0) <= most!;
    return {
      ...one,
      ...isTurned && { isTurned },
      reach: { low, high, why, share: Math.max(...shares) },
    };
  });
}

/** Accuracies of pairs or differences of two subsets (`split`, or with the image less without it), in reach of unread replies: each right or wrong. */
export function withReach(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  split: "informativeness" | "length" | "slot" | "image" | null,
  sides?: readonly [string, string],
): Estimate[] {
  const outcomes = pairOutcomes("report", rows), { correct, choice } = outcomes, matched = split === "image";
  const splits = split === "informativeness" || split === "length" ? [split] : [];
  const counted = new Set(rowsBehind("report", rows, { splits, matched }).rows);
  const isUnread = (row: number) => choice[row] === VERDICT.missing;
  const image = matched ? rows.getColumn("image").toArray() : [];
  const partner = matched ? matchRows("report", rows, "image").partner : [];
  const side = (row: number) =>
    split === null
      ? 0
      : split !== "image"
      ? outcomes[split][row]
      : partner[row] < 0
      ? -1
      : image[row]
      ? 0
      : 1;
  return reaching(rows, by, estimates, {
    isUnread,
    of: endsOfMeans(
      (row) => [correct[row], isUnread(row) ? 1 : correct[row]],
      (row) => correct[row] < 0 ? -1 : side(row),
      split === null ? [1] : [1, -1],
    ),
    counts: (row) => counted.has(row),
    says: "replies are unread",
    turns: POINTS,
  }, sides);
}

/** What the two sides of a split are called. */
const SIDES_OF = { informativeness: ["IDS", "CDS"], length: ["longer", "shorter"] } as const;

/** What is said of the side on which a judge errs more often, where its decided verdicts there are not surely wrong in most: ties and unread replies choose no answer. */
const ERRS = (kind: string) => `errs more often where the ${kind} answer is right`;
const KINDS = { informativeness: ["more informative", "less informative"], length: ["longer", "shorter"] };

/** Differences of two subsets' accuracies with both of these, and of the smaller subset the images (items) that it is of: it alone makes the interval wide. */
export function withSides(
  rows: pl.DataFrame,
  by: readonly string[],
  estimates: readonly Estimate[],
  split: keyof typeof SIDES_OF,
  level: number,
): Estimate[] {
  const outcomes = pairOutcomes("report", rows), { correct, choice } = outcomes, side = outcomes[split];
  const { codes, unit } = frameClusters(rows);
  // Without images the column groups items by something else.
  const isBlind = unit === "image" && rows.columns.includes("image") &&
    rows.getColumn("image").toArray().every((shown) => shown === false);
  const rowsOf = rowsByGroup(rows, by);
  return estimates.map((one) => {
    const own = rowsOf(one.group);
    if (!own || Number.isNaN(one.estimate)) return one;
    const parts = SIDES_OF[split].map((name, s) => {
      const on = own.filter((row) => correct[row] >= 0 && side[row] === s);
      const right = on.filter((row) => correct[row] === 1).length;
      return { name, n: on.length, right, clusters: new Set(on.map((row) => codes[row])).size };
    });
    const least = Math.min(...parts.map(({ n }) => n));
    const note = parts.map(({ name, n, right, clusters }) =>
      `${fixed(100 * right / n, 0)}% of ${countText(n)} ${name}${
        n === least ? ` (on ${inWords(clusters, isBlind ? "group" : unit)})` : ""
      }`
    ).join(", ");
    const [below, above] = parts.map(({ name }, s) => {
      const isDecided = (row: number) => side[row] === s && correct[row] >= 0 && choice[row] <= VERDICT.B;
      const value = (row: number) => isDecided(row) ? 1 - correct[row] : NaN;
      const wrong = infer([{ name, weight: 1, range: [0, 1], value }], own, codes, { level });
      return wrong.low > 0.5 ? undefined : ERRS(KINDS[split][s]);
    });
    return { ...one, note, said: { ...above && { above }, ...below && { below } } };
  });
}
