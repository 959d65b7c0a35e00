import { inWords } from "../progress/told.ts";
import { undecidedSides } from "../metrics/undecided.ts";
import type pl from "nodejs-polars";
import { ordersApart } from "../metrics/contrast_sets.ts";
import { swappedRows } from "../metrics/pair_rows.ts";
import { pairOutcomes, requireLabels, type SUBSETS, VERDICT } from "../metrics/pair_outcomes.ts";
import { type Estimand, gains, infer } from "../stats/infer.ts";
import { type ClaimedOn, claimOn, type ClaimPart, looksAt } from "./claim.ts";
import { groupRows } from "../metrics/metric_table.ts";
import { interval } from "./hypothesis_display.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import {
  BASE_CONDITION,
  type Condition,
  conditionRows,
  matchConditions,
  type PairsTestOptions,
  wayName,
} from "./conditions.ts";
import { takeRows } from "../results/take_rows.ts";

/** The subset that is asked for, and whether pairs with an unread reply are left out. */
type Asked = [subset?: keyof typeof SUBSETS, isRead?: boolean];

/**
 * What every claim on pairs begins with: options checked, the rows of `where` and of the condition, verdicts as numbers, clusters. Its estimands'
 * values are asked by rows of `pairs`.
 *
 * @param own names of this claim's own options
 * @param compares columns of the condition that the claim itself compares
 * @param labels whether informativeness labels are needed
 * @param again the claim itself, of fewer rows: it is asked again without replies that name no answer, where these are wrong on whichever side they stand
 */
export function pairsClaim(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: PairsTestOptions,
  { own = [], compares = [], labels = false, again }: {
    own?: readonly string[];
    compares?: readonly (keyof Condition)[];
    labels?: boolean;
    again?: (pairs: pl.DataFrame) => HypothesisResult;
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
  let caution = "";
  /** The rows that the claim rests on, of a comparison each side by its name. */
  let sides: readonly (readonly [name: string, rows: Iterable<number>])[] = [
    ["", [...choice.keys()].filter((row) => !labels || human[row] <= VERDICT.B)],
  ];
  const undecided = (counted: typeof sides) => {
    const { unread, ties, share } = undecidedSides(outcomes, counted);
    if (!again || unread + ties === 0) return undefined;
    const left = new Set(counted.flatMap(([, rows]) => [...rows]).filter((row) => choice[row] > VERDICT.B));
    const rest = Int32Array.from(choice.keys()).filter((row) => !left.has(row));
    return { unread, ties, share, without: () => again(takeRows(pairs, rest)) };
  };
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
    result: (
      { assumptions = [], counted, ...declared }: ClaimedOn & { counted?: Iterable<number> },
    ) => {
      const own: typeof sides = counted ? [["", counted]] : sides;
      // What a judge of which nothing could be read is said to have got wrong says nothing of it.
      const { silent, mute } = undecidedSides(outcomes, own);
      return result({
        frames: [pairs],
        ...declared,
        silent: declared.silent || silent || (again ? mute : ""),
        undecided: undecided(own),
        caution: [declared.caution || caution, opposed(declared)].filter(Boolean).join("; "),
        assumptions: [`pairs on different ${outcomes.clusterUnit}s are independent`, ...assumptions],
      });
    },
    /** The same pairs judged in two ways: accuracy in IDS, CDS, … or all, what the second way gains of each pair, and how many have no partner. */
    matched: (one: Condition & { judge?: string }, other: Condition & { judge?: string }) => {
      const { first, partner, unmatched } = matchConditions(action, pairs, one, other);
      const isFirst = new Uint8Array(pairs.height);
      for (const row of first) isFirst[row] = 1;
      const decided = first.filter((row) => human[row] <= VERDICT.B);
      const names = [wayName(one), wayName(other)], again = decided.map((row) => partner[row]);
      sides = [[names[0], decided], [names[1], again]];
      caution = ordersApart(swappedRows(pairs), [decided, again], names);
      const of = (...[subset, isRead = false]: Asked) => {
        const { name, value } = outcomes.part(subset);
        const isIn = (row: number) =>
          isFirst[row] === 1 &&
          !(isRead && [row, partner[row]].some((one) => choice[one] === VERDICT.missing));
        const seen = (row: number) => isIn(row) ? value(row) : NaN;
        const again = (row: number) => isIn(row) ? value(partner[row]) : NaN;
        return { name, seen, again };
      };
      const mean = (name: string, value: (row: number) => number) => [{ name, weight: 1, value }];
      return {
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
