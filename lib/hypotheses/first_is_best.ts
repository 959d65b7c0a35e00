import type pl from "nodejs-polars";
import { honestLeaderboard } from "../metrics/honest_leaderboard.ts";
import type { PairsTestOptions } from "./conditions.ts";
import { cohensH } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { pairsClaim } from "./pairs_claim.ts";

/**
 * Is the judge that a leaderboard puts first better than every other? Its lead over each of them, its accuracy less theirs on the
 * pairs that both judged; all leads must be above 0, and the least certain one is shown. Ties and unreadable replies are wrong.
 *
 * The first is picked by the same data. That is paid for: whoever is truly best, calling another one best takes a test of that pair to
 * fail, and with k judges each of the k − 1 tests has the level α/(k − 1). The interval is at that level (1 − α for all leads together). `absent`:
 * the first and the next are within δ of each other. `sensitivity` has the lead over every other judge, each by itself.
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
export function firstIsBest(given: pl.DataFrame, options: PairsTestOptions = {}): HypothesisResult {
  const action = "firstIsBest";
  const { pairs, part, found, also, result, matched } = pairsClaim(action, given, options);
  const board = honestLeaderboard(pairs, { by: [] }).toRecords() as { judge: string; accuracy: number }[];
  const ranked = board.filter(({ accuracy }) => !Number.isNaN(accuracy));
  if (ranked.length < 2) {
    throw new RangeError(
      `${action}: wanted at least two judges with human labels, found ${
        ranked.map(({ judge }) => judge).join(", ") || "none"
      }`,
    );
  }
  const [first, ...rest] = ranked;
  const leads = rest.map(({ judge }) => {
    const lead = matched({ judge }, { judge: first.judge }).change();
    if (found(lead).n === 0) {
      throw new RangeError(
        `${action}: wanted judges with pairs in common, found none of ${first.judge} and ${judge}`,
      );
    }
    return { judge, lead };
  });
  const level = 100 * (1 - (options.alpha ?? 0.05) / rest.length);
  return result({
    hypothesis: "the first judge is the best",
    claim: `${first.judge}, first of ${ranked.length}, is right more often than every other judge`,
    parts: leads.map(({ judge, lead }) => part(`the lead over ${judge}`, lead)),
    picked: rest.length,
    effect: cohensH(first.accuracy, rest[0].accuracy),
    method: `lead of ${first.judge} on the pairs that both judged; cluster-robust, each lead at ${
      level.toFixed(1)
    }%, so that the choice of the first is paid for`,
    assumptions: ["judges are compared on the pairs that they share; those are like the others"],
    sensitivity: leads.map(({ judge, lead }) => also(`lead over ${judge}`, lead)),
    compares: ["judge"],
  });
}
