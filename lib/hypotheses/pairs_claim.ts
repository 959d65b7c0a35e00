import type pl from "nodejs-polars";
import { rowsWhere } from "../metrics/metric_table.ts";
import { type PairOutcomes, pairOutcomes, requireLabels } from "../metrics/pair_outcomes.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireOptions } from "../results/require_options.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import { claim, type ClaimDeclaration, looksAt } from "./claim.ts";
import { BASE_CONDITION, type Condition, conditionRows, type PairsTestOptions } from "./conditions.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { takeRows } from "./take_rows.ts";

/** What a claim on pairs is declared with. */
export interface PairsClaim extends ReturnType<typeof looksAt> {
  /** The rows that are looked at. */
  pairs: pl.DataFrame;
  outcomes: PairOutcomes<ClusterCodes>;
  /** Level of the intervals. */
  level: number;
  /** The rows of the condition, without the columns that the claim compares. */
  condition: Condition;
  /** The claim's result. */
  result: (
    declared:
      & Omit<ClaimDeclaration, "alpha" | "frames" | "assumptions">
      & Partial<Pick<ClaimDeclaration, "frames" | "assumptions">>,
  ) => HypothesisResult;
}

/** The names of the options that every claim on pairs takes. */
export const PAIRS_TEST_OPTIONS = ["condition", "where", "clusters", "delta", "alpha"] as const;

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
  { condition, where = {}, clusters, delta, alpha = 0.05, ...others }: PairsTestOptions,
  { own = [], compares = [], labels = false }: {
    own?: readonly string[];
    compares?: readonly (keyof Condition)[];
    labels?: boolean;
  } = {},
): PairsClaim {
  requireOptions(action, others, [...PAIRS_TEST_OPTIONS, ...own]);
  requireFrame(action, given);
  const asked = rowsWhere(given, where);
  const settled = Object.fromEntries(
    Object.entries(condition ?? BASE_CONDITION).filter(([name]) =>
      !compares.some((column) => column === name) && (condition !== undefined || !(name in where))
    ),
  );
  const pairs = takeRows(asked, conditionRows(action, asked, settled, compares));
  const outcomes = pairOutcomes(action, pairs, { clusters });
  if (labels) requireLabels(action, outcomes);
  const level = 1 - alpha;
  return {
    pairs,
    outcomes,
    level,
    condition: settled,
    ...looksAt(pairs.height, outcomes.clusters, level),
    result: ({ frames = [pairs], assumptions = [], ...declared }) =>
      claim({
        delta,
        ...declared,
        alpha,
        frames,
        assumptions: [`pairs on different ${outcomes.clusterUnit}s are independent`, ...assumptions],
      }),
  };
}
