import type pl from "nodejs-polars";
import { pairOutcomes, requireLabels } from "../metrics/pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireFrame } from "../results/require_frame.ts";
import { allOf, bothSides, sidesOf } from "./claims.ts";
import { BASE_CONDITION, type Condition, matchConditions } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type { TestOptions } from "./hypothesis_types.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";
import { subsetContrast } from "./subset_contrast.ts";

/** Largest loss of accuracy on IDS that still counts as none: the δ of the whole library. With 1 point, 600 pairs show a drop of 20 points in 15% of studies. */
const MARGIN = DELTA.points;

/**
 * Does a mitigation (BIRCH) lower informativeness bias without costing accuracy where informativeness is right? Two claims that must both
 * hold, over the pairs judged both ways: IB(base) − IB(mitigated) > 0, and accuracy on IDS not lower by `margin` or more.
 *
 * Intersection–union test (Berger 1982, `allOf`): both claims must hold, p is the larger of the two and no further correction is due; the
 * opposite is that IB rises or IDS accuracy falls by more than the margin. The estimate is the drop in IB with its interval; `sensitivity`
 * shows both claims, each p being twice the one-sided p of that claim, and the change of accuracy on CDS and in all.
 *
 * `contradicted`: IB rises, or IDS accuracy falls by more than the margin; `absent`: IB changes by less than δ.
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
    delta = DELTA.points,
    alpha = 0.05,
    ...others
  }: TestOptions & {
    baseline?: string;
    mitigation?: string;
    margin?: number;
    condition?: Omit<Condition, "pipeline">;
  } = {},
): HypothesisResult {
  requireOptions("mitigationLowersBias", others, [
    "baseline",
    "mitigation",
    "margin",
    "condition",
    "delta",
    "alpha",
  ]);
  const action = "mitigationLowersBias";
  if (!(margin > 0)) throw new RangeError(`${action}: wanted a positive margin, found ${margin}`);
  requireFrame(action, pairs);
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
    ], { nullValue, level: 1 - alpha });
  const drop = contrast([1, -1], [-1, 1]);
  const cds = contrast([0, -1], [0, 1]);
  const share = drop.counts[0] / (drop.counts[0] + drop.counts[1]);
  const overall = contrast([-share, share - 1], [share, 1 - share]);
  const lower = sidesOf(drop);
  const lost = contrast([-1, 0], [1, 0], -margin);
  const notWorse = sidesOf(lost, -margin);
  const claim = ({ above }: typeof lower) => Math.min(1, 2 * above);
  return hypothesisResult({
    hypothesis: `${mitigation} lowers IB, IDS accuracy non-inferior`,
    claim: `${mitigation} lowers informativeness bias against ${baseline}, and loses less than ${
      (100 * margin).toFixed(1)
    } points of accuracy on IDS`,
    ...evidenceOf(drop),
    delta,
    ...bothSides(allOf([lower, notWorse])),
    effect: { measure: "IB after / IB before", value: ibRatio(drop.means) },
    method:
      `intersection–union of the drop in IB and of non-inferiority on IDS (margin ${margin}); p the larger of both; ` +
      `cluster-robust t by image over pairs judged both ways; ${unmatched} rows judged one way only left out`,
    assumptions: [
      "pairs on different images are independent",
      "nothing but the pipeline differs between the two runs",
      `a loss of ${(100 * margin).toFixed(1)} points on IDS does not matter`,
    ],
    sensitivity: [
      sensitivityRow("drop in IB", { ...drop, pValue: claim(lower) }),
      sensitivityRow(`change on IDS (p against −${margin})`, { ...lost, pValue: claim(notWorse) }),
      sensitivityRow("change on CDS", cds),
      sensitivityRow("change of accuracy over both subsets", overall),
    ],
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
}

function ibRatio([ids, cds, idsAfter, cdsAfter]: number[]): number {
  return (idsAfter - cdsAfter) / (ids - cds);
}
