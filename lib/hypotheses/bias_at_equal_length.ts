import type pl from "nodejs-polars";
import { EQUAL_LENGTH_WORDS } from "../metrics/equalize_lengths.ts";
import { factor } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireFrame } from "../results/require_frame.ts";
import type { ClusterContrast } from "../stats/cluster_contrast.ts";
import { normalQuantile } from "../stats/distributions.ts";
import { type AdjustedBiasResult, adjustedStudy } from "./adjusted_bias.ts";
import { allOf, bothSides, sidesOf } from "./claims.ts";
import { BASE_CONDITION } from "./conditions.ts";
import {
  EQUALIZED_BIAS_OPTIONS,
  equalizedBias,
  type EqualizedBiasOptions,
  type EqualizedBiasResult,
} from "./equalized_bias.ts";
import { DELTA, type HypothesisResult, hypothesisResult, type SensitivityRow } from "./hypothesis_result.ts";
import { lengthStudy } from "./length_model.ts";
import { type MatchedBiasResult, matchedStudy } from "./matched_bias.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";
import { subsetContrast } from "./subset_contrast.ts";
import { requireSeed } from "../stats/require_value.ts";

/** The ways side by side. */
export interface BiasAtEqualLength extends HypothesisResult {
  /** Null without rows of the variant length_equalized. */
  equalized: EqualizedBiasResult | null;
  /** Pairs of both subsets at the same length difference (`matchedBias`, without its permutation test). */
  matched: MatchedBiasResult;
  /** IB between equally long answers by regression over all pairs (`adjustedBias`). */
  adjusted: AdjustedBiasResult;
  /** Whether a way differs from the estimate by more than both errors allow. */
  disagree: boolean;
}

/** Distance of two ways, in standard errors of both together, beyond which they disagree. */
const APART = 1.96;

/**
 * Does informativeness bias remain at equal length? The ways of asking, side by side, with what each estimates:
 *
 * - *equalised subset* (`equalizedBias`): IB of pairs whose shorter answer was lengthened; the only way that changes answers;
 * - *regression* (`adjustedBias`): IB(0), between equally long answers, from curves of length over all pairs;
 * - *near in length*: IB(0) without a model, of untouched pairs that differ by at most 5 words (what is left of their difference stays);
 * - *matched* (`matchedBias`): another estimand, IB at the same difference, whatever it is, averaged over the differences of both subsets.
 *
 * Estimate and interval are those of the equalised subset where the results hold lengthened answers, else of the regression; so is p, unless
 * another way differs from it by more than both errors allow (two standard errors of their difference): then `disagree` is true, `warning` names
 * the ways, and p is that of all ways together (intersection–union), so that one way alone supports nothing.
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
 * assert.deepEqual(result.sensitivity.map(({ name }) => name), ["equalised subset", "matched", "regression", "near in length"]);
 * assert.equal(result.estimate, result.equalized!.estimate);
 * ```
 */
export function biasAtEqualLength(
  pairs: pl.DataFrame,
  { strata, variants = true, ...options }: EqualizedBiasOptions & {
    strata?: number;
    /**
     * Whether each way tries its own variants (other scales, strata, straight lines: `matched.sensitivity`, `adjusted.sensitivity`); estimate,
     * interval, p and the ways side by side are the same without, in a third of the time.
     */
    variants?: boolean;
  } = {},
): BiasAtEqualLength {
  requireOptions("biasAtEqualLength", options, [...EQUALIZED_BIAS_OPTIONS, "strata", "variants"]);
  requireFrame("biasAtEqualLength", pairs);
  const {
    condition = BASE_CONDITION,
    seed = 1,
    delta = DELTA.points,
    alpha = 0.05,
  } = options;
  requireSeed("biasAtEqualLength", seed);
  const original = { ...condition, variant: "original" };
  const hasLengthened = pairs.columns.includes("variant") &&
    factor(pairs.getColumn("variant")).levels.includes("length_equalized");
  const equalized = hasLengthened ? equalizedBias(pairs, options) : null;
  const study = lengthStudy("biasAtEqualLength", pairs, original);
  // The permutation of the matched way is no part of the verdict, and costs as much as all else.
  const matched = matchedStudy(study, { seed, delta, alpha, shuffles: 0, strata, variants });
  const adjusted = adjustedStudy(study, { delta, alpha, variants });
  const { data } = study;
  const near: ClusterContrast = subsetContrast(data.outcomes, [{
    rows: data.rows.filter((_, i) =>
      Math.abs(data.difference[i]) <= (options.threshold ?? EQUAL_LENGTH_WORDS)
    ),
    sides: data.outcomes.informativeness,
    weights: [1, -1],
  }], { bounds: [-1, 1], level: 1 - alpha });
  const main = equalized ?? adjusted;
  const ways: [string, Omit<SensitivityRow, "name"> | null][] = [
    ["equalised subset", equalized],
    ["matched", matched],
    ["regression", adjusted],
    ["near in length", near],
  ];
  const rows = ways.flatMap(([name, way]): SensitivityRow[] => way ? [sensitivityRow(name, way)] : []);
  const tested = rows.filter(({ estimate, low, high, pValue }) =>
    !Number.isNaN(estimate + low + high + pValue)
  );
  const reach = normalQuantile(1 - alpha / 2);
  const error = ({ low, high }: Pick<SensitivityRow, "low" | "high">) => (high - low) / (2 * reach);
  const apart = tested.filter((row) =>
    Math.abs(row.estimate - main.estimate) > APART * Math.hypot(error(row), error(main))
  );
  const joint = apart.length > 0 && !Number.isNaN(main.pValue);
  const result = hypothesisResult({
    hypothesis: "IB remains at equal length",
    claim: main.claim,
    ...evidenceOf(main),
    ...joint ? bothSides(allOf(tested.map((row) => sidesOf(row)))) : { direction: main.direction },
    pEquivalence: main.pEquivalence,
    delta,
    effect: main.effect,
    method: main.method,
    assumptions: main.assumptions,
    warning: [
      main.warning,
      joint
        ? `the ways disagree: ${apart.map(({ name }) => name).join(", ")}; p is that of all of them together`
        : "",
    ].filter(Boolean).join("; "),
    sensitivity: rows,
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
  return Object.assign(result, { equalized, matched, adjusted, disagree: joint });
}
