import type pl from "nodejs-polars";
import { BASE_CONDITION, type Condition } from "./conditions.ts";
import { type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { lengthRows } from "./length_rows.ts";
import { subsetContrast } from "./subset_contrast.ts";

/**
 * Is informativeness bias larger than length bias? IB − LB over the same pairs, those with a human label, an informativeness label and
 * word counts; both biases split the same verdicts, and the cluster-robust error keeps their covariance.
 *
 * LB can be negative (shorter answers favoured), and IB − LB is then large although the judge is swayed by length more. So the verdict is
 * `supported` only where IB + LB is not significantly below 0 and IB exceeds |LB|; `sensitivity` shows IB, LB and IB + LB.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasExceedsLengthBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["MLLM-as-a-Judge"] });
 * const { estimate, sensitivity: [ib, lb] } = biasExceedsLengthBias(pairs);
 * assert.ok(Math.abs(estimate - (ib.estimate - lb.estimate)) < 1e-12);
 * ```
 */
export function biasExceedsLengthBias(
  pairs: pl.DataFrame,
  { condition = BASE_CONDITION, alpha = 0.05 }: { condition?: Condition; alpha?: number } = {},
): HypothesisResult {
  const { outcomes, rows, difference, left } = lengthRows("biasExceedsLengthBias", pairs, condition);
  const { informativeness, length } = outcomes;
  const contrast = (ib: number, lb: number) =>
    subsetContrast(outcomes, [
      { rows, sides: informativeness, weights: [ib, -ib] },
      { rows, sides: length, weights: [lb, -lb] },
    ]);
  const main = contrast(1, -1), sum = contrast(1, 1);
  const ib = subsetContrast(outcomes, [{ rows, sides: informativeness, weights: [1, -1] }], {
    bounds: [-1, 1],
  });
  const lb = subsetContrast(outcomes, [{ rows, sides: length, weights: [1, -1] }], { bounds: [-1, 1] });
  const equal = difference.filter((d) => d === 0).length;
  const row = (name: string, { estimate, low, high, n, pValue }: typeof main) => ({
    name,
    estimate,
    low,
    high,
    n,
    pValue,
  });
  const result = hypothesisResult({
    hypothesis: "IB exceeds LB",
    claim: "informativeness bias is larger than length bias over the same pairs",
    estimate: main.estimate,
    low: main.low,
    high: main.high,
    n: main.n,
    clusters: main.clusters,
    pValue: main.pValue,
    effect: { measure: "IB − |LB|, points", value: 100 * (ib.estimate - Math.abs(lb.estimate)) },
    method:
      `IB − LB, cluster-robust t by image with the covariance of both; ${equal} pairs of equal length in IB only, ${left} pairs without ` +
      `labels or word counts left out`,
    assumptions: ["pairs on different images are independent"],
    sensitivity: [row("IB", ib), row("LB", lb), row("IB + LB (against a bias to shorter answers)", sum)],
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
  // Against a strong bias to shorter answers IB must hold its own too.
  if (result.verdict === "supported" && !(sum.estimate > 0 && (sum.pValue < alpha || lb.estimate >= 0))) {
    result.verdict = sum.estimate < 0 && sum.pValue < alpha ? "contradicted" : "undecided";
  }
  return result;
}
