import type pl from "nodejs-polars";
import { inWords } from "../progress/show.ts";
import {
  type PairOutcomes,
  pairOutcomes,
  requireLabels,
  type SUBSETS,
  VERDICT,
} from "../metrics/pair_outcomes.ts";
import { type ClusterCodes, type Estimand, gains } from "../stats/infer.ts";
import { type ClaimOn, claimOn, DELTA, looksAt } from "./claim.ts";
import {
  BASE_CONDITION,
  type Condition,
  conditionRows,
  matchConditions,
  type PairsTestOptions,
  takeRows,
} from "./conditions.ts";

/** Pairs judged in two ways, as estimands over them: in IDS, CDS, … or all. */
export interface MatchedPairs {
  /** Accuracy the first way. */
  first: (subset?: keyof typeof SUBSETS) => Estimand;
  /** Accuracy the second way. */
  second: (subset?: keyof typeof SUBSETS) => Estimand;
  /** What the second way gains, of each pair. */
  change: (subset?: keyof typeof SUBSETS) => Estimand;
  /** Rows of either way without a partner. */
  unmatched: number;
}

/** What a claim on pairs is declared with. */
export interface PairsClaim extends ReturnType<typeof looksAt>, Pick<ClaimOn, "level" | "result"> {
  /** The rows that are looked at. */
  pairs: pl.DataFrame;
  outcomes: PairOutcomes<ClusterCodes>;
  /** The same pairs judged in two ways. */
  matched: (
    one: Condition & { judge?: string },
    other: Condition & { judge?: string },
  ) => MatchedPairs;
}

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
  given: pl.DataFrame,
  { condition, ...options }: PairsTestOptions,
  { own = [], compares = [], labels = false }: {
    own?: readonly string[];
    compares?: readonly (keyof Condition)[];
    labels?: boolean;
  } = {},
): PairsClaim {
  const { frame, level, result } = claimOn(action, given, options, [...own, "condition", "clusters"]);
  const settled = Object.fromEntries(
    Object.entries(condition ?? BASE_CONDITION).filter(([name]) =>
      !compares.some((column) => column === name) &&
      (condition !== undefined || !(name in (options.where ?? {})))
    ),
  );
  const pairs = takeRows(frame, conditionRows(action, frame, settled, compares));
  const outcomes = pairOutcomes(action, pairs, { clusters: options.clusters });
  if (labels) requireLabels(action, outcomes);
  return {
    ...{ pairs, outcomes, level },
    ...looksAt(pairs.height, outcomes.clusters, level),
    result: ({ assumptions = [], ...declared }) =>
      result({
        frames: [pairs],
        ...declared,
        assumptions: [`pairs on different ${outcomes.clusterUnit}s are independent`, ...assumptions],
      }),
    matched: (one, other) => {
      const { first, partner, unmatched } = matchConditions(action, pairs, one, other);
      const isFirst = new Uint8Array(pairs.height);
      for (const row of first) isFirst[row] = 1;
      const of = (subset: keyof typeof SUBSETS | undefined) => {
        const { name, value } = outcomes.part(subset);
        const seen = (row: number) => isFirst[row] === 1 ? value(row) : NaN;
        const again = (row: number) => isFirst[row] === 1 ? value(partner[row]) : NaN;
        return { name, seen, again };
      };
      const mean = (name: string, value: (row: number) => number) => [{ name, weight: 1, value }];
      return {
        first: (subset) => mean(of(subset).name, of(subset).seen),
        second: (subset) => mean(of(subset).name, of(subset).again),
        change: (subset) => {
          const { name, seen, again } = of(subset);
          return gains(name, (row) => again(row) - seen(row));
        },
        unmatched,
      };
    },
  };
}

/** What replies without a verdict do to a difference of accuracies, in which they count as wrong. */
export interface UndecidedReplies {
  /** How many there are, for a method, with what divides it from the next words; empty where there are none. */
  said: string;
  /** Why no absence follows; empty where they are few. */
  caution: string;
  /** Whether there is no verdict at all to compare. */
  isNone: boolean;
}

/**
 * Counts a judge's unread replies and ties. They are wrong on both sides, which pulls a difference towards 0: from 5% unread on as many could hide a difference
 * of δ, and from half without a verdict on most of the judge is not seen.
 */
export function undecidedReplies(choice: ArrayLike<number>, rows: Iterable<number>): UndecidedReplies {
  let all = 0, unread = 0, ties = 0;
  for (const row of rows) {
    all++;
    if (choice[row] === VERDICT.missing) unread++;
    if (choice[row] === VERDICT.tie) ties++;
  }
  const counts = `${inWords(unread, "unread reply", "unread replies")} and ${
    inWords(ties, "tie")
  } of ${all} count as wrong`;
  const isMany = unread > 0 && unread >= DELTA.points * all || 2 * (unread + ties) >= all;
  return {
    said: unread + ties > 0 ? `${counts}; ` : "",
    caution: all > 0 && isMany && unread < all
      ? `${counts}, which pulls a difference towards 0: that there is none is not shown`
      : "",
    isNone: all > 0 && unread === all,
  };
}
