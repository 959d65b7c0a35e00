import type pl from "nodejs-polars";
import { SIDE } from "../metrics/pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { FEW_CLUSTERS } from "../stats/equal_clusters.ts";
import { stratifiedPermutation } from "../stats/stratified_permutation.ts";
import { BASE_CONDITION, type PairsTestOptions } from "./conditions.ts";
import {
  cohensH,
  DELTA,
  type HypothesisResult,
  hypothesisResult,
  type SensitivityRow,
} from "./hypothesis_result.ts";
import { doublyRobust, stratified } from "./length_matching.ts";
import { type LengthStudy, lengthStudy } from "./length_model.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";

/** Numbers of strata that the sensitivity shows. */
const STRATA = [5, 10];

/** How comparable the lengths of both subsets are. */
export interface LengthOverlap {
  /** Share of pairs whose length difference occurs in one subset only: left out. */
  leftOut: number;
  /** Pairs of IDS and of CDS that would tell as much if all were comparable. */
  effectiveIds: number;
  /** The same of CDS; both are NaN where groups of length decide and not weights. */
  effectiveCds: number;
}

/** A matched comparison, and how much there was to match. */
export interface MatchedBiasResult extends HypothesisResult {
  /** How many pairs had no like in the other subset, and how many the comparison is worth. */
  overlap: LengthOverlap;
}

/** Options of `matchedBias`. */
export interface MatchedBiasOptions extends PairsTestOptions {
  /** Groups by quantiles of the length difference, at least 2; 10 by default. */
  strata?: number;
  /** Shuffles of the permutation test; 999 by default, 0 for none. */
  shuffles?: number;
  /** Of the shuffles: the same seed gives the same p-value; 1 by default. */
  seed?: number;
}

/**
 * Does informativeness bias remain between pairs of the same length difference?
 *
 * Estimand: accuracy in IDS less that in CDS at the same signed difference (human-preferred − other) and answer order, averaged over the
 * differences that occur in both subsets, with the weight e(1 − e) where a share e of pairs is IDS (overlap weights). That is not IB at no
 * difference, IB(0) of `adjustedBias`: where the bias grows with the difference this one is larger.
 *
 * Doubly robust (`overlapContrast`): pairs are weighted so that both subsets have the same lengths and orders, and a regression takes out
 * what is left; it holds if either model does. Pairs beyond the range that both subsets share are left out; `overlap` and `method` say how
 * many, and how many pairs of each subset the comparison is worth. Where a subset is always right or always wrong, or has too few pairs for a
 * regression, the strata decide: `strata` groups by quantiles of the difference, weighted n_IDS·n_CDS/(n_IDS + n_CDS).
 *
 * Sensitivity: 5 and 10 strata weighted by size, overlap-weighted strata, and where every pair has an image of its own, a permutation of the subsets within strata (its
 * p only).
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} for fewer than 2 strata, or when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { matchedBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const { estimate, verdict, overlap } = matchedBias(pairs);
 * assert.ok(estimate > 0.4 && verdict === "supported" && overlap.leftOut < 0.2); // of the simulation
 * ```
 */
export function matchedBias(
  pairs: pl.DataFrame,
  {
    strata = 10,
    shuffles = 999,
    condition = BASE_CONDITION,
    seed = 1,
    delta = DELTA.points,
    alpha = 0.05,
    ...others
  }: MatchedBiasOptions = {},
): MatchedBiasResult {
  requireOptions("matchedBias", others, ["strata", "shuffles", "condition", "seed", "delta", "alpha"]);
  requireStrata(strata);
  return matchedStudy(lengthStudy("matchedBias", pairs, condition), { strata, shuffles, seed, delta, alpha });
}

function requireStrata(strata: number): void {
  if (Number.isInteger(strata) && strata >= 2) return;
  throw new RangeError(`matchedBias: wanted at least 2 strata, found ${strata}`);
}

/** The matched comparison of pairs that are prepared; without `variants` its sensitivity is empty. */
export function matchedStudy(
  study: LengthStudy,
  { strata = 10, shuffles, seed, delta, alpha, variants: tried = true }: {
    strata?: number;
    shuffles: number;
    seed: number;
    delta: number;
    alpha: number;
    variants?: boolean;
  },
): MatchedBiasResult {
  requireStrata(strata);
  const { pairs, data } = study;
  const level = 1 - alpha;
  const { found, leftOut, failure } = doublyRobust(study, level);
  const { outcomes, rows } = data;
  const variants: SensitivityRow[] = [];
  const main = tried || !found ? stratified(data, { strata, level, weighting: "overlap" }) : null;
  if (tried && main) {
    for (const k of new Set([...STRATA, strata])) {
      variants.push(
        sensitivityRow(`${k} strata`, stratified(data, { strata: k, level, weighting: "total" }).contrast),
      );
    }
    variants.push(sensitivityRow(`${strata} strata, overlap weights`, main.contrast));
  }
  // Pairs of one image do not change places by themselves.
  const alone = new Set(Array.from(rows, (row) => outcomes.clusters[row])).size === rows.length;
  if (tried && alone && main && main.used > 0 && shuffles > 0) {
    const shuffled = stratifiedPermutation({
      values: Float64Array.from(rows, (row) => outcomes.correct[row]),
      groups: Uint8Array.from(rows, (row) => outcomes.informativeness[row] === SIDE.first ? 0 : 1),
      strata: main.stratum,
    }, { replicates: shuffles, seed });
    variants.push(sensitivityRow(`permutation within strata (${shuffles})`, shuffled));
  }
  const overlap = found
    ? { leftOut, effectiveIds: found.effective[0], effectiveCds: found.effective[1] }
    : { leftOut: 1 - main!.contrast.n / rows.length, effectiveIds: NaN, effectiveCds: NaN };
  const lost = `${
    rows.length === 0 ? "pairs" : `${(100 * overlap.leftOut).toFixed(1)}% of pairs`
  } without their like in the other subset left out`;
  const result = hypothesisResult({
    hypothesis: "IB remains at the same length difference (matched)",
    claim: "informativeness bias is above 0 between pairs of the same signed word difference",
    ...evidenceOf({ ...found ?? main!.contrast, n: main?.contrast.n ?? 0, warning: "" }),
    ...found && { n: Math.round((1 - leftOut) * rows.length) },
    delta,
    effect: found ? cohensH(found.means[0], found.means[1]) : cohensH(main!.ids, main!.cds),
    method: found
      ? `doubly robust with overlap weights on length and answer order, worth ${
        overlap.effectiveIds.toFixed(0)
      } IDS and ` +
        `${
          overlap.effectiveCds.toFixed(0)
        } CDS pairs; ${lost}, ${data.left} without labels or word counts; clustered by image`
      : `overlap-weighted mean over ${main!.used} of ${
        main!.made
      } quantile groups of the signed word difference` +
        `${
          failure ? ` (${failure})` : ""
        }; ${lost}, ${data.left} without labels or word counts; cluster-robust t by image`,
    assumptions: [
      "pairs on different images are independent",
      "either the shares of IDS or the accuracies are well described by length and order (compare the strata)",
      "no other property of the answers differs between IDS and CDS and sways the judge",
    ],
    warning: !found
      ? main!.contrast.warning
      : found.df + 1 < FEW_CLUSTERS
      ? `the lighter subset rests on ${(found.df + 1).toFixed(1)} effective images: the interval may miss`
      : "",
    sensitivity: variants,
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
  return Object.assign(result, { overlap });
}
