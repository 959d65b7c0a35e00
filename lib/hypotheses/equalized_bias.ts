import type pl from "nodejs-polars";
import { EQUAL_LENGTH_WORDS } from "../metrics/equalize_lengths.ts";
import { type PairOutcomes, pairOutcomes, requireLabels } from "../metrics/pair_outcomes.ts";
import { optionNames, requireOptions } from "../results/require_options.ts";
import { clusterBootstrap } from "../stats/cluster_bootstrap.ts";
import { allOf, bothSides, sidesOf } from "./claims.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import {
  cohensH,
  DELTA,
  type HypothesisResult,
  hypothesisResult,
  type SensitivityRow,
} from "./hypothesis_result.ts";
import { lengthenedPairs } from "./lengthened_pairs.ts";
import { evidenceOf } from "./metric_evidence.ts";
import { paddingContrasts, swayedByPadding } from "./padding_contrasts.ts";
import { type ContrastBlock, subsetContrast } from "./subset_contrast.ts";

/** Options of the equalised-subset test. */
export interface EqualizedBiasOptions extends Omit<PairsTestOptions, "where" | "clusters"> {
  /** Largest difference in words, after lengthening, that counts as equal. */
  threshold?: number;
  /** Use the informativeness labels of the lengthened answers where these were labelled anew; the original ones otherwise. */
  relabelled?: boolean;
  /** Resamples of images behind the intervals of the steps; 0 for none: the delta method's then, and no share explained. */
  replicates?: number;
  /** Of the resamples: the same seed gives the same intervals; 1 by default. */
  seed?: number;
}

/** Their names. */
export const EQUALIZED_BIAS_OPTIONS: readonly string[] = optionNames<EqualizedBiasOptions>()([
  "threshold",
  "relabelled",
  "condition",
  "replicates",
  "seed",
  "delta",
  "alpha",
]);

/** The steps from IB of all pairs to IB of equalised pairs. */
export interface EqualizedBiasResult extends HypothesisResult {
  /**
   * On the same resamples: IB `all pairs, before`, `kept pairs, before`, `kept pairs, after`; and the differences in points
   * `selection`, `equalisation` and `both`.
   */
  steps: (SensitivityRow & { clusters: number })[];
  /** (IB before − IB after)/IB before with its interval; null where the interval of IB before holds 0, and without resamples. */
  shareExplained: { estimate: number; low: number; high: number } | null;
}

/** Order of the sums that a resample needs: rows and right answers in IDS and CDS, for three sets of rows. */
const SETS = ["all pairs, before", "kept pairs, before", "kept pairs, after"];

/**
 * Does informativeness bias remain after equalising length? First way: the equalised subset, as in the informativeness-bias paper
 * (appendix C.5). The shorter answer was lengthened without new content; pairs that then differ by at most `threshold` words are kept.
 *
 * The paper compares IB of all pairs before with IB of kept pairs after. That is two steps: *selection* (kept minus all, both before) and
 * *equalisation* (after minus before, kept pairs both). The result's `steps` hold the three IBs and the differences in points, their
 * intervals (BCa) from the same resamples of images. The estimate and interval are those of IB of the kept pairs after (cluster-robust, as in
 * `informativenessBias`); the claim is that it is above 0.
 *
 * Padding has an effect of its own: where the preferred answer was longer, as it mostly is in IDS, the other one is padded, and in CDS the
 * preferred one. A judge that dislikes padding by 0.4 logit so shows some 9 points of IB without any bias. So `sensitivity` has IB with both
 * kinds of padding weighing the same in either subset (a dislike then cancels) and the dislike itself, and p is that of both: above 0 as it is,
 * and with padding balanced (`allOf`). The interval is that of IB as it is; where it leaves 0 out and the balanced one does not, `warning` says so.
 * Of 600 simulated judges with that dislike and no bias (600 pairs, `tests/calibration/padding_scenarios.ts`) the interval lay above 0 in 72% (± 2), p
 * was below .05 in 5.0% (± 0.9); IB with padding balanced was covered in 94.5% (± 0.9), the dislike in 95.8% (± 0.8). Where a subset was padded on one side
 * only that cannot be told apart, and the claim is untestable.
 *
 * Needs rows of variant `length_equalized` beside `original`, with word counts and informativeness labels.
 *
 * @throws {RangeError} without such rows, or when two rows have the same key
 * @throws {TypeError} without word counts or informativeness labels
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { equalizedBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const { estimate, provenance } = equalizedBias(pairs, { replicates: 200 });
 * assert.equal(estimate.toFixed(3), "0.455"); // what the simulation is calibrated to (Table 2)
 * assert.equal(provenance, "simulated");
 * ```
 */
export function equalizedBias(
  pairs: pl.DataFrame,
  {
    threshold = EQUAL_LENGTH_WORDS,
    relabelled = false,
    condition = BASE_CONDITION,
    replicates = 2000,
    seed = 1,
    delta = DELTA.points,
    alpha = 0.05,
    ...others
  }: EqualizedBiasOptions = {},
): EqualizedBiasResult {
  requireOptions("equalizedBias", others, EQUALIZED_BIAS_OPTIONS);
  if (!(threshold >= 0)) {
    throw new RangeError(`equalizedBias: wanted a threshold of 0 or more words, found ${threshold}`);
  }
  const outcomes = pairOutcomes("equalizedBias", pairs);
  requireLabels("equalizedBias", outcomes);
  const { informativeness } = outcomes;
  const matched = lengthenedPairs("equalizedBias", pairs, outcomes, { condition, relabelled });
  const all = conditionRows("equalizedBias", pairs, { ...condition, variant: "original" }, ["variant"]);
  const kept = (_: number, m: number) => matched.gaps[m] <= threshold;
  const before = matched.before.filter(kept), after = matched.after.filter(kept);

  const level = 1 - alpha;
  const block = (rows: Int32Array, sides: Int8Array, weight: number): ContrastBlock => ({
    rows,
    sides,
    weights: [weight, -weight],
  });
  const main = subsetContrast(outcomes, [block(after, matched.sides, 1)], { bounds: [-1, 1], level });
  const ibBefore = subsetContrast(outcomes, [block(all, informativeness, 1)], { bounds: [-1, 1], level });
  const padding = paddingContrasts(
    outcomes,
    after,
    matched.padded.filter((_, m) => matched.gaps[m] <= threshold),
    matched.sides,
    level,
  );
  const weightsOf: Record<string, [number, number, number]> = {
    [SETS[0]]: [1, 0, 0],
    [SETS[1]]: [0, 1, 0],
    [SETS[2]]: [0, 0, 1],
    "selection: kept − all, before": [-1, 1, 0],
    "equalisation: after − before, kept": [0, -1, 1],
    "both: kept after − all before": [-1, 0, 1],
  };
  const sets: [Int32Array, Int8Array][] = [[all, informativeness], [before, informativeness], [
    after,
    matched.sides,
  ]];
  const intervals = replicates === 0
    ? null
    : resampled(outcomes, sets, Object.values(weightsOf), { replicates, seed, level });
  const steps = Object.entries(weightsOf).map(([name, weights], s) => {
    const delta = subsetContrast(
      outcomes,
      sets.flatMap(([rows, sides], k) => weights[k] === 0 ? [] : [block(rows, sides, weights[k])]),
      { level },
    );
    const single = SETS.indexOf(name), { estimate, low, high } = intervals?.[s] ?? delta;
    return {
      name,
      estimate,
      // What does not vary cannot be resampled: the delta interval with Wilson's distance then.
      low: low < high ? low : delta.low,
      high: low < high ? high : delta.high,
      n: single > 0 || s > 3 ? main.n : ibBefore.n,
      pValue: delta.pValue,
      clusters: delta.clusters,
    };
  });
  const share = intervals?.[steps.length];
  const result = hypothesisResult({
    hypothesis: "IB remains at equal length (equalised subset)",
    claim:
      `informativeness bias is above 0 in pairs that differ by at most ${threshold} words after lengthening`,
    ...evidenceOf(main),
    ...!padding.any
      ? { pValue: main.pValue }
      : Number.isNaN(padding.balanced.pValue)
      ? { pValue: NaN }
      : bothSides(allOf([sidesOf(main), sidesOf(padding.balanced)])),
    delta,
    effect: cohensH(main.means[0], main.means[1]),
    method:
      `accuracy in IDS − in CDS over ${main.n} kept of ${matched.after.length} lengthened pairs; cluster-robust t by image; steps: ${
        replicates === 0 ? "delta method" : `BCa, ${replicates} resamples of images, seed ${seed}`
      }`,
    assumptions: [
      "pairs on different images are independent",
      "lengthening added no content" +
      (relabelled ? "" : ": the original informativeness labels hold for the lengthened answers"),
      "that a pair could be equalised does not depend on the verdict (see the step selection)",
    ],
    warning: padding.any && Number.isNaN(padding.balanced.pValue)
      ? "a subset was padded on one side only (or hardly): a dislike of padding cannot be told from informativeness bias"
      : [main.warning, padding.any ? swayedByPadding(main, padding.balanced) : ""].filter(Boolean).join("; "),
    sensitivity: [...steps, ...padding.rows],
    alpha,
    frames: [pairs],
    claimIs: "above",
  }) as EqualizedBiasResult;
  result.steps = steps;
  result.shareExplained = share && (ibBefore.low > 0 || ibBefore.high < 0)
    ? { estimate: share.estimate, low: share.low, high: share.high }
    : null;
  return result;
}

/** BCa intervals of weighted sums of the three IBs, and last of the share that equalising explains, on common resamples. */
function resampled(
  { correct, clusters }: PairOutcomes,
  sets: [Int32Array, Int8Array][],
  weights: [number, number, number][],
  { replicates, seed, level }: { replicates: number; seed: number; level: number },
) {
  // Rows, and right ones, on either side of each set.
  const most = sets.reduce((sum, [rows]) => sum + rows.length, 0), codes = new Int32Array(most);
  const sums = Array.from({ length: 4 * sets.length }, () => new Float64Array(most));
  let n = 0;
  sets.forEach(([rows, sides], set) => {
    for (const row of rows) {
      const side = sides[row];
      if (correct[row] < 0 || side < 0 || side > 1) continue;
      sums[4 * set + 2 * side][n] = 1;
      sums[4 * set + 2 * side + 1][n] = correct[row];
      codes[n++] = clusters[row];
    }
  });
  if (n === 0) {
    return [...weights, 0].map(() => ({ estimate: NaN, low: NaN, high: NaN }));
  }
  const biases = (t: Float64Array) =>
    sets.map((_, set) => t[4 * set + 1] / t[4 * set] - t[4 * set + 3] / t[4 * set + 2]);
  return clusterBootstrap({
    sums: sums.map((list) => list.subarray(0, n)),
    clusters: codes.subarray(0, n),
    statistics: (totals) => {
      const ib = biases(totals);
      // A weight of 0 must not drag in a bias that is not there.
      const values = weights.map((w) =>
        w.reduce((sum, weight, k) => weight === 0 ? sum : sum + weight * ib[k], 0)
      );
      return [...values, 1 - ib[2] / ib[0]];
    },
    replicates,
    seed,
    level,
    method: "bca",
  });
}
