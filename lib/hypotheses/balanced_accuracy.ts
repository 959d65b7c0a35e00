import type pl from "nodejs-polars";
import { pairOutcomes, requireLabels } from "../metrics/pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";
import { subsetContrast } from "./subset_contrast.ts";

/** Other shares of CDS that the sensitivity shows. */
const SHARES = [0, 0.32, 1];

/** Options of `balancedAccuracy`. */
export interface BalancedAccuracyOptions extends PairsTestOptions {
  /** Share of CDS that accuracy is weighted for, 0 … 1; 0.5 by default. */
  share?: number;
  /** Accuracy that counts as chance, 0 … 1; 0.5 by default. */
  chance?: number;
}

/**
 * Does accuracy differ from chance once informativeness misleads in half of the pairs? (1 − s)·Acc_IDS + s·Acc_CDS at a CDS share s of
 * 0.5, against `chance`; cluster-robust t by image, two-sided, no resampling. The estimate is an accuracy, not a difference. `absent`: it is
 * within δ of chance.
 *
 * Where images with many pairs are the hard ones and accuracy is 0.9 or more, the interval covers 85 to 92% with 40 and 200 images
 * (`figures/calibration`).
 *
 * @throws {TypeError} without informativeness labels
 * @throws {RangeError} for a share or chance outside [0, 1], or when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { balancedAccuracy } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "A", "B"],
 *   choice: ["A", "A", "B", "A"],
 *   more_informative: ["A", "A", "A", "A"],
 * });
 * assert.equal(balancedAccuracy(pairs).estimate, 1 / 3); // ½ · 2/3 + ½ · 0/1
 * ```
 */
export function balancedAccuracy(
  pairs: pl.DataFrame,
  { share = 0.5, chance = 0.5, condition = BASE_CONDITION, delta = DELTA.percent, alpha = 0.05, ...others }:
    BalancedAccuracyOptions = {},
): HypothesisResult {
  requireOptions("balancedAccuracy", others, ["share", "chance", "condition", "delta", "alpha"]);
  for (const [name, value] of Object.entries({ share, chance })) {
    if (!(value >= 0 && value <= 1)) {
      throw new RangeError(`balancedAccuracy: wanted a ${name} in [0, 1], found ${value}`);
    }
  }
  const rows = conditionRows("balancedAccuracy", pairs, condition);
  const outcomes = pairOutcomes("balancedAccuracy", pairs);
  requireLabels("balancedAccuracy", outcomes);
  const at = (s: number) =>
    subsetContrast(outcomes, [{ rows, sides: outcomes.informativeness, weights: [1 - s, s] }], {
      nullValue: chance,
      bounds: [0, 1],
      level: 1 - alpha,
    });
  const main = at(share);
  return hypothesisResult({
    hypothesis: `accuracy at a CDS share of ${share} differs from chance`,
    claim: `accuracy with informativeness misleading in ${100 * share}% of the pairs differs from ${chance}`,
    ...evidenceOf(main),
    delta,
    effect: cohensH(main.estimate, chance),
    method: `(1 − s)·Acc(IDS) + s·Acc(CDS) at s = ${share}, cluster-robust t by image against ${chance}`,
    assumptions: [
      "pairs on different images are independent",
      "accuracy within IDS and CDS would stay the same at another share",
    ],
    sensitivity: SHARES.filter((s) => s !== share).map((s) => sensitivityRow(`CDS share ${s}`, at(s))),
    alpha,
    frames: [pairs],
    claimIs: "either",
    nullValue: chance,
    unit: "percent",
  });
}
