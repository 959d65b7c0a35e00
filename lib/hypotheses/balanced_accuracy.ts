import type pl from "nodejs-polars";
import type { Estimand } from "../stats/infer.ts";
import { requireShare } from "../progress/require.ts";
import type { PairsTestOptions } from "./conditions.ts";
import { cohensH } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { pairsClaim } from "./pairs_claim.ts";

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
 * 0.5, against `chance`; cluster-robust, two-sided. The estimate is an accuracy, not a difference. `absent`: it is
 * within δ of chance.
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
  options: BalancedAccuracyOptions = {},
): HypothesisResult {
  const { outcomes, part, found, also, result } = pairsClaim("balancedAccuracy", arguments, pairs, options, {
    own: ["share", "chance"],
    labels: true,
    again: (rows) => balancedAccuracy(rows, options),
  });
  const { share = 0.5, chance = 0.5 } = options;
  requireShare("balancedAccuracy", "a share", share);
  requireShare("balancedAccuracy", "a chance", chance);
  const ids = outcomes.part("ids"), cds = outcomes.part("cds");
  const at = (share: number): Estimand => [{ ...ids, weight: 1 - share }, { ...cds, weight: share }];
  const isIn = (row: number) => !Number.isNaN(ids.value(row)) || !Number.isNaN(cds.value(row));
  return result({
    counted: [...outcomes.choice.keys()].filter(isIn),
    hypothesis: `accuracy at a CDS share of ${share} differs from chance`,
    claim: `accuracy with informativeness misleading in ${100 * share}% of the pairs differs from ${chance}`,
    parts: [part("accuracy", at(share), chance)],
    claimIs: "either",
    unit: "percent",
    effect: cohensH(found(at(share)).estimate, chance),
    method: `(1 − s)·Acc(IDS) + s·Acc(CDS) at s = ${share}, cluster-robust, against ${chance}`,
    assumptions: ["accuracy within IDS and CDS would stay the same at another share"],
    sensitivity: SHARES.filter((s) => s !== share).map((s) => also(`CDS share ${s}`, at(s), chance)),
  });
}
