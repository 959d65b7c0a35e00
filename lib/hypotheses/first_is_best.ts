import type pl from "nodejs-polars";
import { honestLeaderboard } from "../metrics/honest_leaderboard.ts";
import { PAIRS_KEY } from "../metrics/match_rows.ts";
import { pairOutcomes } from "../metrics/pair_outcomes.ts";
import { frameCodes } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { pairedInterval } from "../stats/paired_interval.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { sensitivityRow } from "./metric_evidence.ts";
import { takeRows } from "./take_rows.ts";

/**
 * Is the judge that a leaderboard puts first better than every other? The smallest lead of the first: its accuracy less that of another
 * judge on the pairs that both judged, for the judge that comes closest to it; ties and unreadable replies are wrong.
 *
 * The first is picked by the same data. That is paid for: whoever is truly best, calling another one best takes a test of that pair to
 * fail, and with k judges each of the k − 1 tests has the level α/(k − 1). The interval is at that level (1 − α for all leads together). `absent`:
 * the first and the next are within δ of each other. `sensitivity` has the lead over every other judge.
 *
 * Size: of 400 simulated data sets (40 images of ten pairs) 0.5% were supported with three judges alike, none with six: to beat all others is
 * hard for a judge that is as good as they are (`tests/calibration/claim_scenarios.ts`).
 *
 * @throws {TypeError} without the column judge
 * @throws {RangeError} when no row is in the condition, there is one judge only, two judges share no pair, or a judge has two rows with
 *   the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { firstIsBest } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o", "LLaVA-1.6-34B"], benchmarks: ["VL-RewardBench"] });
 * const { claim, sensitivity } = firstIsBest(pairs);
 * assert.match(claim, /GPT-4o|LLaVA/);
 * assert.equal(sensitivity.length, 1);
 * ```
 */
export function firstIsBest(
  pairs: pl.DataFrame,
  { condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }: PairsTestOptions = {},
): HypothesisResult {
  const action = "firstIsBest";
  requireOptions(action, others, ["condition", "delta", "alpha"]);
  const own = takeRows(pairs, conditionRows(action, pairs, condition));
  const board = honestLeaderboard(own, { by: [] }).toRecords() as { judge: string; accuracy: number }[];
  const ranked = board.filter(({ accuracy }) => !Number.isNaN(accuracy));
  if (ranked.length < 2) {
    throw new RangeError(
      `${action}: wanted at least two judges with human labels, found ${
        ranked.map(({ judge }) => judge).join(", ") || "none"
      }`,
    );
  }
  const [first, ...rest] = ranked, share = (level: number) => 1 - (1 - level) / rest.length;
  const differences = sharedDifferences(action, own, first.judge);
  const leads = rest.map(({ judge, accuracy }) => {
    const rows = differences(judge);
    if (rows.values.length === 0) {
      throw new RangeError(
        `${action}: wanted judges with pairs in common, found none of ${first.judge} and ${judge}`,
      );
    }
    const level = share(1 - alpha), found = pairedInterval({ ...rows, level });
    const p = (nullValue: number) => Math.min(1, rest.length * found.pOf(nullValue));
    return { judge, accuracy, ...found, p };
  });
  // The claim is that all leads are above 0: the one with the lowest limit decides.
  const next = leads.reduce((a, b) => b.low < a.low || Number.isNaN(b.low) && !Number.isNaN(a.low) ? b : a);
  const { estimate, low, high, n, clusters, df, warning } = next;
  return hypothesisResult({
    hypothesis: "the first judge is the best",
    claim: `${first.judge}, first of ${ranked.length}, is right more often than every other judge`,
    ...{ estimate, low, high, n, clusters, df, warning },
    pValue: next.p(0),
    pOf: next.p,
    delta,
    effect: cohensH(first.accuracy, next.accuracy),
    method:
      `lead of ${first.judge} over ${next.judge}, the smallest by its lower limit, on the pairs that both judged; ` +
      `cluster-robust, each lead at ${
        (100 * share(1 - alpha)).toFixed(1)
      }%, so that the choice of the first is paid for`,
    assumptions: [
      "pairs on different images are independent",
      "judges are compared on the pairs that they share; those are like the others",
    ],
    sensitivity: leads.map((lead) =>
      sensitivityRow(`lead over ${lead.judge}`, { ...lead, pValue: lead.p(0) })
    ),
    alpha,
    frames: [own],
    compares: ["judge"],
    claimIs: "above",
  });
}

/** Of another judge: the first one's right or wrong minus its own, on the pairs that both judged. */
function sharedDifferences(action: string, pairs: pl.DataFrame, first: string) {
  const { correct, clusters } = pairOutcomes(action, pairs);
  const { codes: item } = frameCodes(pairs, PAIRS_KEY.filter((name) => name !== "judge"));
  const judge = factor(pairs.getColumn("judge"));
  const rowsOf = (name: string) => {
    const code = judge.levels.indexOf(name), rows = new Map<number, number>();
    judge.codes.forEach((own, row) => {
      if (own === code && correct[row] >= 0) rows.set(item[row], row);
    });
    return rows;
  };
  const own = rowsOf(first);
  return (other: string) => {
    const shared = [...rowsOf(other)].filter(([key]) => own.has(key));
    return {
      values: Float64Array.from(shared, ([key, row]) => correct[own.get(key)!] - correct[row]),
      clusters: Int32Array.from(shared, ([, row]) => clusters[row]),
    };
  };
}
