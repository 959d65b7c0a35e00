import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { FEW_CLUSTERS } from "../stats/equal_clusters.ts";
import { eValue } from "../stats/e_value.ts";
import { type GComputation, gComputation } from "../stats/g_computation.ts";
import { BASE_CONDITION, type PairsTestOptions } from "./conditions.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { curveColumns, type LengthDesign, type LengthStudy, lengthStudy, varies } from "./length_model.ts";
import { evidenceOf, NO_EVIDENCE, sensitivityRow } from "./metric_evidence.ts";

/** With fewer right (or wrong) verdicts than this a curve of length is drawn through single ones. */
const FEW_OUTCOMES = 5;

/** A regression at equal length, with what an unmeasured confounder would have to be. */
export interface AdjustedBiasResult extends HypothesisResult {
  /**
   * How strongly something unmeasured would have to go together with both the subset and being right (risk ratio, beyond length and order) to
   * explain the bias away, and to bring its interval to 0. 1 where nothing needs to be explained.
   */
  eValue: { estimate: number; limit: number };
}

/**
 * Does informativeness bias remain at equal length? By regression over all pairs.
 *
 * Estimand, IB(0): the accuracy of pairs of two equally long answers in IDS less that in CDS, averaged over the answer orders of all pairs.
 * `matchedBias` asks for another one, pairs of the same difference, not of none, and needs far fewer pairs for it: what is known of IB(0) comes
 * from pairs near in length.
 *
 * Logistic regression of *correct* (the judge chose what the human chose) on subset, on curves of the signed length difference
 * (human-preferred − other), and on whether the human-preferred answer was shown first; IB(0) = mean predicted accuracy of all pairs as IDS
 * less as CDS with the difference set to 0 (g-computation, clustered delta interval). The curves are chosen by rule (`method` says which):
 * a slope on either side of 0 and a bend where the rarer outcome of a subset has ten cases per term, for each subset by itself or, with too
 * few pairs, one for both; of words or of their log ratio, whichever is more likely. A straight line in words rejected a true null
 * hypothesis in 60% of studies where the ratio mattered, and took the mean bias of unequal pairs for that of equal ones.
 *
 * The curves cost width: with 600 pairs IB(0)'s interval is 2.3 to 2.8 times as wide as that of a straight line (0.52 against 0.19 where both are
 * right; 120 data sets each). It is no wider than the estimate is uncertain (0.91 to 0.95 of 3.92 standard deviations between data sets, coverage
 * 93 to 97%); the straight line knows more only by assuming more, and covers 84% where the bias grows with the difference and 80% down to 8% on the
 * wrong scale. Only pairs near in length tell of equal length: for a straight line's width plan five to eight times the pairs, or ask `matchedBias`.
 *
 * Correctness is regressed, not the choice: a judge that is always right chooses the more informative answer exactly as often as it is
 * right (68% at a CDS share of 0.32), which a regression of choices without the human label would call bias. Here its IB is 0, with
 * Wilson's interval; a regression that is separated (always right in one subset) has limits that are used as they are.
 *
 * Sensitivity: the other scale; straight lines in words and in the log ratio; with the slope free to differ between subsets; without order;
 * unadjusted. `eValue` (VanderWeele and Ding 2017) says what an unmeasured confounder would need.
 *
 * A judge that is right in 97% of the pairs, 10% of them CDS, on 15 images: of 188 data sets without a bias 8% (± 2) had p < .05, of those with a single wrong verdict
 * 23%. `warning` stands where fewer than five (but one) are wrong, or right, and below five effective images.
 *
 * Too few pairs for a model, or covariates that determine each other, give NaN and `untestable`; `method` says why.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { adjustedBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * assert.ok(adjustedBias(pairs).estimate > 0.4); // of the simulation
 * ```
 */
export function adjustedBias(
  pairs: pl.DataFrame,
  { condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }: PairsTestOptions = {},
): AdjustedBiasResult {
  requireOptions("adjustedBias", others, ["condition", "delta", "alpha"]);
  return adjustedStudy(lengthStudy("adjustedBias", pairs, condition), { delta, alpha });
}

/** The regression on pairs that are prepared; without `variants` its sensitivity is empty, at a third of the cost. */
export function adjustedStudy(
  { pairs, data, design, model }: LengthStudy,
  { delta, alpha, variants = true }: { delta: number; alpha: number; variants?: boolean },
): AdjustedBiasResult {
  const { subset, preferredFirst, gaps } = design;
  const failures: string[] = [];
  const fit = (curves: Float64Array[], order = true) => {
    try {
      return atEqualLength(design, curves, { order, level: 1 - alpha });
    } catch (error) {
      // Too few pairs, or covariates that determine each other: no estimate, and `method` says why.
      if (!(error instanceof RangeError)) throw error;
      failures.push(error.message);
      return null;
    }
  };
  const main = fit(model.columns);
  const failure = failures[0];
  const other = model.scale === "words" ? "log ratio" : "words";
  const sloped = gaps.words.map((d, i) => d * (subset[i] - 0.5));
  const models: [string, GComputation | null][] = !variants ? [] : [
    [`length by ${other}`, fit(curveColumns(gaps[other], subset, model.terms))],
    ["straight line in words", fit([gaps.words])],
    ["straight line in the log ratio of words", fit([gaps["log ratio"]])],
    ["straight lines in words, one for each subset", fit([gaps.words, sloped])],
    ["straight line in words, without answer order", fit([gaps.words], false)],
    ["unadjusted", fit([], false)],
  ];
  const fixedOrder = varies(preferredFirst) ? "" : " (the same for all pairs: left out)";
  const n = data.rows.length;
  const result = hypothesisResult({
    hypothesis: "IB remains at equal length (regression)",
    claim:
      "informativeness bias is above 0 between equally long answers, length and answer order adjusted for",
    ...NO_EVIDENCE,
    clusters: new Set(design.clusters).size,
    ...main && evidenceOf({ ...main, n, warning: "" }),
    n,
    warning: main ? roughBecause(main.df + 1, design.y) : "",
    delta,
    effect: main ? cohensH(main.means[0], main.means[1]) : { measure: "Cohen's h", value: NaN },
    method:
      `IB(0) by g-computation from a logistic regression of correct on subset, length and answer order${fixedOrder}; ` +
      `${model.text}${
        main?.separated ? "; separated: limits of the predictions" : ""
      }; clustered delta interval by image; ` +
      `${data.left} pairs without labels or word counts left out${
        failure ? `; a model could not be fitted (${failure})` : ""
      }`,
    assumptions: [
      "pairs on different images are independent",
      model.terms.common
        ? "length works alike in IDS and CDS (too few pairs of either outcome for curves of their own)"
        : "the curves of length can be told from pairs of other differences (compare pairs near in length, `biasByThreshold`)",
      "no other property of the answers differs between IDS and CDS and sways the judge (see `eValue`)",
    ],
    sensitivity: models.map(([name, found]) => sensitivityRow(name, { ...found ?? NO_EVIDENCE, n })),
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
  return Object.assign(result, { eValue: unmeasured(main) });
}

/** What makes the interval a rough guess, in words: few effective images, or few pairs of the rarer outcome; empty where neither. */
function roughBecause(effective: number, y: Float64Array): string {
  if (effective < FEW_CLUSTERS) {
    return `IB(0) rests on ${effective.toFixed(1)} effective images: the interval may miss`;
  }
  const right = y.reduce((sum, value) => sum + value, 0), rarer = Math.min(right, y.length - right);
  // Of none there is nothing to fit: Wilson's limits hold.
  return rarer > 0 && rarer < FEW_OUTCOMES
    ? `IB(0) rests on ${rarer} ${
      right > rarer ? "wrong" : "right"
    } of ${y.length} verdicts: the interval may miss`
    : "";
}

/** The g-computation at a length difference of 0; covariates that never vary explain nothing and are left out. */
function atEqualLength(
  { y, subset, clusters, preferredFirst }: LengthDesign,
  curves: readonly Float64Array[],
  { order, level }: { order: boolean; level: number },
): GComputation | null {
  if (!varies(subset)) return null;
  const lengths = curves.filter(varies);
  const others = order && varies(preferredFirst) ? [preferredFirst] : [];
  return gComputation({
    columns: [subset, ...lengths, ...others],
    y,
    clusters,
    exposure: 0,
    fix: Object.fromEntries(lengths.map((_, k) => [k + 1, 0])),
    level,
  });
}

function unmeasured(found: GComputation | null): { estimate: number; limit: number } {
  if (!found) return { estimate: NaN, limit: NaN };
  const { means: [ids, cds], estimate, low, high } = found;
  const nearest = low > 0 ? low : high < 0 ? high : 0;
  // The limit's accuracies: the error on both sides alike.
  const shift = (estimate - nearest) / 2;
  return { estimate: eValue(ids / cds), limit: nearest === 0 ? 1 : eValue((ids - shift) / (cds + shift)) };
}
