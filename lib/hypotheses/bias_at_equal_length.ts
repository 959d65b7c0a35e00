import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { adjustedBias } from "./adjusted_bias.ts";
import { BASE_CONDITION } from "./conditions.ts";
import { equalizedBias, type EqualizedBiasOptions, type EqualizedBiasResult } from "./equalized_bias.ts";
import { type HypothesisResult, hypothesisResult, type SensitivityRow } from "./hypothesis_result.ts";
import { matchedBias } from "./matched_bias.ts";

/** The three ways side by side. */
export interface BiasAtEqualLength extends HypothesisResult {
  /** Null without rows of the variant length_equalized. */
  equalized: EqualizedBiasResult | null;
  matched: HypothesisResult;
  adjusted: HypothesisResult;
}

/**
 * Does informativeness bias remain after equalising length? Three ways, compared side by side: the equalised subset (`equalizedBias`),
 * matching on the signed word difference (`matchedBias`), and regression with g-computation (`adjustedBias`).
 *
 * Estimate, interval, p and verdict are those of the equalised subset where the results hold lengthened answers (only there were lengths
 * changed, and not just compared), else of the regression; `sensitivity` lists all three, so that a reader sees whether they agree.
 *
 * @throws {TypeError} without informativeness labels or word counts
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasAtEqualLength } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["LLaVA-1.6-34B"], benchmarks: ["VL-RewardBench"] });
 * const result = biasAtEqualLength(pairs, { replicates: 200 });
 * assert.deepEqual(result.sensitivity.map(({ name }) => name), ["equalised subset", "matched", "regression"]);
 * assert.equal(result.estimate, result.equalized!.estimate);
 * ```
 */
export function biasAtEqualLength(
  pairs: pl.DataFrame,
  options: EqualizedBiasOptions & { strata?: number } = {},
): BiasAtEqualLength {
  const { condition = BASE_CONDITION, seed = 1, alpha = 0.05, strata } = options;
  const original = { ...condition, variant: "original" };
  const hasLengthened = pairs.columns.includes("variant") &&
    factor(pairs.getColumn("variant")).levels.includes("length_equalized");
  const equalized = hasLengthened ? equalizedBias(pairs, options) : null;
  const matched = matchedBias(pairs, { condition: original, seed, alpha, ...(strata ? { strata } : {}) });
  const adjusted = adjustedBias(pairs, { condition: original, alpha });
  const main = equalized ?? adjusted;
  const ways: [string, HypothesisResult | null][] = [
    ["equalised subset", equalized],
    ["matched", matched],
    ["regression", adjusted],
  ];
  const { claim, estimate, low, high, n, clusters, pValue, effect, method, assumptions } = main;
  const result = hypothesisResult({
    hypothesis: "IB remains at equal length",
    claim,
    estimate,
    low,
    high,
    n,
    clusters,
    pValue,
    effect,
    method,
    assumptions,
    sensitivity: ways.flatMap(([name, way]): SensitivityRow[] =>
      way
        ? [{ name, estimate: way.estimate, low: way.low, high: way.high, n: way.n, pValue: way.pValue }]
        : []
    ),
    alpha,
    frames: [pairs],
    claimIs: "above",
  }) as BiasAtEqualLength;
  return Object.assign(result, { equalized, matched, adjusted });
}
