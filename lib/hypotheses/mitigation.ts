import type pl from "nodejs-polars";
import { requireLabels } from "../metrics/informativeness_bias.ts";
import { pairOutcomes } from "../metrics/pair_outcomes.ts";
import { BASE_CONDITION, type Condition, matchConditions } from "./conditions.ts";
import { type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { subsetContrast } from "./subset_contrast.ts";

/** Largest loss of accuracy on IDS that still counts as none. */
const MARGIN = 0.01;

/**
 * Does a mitigation (BIRCH) lower informativeness bias without costing accuracy where informativeness is right? Two claims that must both
 * hold, over the pairs judged both ways: IB(base) − IB(mitigated) > 0, and accuracy on IDS not lower by `margin` or more.
 *
 * Intersection–union test (Berger 1982): each claim is tested one-sided at alpha, both must be rejected, p is the larger of the two and no
 * further correction is due. The estimate is the drop in IB with its two-sided 95% interval; `sensitivity` shows both claims with their
 * one-sided p, and the change of accuracy on CDS and in all. Since p is one-sided, the 90% interval is the one that p < 0.05 belongs to.
 *
 * The verdict is `contradicted` only where IB rises significantly or IDS accuracy falls by more than the margin (one-sided alpha).
 *
 * @throws {TypeError} without informativeness labels
 * @throws {RangeError} when a pipeline has no row, two rows have the same key, or the margin is not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mitigationLowersBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["MLLM-as-a-Judge"] });
 * const { estimate, pValue, sensitivity: [drop, ids] } = mitigationLowersBias(pairs);
 * assert.ok(estimate === drop.estimate && pValue === Math.max(drop.pValue, ids.pValue));
 * ```
 */
export function mitigationLowersBias(
  pairs: pl.DataFrame,
  {
    baseline = "base",
    mitigation = "birch",
    margin = MARGIN,
    condition = { image: BASE_CONDITION.image, variant: BASE_CONDITION.variant },
    alpha = 0.05,
  }: {
    baseline?: string;
    mitigation?: string;
    margin?: number;
    condition?: Omit<Condition, "pipeline">;
    alpha?: number;
  } = {},
): HypothesisResult {
  const action = "mitigationLowersBias";
  if (!(margin > 0)) throw new RangeError(`${action}: wanted a positive margin, found ${margin}`);
  if (!pairs.columns.includes("pipeline")) {
    throw new RangeError(
      `${action}: wanted rows of the pipelines ${baseline} and ${mitigation}, found no column pipeline`,
    );
  }
  const { first, second, unmatched } = matchConditions(action, pairs, { ...condition, pipeline: baseline }, {
    ...condition,
    pipeline: mitigation,
  });
  const outcomes = pairOutcomes(action, pairs);
  requireLabels(action, outcomes);
  const sides = outcomes.informativeness;
  const contrast = (before: [number, number], after: [number, number], nullValue = 0) =>
    subsetContrast(outcomes, [
      { rows: first, sides, weights: before },
      { rows: second, sides, weights: after },
    ], { nullValue });
  const drop = contrast([1, -1], [-1, 1]);
  const cds = contrast([0, -1], [0, 1]);
  const share = drop.counts[0] / (drop.counts[0] + drop.counts[1]);
  const overall = contrast([-share, share - 1], [share, 1 - share]);
  const lower = oneSided(drop, 0);
  const lost = contrast([-1, 0], [1, 0], -margin);
  const notWorse = oneSided(lost, -margin);
  const row = (name: string, { estimate, low, high, n, pValue }: typeof drop, p = pValue) => ({
    name,
    estimate,
    low,
    high,
    n,
    pValue: p,
  });
  const result = hypothesisResult({
    hypothesis: `${mitigation} lowers IB, IDS accuracy non-inferior`,
    claim: `${mitigation} lowers informativeness bias against ${baseline}, and loses less than ${
      (100 * margin).toFixed(1)
    } points of accuracy on IDS`,
    estimate: drop.estimate,
    low: drop.low,
    high: drop.high,
    n: drop.n,
    clusters: drop.clusters,
    pValue: Math.max(lower, notWorse),
    effect: { measure: "IB after / IB before", value: ibRatio(drop.means) },
    method:
      `intersection–union of a one-sided test of the drop in IB and one of non-inferiority on IDS (margin ${margin}); p the larger of both; ` +
      `cluster-robust t by image over pairs judged both ways; ${unmatched} rows judged one way only left out`,
    assumptions: [
      "pairs on different images are independent",
      "nothing but the pipeline differs between the two runs",
      `a loss of ${(100 * margin).toFixed(1)} points on IDS does not matter`,
    ],
    sensitivity: [
      row("drop in IB (one-sided p)", drop, lower),
      row(`change on IDS (one-sided p against −${margin})`, lost, notWorse),
      row("change on CDS", cds),
      row("change of accuracy over both subsets", overall),
    ],
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
  if (result.verdict === "undecided" && (1 - lower < alpha || 1 - notWorse < alpha)) {
    result.verdict = "contradicted";
  }
  return result;
}

/** p of the claim that a contrast lies above the null value that it was tested against. */
function oneSided({ estimate, pValue }: { estimate: number; pValue: number }, nullValue: number): number {
  return estimate > nullValue ? pValue / 2 : 1 - pValue / 2;
}

function ibRatio([ids, cds, idsAfter, cdsAfter]: number[]): number {
  return (idsAfter - cdsAfter) / (ids - cds);
}
