import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { allOf, bothSides, sidesOf } from "./claims.ts";
import { BASE_CONDITION, type PairsTestOptions } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { lengthRows } from "./length_rows.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";
import { subsetContrast } from "./subset_contrast.ts";

/**
 * Is informativeness bias larger than length bias? IB − LB over the same pairs, those with a human label, an informativeness label and
 * word counts; both biases split the same verdicts, and the cluster-robust error keeps their covariance.
 *
 * LB can be negative (shorter answers favoured), and IB − LB is then large although the judge is swayed by length more. So the claim is
 * IB > |LB|, that is IB − LB > 0 and IB + LB > 0, both; p is that of both together (intersection–union, `allOf`), and of the opposite that one
 * of them is reversed. The estimate stays IB − LB with its own interval; `sensitivity` shows IB, LB and IB + LB. `absent`: IB and |LB| differ
 * by less than δ.
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
  { condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }: PairsTestOptions = {},
): HypothesisResult {
  requireOptions("biasExceedsLengthBias", others, ["condition", "delta", "alpha"]);
  const { outcomes, rows, difference, left } = lengthRows("biasExceedsLengthBias", pairs, condition);
  const { informativeness, length } = outcomes;
  const level = 1 - alpha;
  const contrast = (ib: number, lb: number, nullValue = 0) =>
    subsetContrast(outcomes, [
      { rows, sides: informativeness, weights: [ib, -ib] },
      { rows, sides: length, weights: [lb, -lb], names: ["longer", "shorter"] },
    ], { nullValue, level });
  const main = contrast(1, -1), sum = contrast(1, 1);
  const sides = (lb: number, at = 0) => sidesOf(contrast(1, lb, at), at);
  // IB − |LB| is the smaller of the two: above −δ where both are, below δ where one of them is.
  const above = [-1, 1].map((lb) => sides(lb, -delta).above),
    below = [-1, 1].map((lb) => sides(lb, delta).below);
  const pEquivalence = Math.min(1, 2 * Math.max(...above, Math.min(1, 2 * Math.min(...below))));
  const ib = subsetContrast(outcomes, [{ rows, sides: informativeness, weights: [1, -1] }], {
    bounds: [-1, 1],
    level,
  });
  const lb = subsetContrast(outcomes, [{ rows, sides: length, weights: [1, -1] }], {
    bounds: [-1, 1],
    level,
  });
  const equal = difference.filter((d) => d === 0).length;
  return hypothesisResult({
    hypothesis: "IB exceeds LB",
    claim:
      "informativeness bias is larger than length bias, in whichever direction that goes, over the same pairs",
    ...evidenceOf(main),
    ...bothSides(allOf([sides(-1), sides(1)])),
    pEquivalence,
    delta,
    effect: { measure: "IB − |LB|, points", value: 100 * (ib.estimate - Math.abs(lb.estimate)) },
    method:
      `IB − LB, cluster-robust t by image with the covariance of both; p of IB − LB and IB + LB together; ${equal} pairs of equal length in IB only, ${left} pairs without ` +
      `labels or word counts left out`,
    assumptions: ["pairs on different images are independent"],
    sensitivity: [
      sensitivityRow("IB", ib),
      sensitivityRow("LB", lb),
      sensitivityRow("IB + LB (against a bias to shorter answers)", sum),
    ],
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
}
