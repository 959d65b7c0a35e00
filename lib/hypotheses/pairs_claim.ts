import { inWords } from "../progress/told.ts";
import { MANY_TIES, undecidedSides, UNREAD, unreadIn } from "../metrics/undecided.ts";
import type pl from "nodejs-polars";
import { ordersApart } from "../metrics/contrast_sets.ts";
import { swappedRows } from "../metrics/pair_rows.ts";
import { pairOutcomes, requireLabels, type SUBSETS, VERDICT } from "../metrics/pair_outcomes.ts";
import { type Estimand, gains, infer } from "../stats/infer.ts";
import { type ClaimedOn, claimOn, type ClaimPart, looksAt, sideOf } from "./claim.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { interval, lookText } from "./hypothesis_display.ts";
import {
  BASE_CONDITION,
  type Condition,
  conditionRows,
  matchConditions,
  type PairsTestOptions,
  wayName,
} from "./conditions.ts";
import { takeRows } from "../results/take_rows.ts";

/** Replies that are wrong on whichever side they stand. */
const UNDECIDED = [["ties", VERDICT.tie], ["unread replies", VERDICT.missing]] as const;

/** The subset that is asked for, and whether pairs with a tie, or an unread reply, or either, are left out. */
type Asked = [subset?: keyof typeof SUBSETS, ...without: (Undecided | undefined)[]];

export type Undecided = typeof UNDECIDED[number][0];

/**
 * What every claim on pairs begins with: options checked, the rows of `where` and of the condition, verdicts as numbers, clusters. Its estimands'
 * values are asked by rows of `pairs`.
 *
 * @param own names of this claim's own options
 * @param compares columns of the condition that the claim itself compares
 * @param labels whether informativeness labels are needed
 */
export function pairsClaim(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: PairsTestOptions,
  { own = [], compares = [], labels = false }: {
    own?: readonly string[];
    compares?: readonly (keyof Condition)[];
    labels?: boolean;
  } = {},
) {
  const { frame, level, result } = claimOn(action, called, given, options, [...own, "condition", "clusters"]);
  const { condition } = options;
  const settled = Object.fromEntries(
    Object.entries(condition ?? BASE_CONDITION).filter(([name]) =>
      !compares.some((column) => column === name) &&
      (condition !== undefined || !(name in (options.where ?? {})))
    ),
  );
  const pairs = takeRows(frame, conditionRows(action, frame, settled, compares));
  const outcomes = pairOutcomes(action, pairs, { clusters: options.clusters });
  if (labels) requireLabels(action, outcomes);
  const { human, choice } = outcomes;
  // What a judge of which nothing could be read is said to have got wrong says nothing of it.
  let silent = unreadIn(choice, choice.keys(), (row) => !labels || human[row] <= VERDICT.B) && UNREAD;
  let caution = "";
  /** Parts in which judges that count as one lie on different sides of the null value, each beyond chance (Bonferroni). */
  const opposed = ({ parts, compares = [], unit = "points" }: ClaimedOn) => {
    if (compares.includes("judge") || !pairs.columns.includes("judge")) return "";
    const judges = groupRows(pairs, ["judge"]);
    return parts.flatMap(({ name, nullValue, within }) => {
      const sure = !within || judges.length < 2 ? [] : judges
        .map(({ key: { judge }, rows }) => ({ ...within(rows, level), judge }))
        .filter(({ pOf }) => judges.length * pOf(nullValue) < 1 - level)
        .toSorted((a, b) => b.estimate - a.estimate);
      if (new Set(sure.map(({ estimate }) => estimate > nullValue)).size < 2) return [];
      const said = sure.map((one) => `${one.judge} ${interval(one, { unit })}`);
      return [`${name} hides judges of opposite sign: ${said.join(", ")}`];
    }).join("; ");
  };
  const { part, ...looks } = looksAt(pairs.height, outcomes.clusters, level);
  return {
    ...{ pairs, outcomes, level, ...looks },
    part: (name: string, estimand: Estimand, nullValue?: number): ClaimPart => ({
      ...part(name, estimand, nullValue),
      within: (own, level) => infer(estimand, own, outcomes.clusters, { level }),
    }),
    result: ({ assumptions = [], ...declared }: ClaimedOn) =>
      result({
        frames: [pairs],
        ...declared,
        silent: declared.silent || silent,
        caution: [declared.caution || caution, opposed(declared)].filter(Boolean).join("; "),
        assumptions: [`pairs on different ${outcomes.clusterUnit}s are independent`, ...assumptions],
      }),
    /** The same pairs judged in two ways: accuracy in IDS, CDS, … or all, what the second way gains of each pair, and how many have no partner. */
    matched: (one: Condition & { judge?: string }, other: Condition & { judge?: string }) => {
      const { first, partner, unmatched } = matchConditions(action, pairs, one, other);
      const isFirst = new Uint8Array(pairs.height);
      for (const row of first) isFirst[row] = 1;
      const decided = first.filter((row) => human[row] <= VERDICT.B);
      const names = [wayName(one), wayName(other)], again = decided.map((row) => partner[row]);
      const replies = undecidedSides(choice, [[names[0], decided], [names[1], again]]);
      silent ||= replies.silent;
      caution = [caution || replies.caution, ordersApart(swappedRows(pairs), [decided, again], names)]
        .filter(Boolean).join("; ");
      const many = UNDECIDED.filter(([, reply]) =>
        [decided, again].some((rows) => {
          const n = rows.filter((row) => choice[row] === reply).length;
          return n > 0 && n >= MANY_TIES * rows.length;
        })
      ).map(([name]) => name);
      const of = (...[subset, ...without]: Asked) => {
        const { name, value } = outcomes.part(subset),
          left: number[] = UNDECIDED.flatMap(([one, reply]) => without.includes(one) ? [reply] : []);
        const isIn = (row: number) =>
          isFirst[row] === 1 && !left.includes(choice[row]) && !left.includes(choice[partner[row]]);
        const seen = (row: number) => isIn(row) ? value(row) : NaN;
        const again = (row: number) => isIn(row) ? value(partner[row]) : NaN;
        return { name, seen, again };
      };
      const mean = (name: string, value: (row: number) => number) => [{ name, weight: 1, value }];
      return {
        /** A part without the ties, or unread replies, of which either way has many: looks, and what is said where these alone make what it shows. */
        apart: (part: ClaimPart, name: string, of: (without: Undecided) => Estimand) => {
          const shown = sideOf(part.at(level), part.nullValue);
          const rows = many.map((word) => looks.also(`${name} without ${word}`, of(word), part.nullValue));
          const made = rows.flatMap((row, i) =>
            shown === 0 || sideOf(row, part.nullValue) === shown
              ? []
              : [`not shown without ${many[i]}: ${lookText(row, { unit: "points" })}`]
          );
          return { rows, remark: made.join("; ") };
        },
        first: (...asked: Asked): Estimand => mean(of(...asked).name, of(...asked).seen),
        second: (...asked: Asked): Estimand => mean(of(...asked).name, of(...asked).again),
        change: (...asked: Asked) => {
          const { name, seen, again } = of(...asked);
          return gains(name, (row) => again(row) - seen(row));
        },
        isMatched: first.length > 0,
        left: (word: string) => `${inWords(unmatched, "row")} ${word}`,
      };
    },
  };
}
