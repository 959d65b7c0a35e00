import type pl from "nodejs-polars";
import { quantileSorted } from "simple-statistics";
import { SIDE } from "../metrics/pair_outcomes.ts";
import { type ClusterContrast, clusterContrast } from "../stats/cluster_contrast.ts";
import { stratifiedPermutation } from "../stats/stratified_permutation.ts";
import { BASE_CONDITION, type Condition } from "./conditions.ts";
import {
  cohensH,
  type HypothesisResult,
  hypothesisResult,
  type SensitivityRow,
} from "./hypothesis_result.ts";
import { type LengthRows, lengthRows } from "./length_rows.ts";

/** Other numbers of strata that the sensitivity shows. */
const OTHER_STRATA = [5, 20];

/**
 * Does informativeness bias remain at equal length? Second way: compare IDS and CDS only among pairs of similar signed word difference
 * (human-preferred − other).
 *
 * Pairs are put into `strata` groups by quantiles of the difference; within each, accuracy in IDS − in CDS; these are averaged with the
 * stratum's share of all pairs as weight (direct standardisation). Strata without IDS or without CDS pairs cannot be compared and are
 * left out; `method` says how many pairs that costs. Cluster-robust t by image with a correction for the small cells, the weights taken as given.
 *
 * Sensitivity: 5 and 20 strata, overlap weights n_IDS·n_CDS/(n_IDS + n_CDS), and a permutation of the subsets within strata (its p only,
 * which takes pairs as independent).
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
 * const { estimate, verdict } = matchedBias(pairs);
 * assert.ok(estimate > 0.4 && verdict === "supported"); // of the simulation
 * ```
 */
export function matchedBias(
  pairs: pl.DataFrame,
  { strata = 10, shuffles = 999, condition = BASE_CONDITION, seed = 1, alpha = 0.05 }: {
    strata?: number;
    /** Shuffles of the permutation test; 0 for none. */
    shuffles?: number;
    condition?: Condition;
    seed?: number;
    alpha?: number;
  } = {},
): HypothesisResult {
  if (!Number.isInteger(strata) || strata < 2) {
    throw new RangeError(`matchedBias: wanted at least 2 strata, found ${strata}`);
  }
  const data = lengthRows("matchedBias", pairs, condition);
  const main = stratified(data, strata, "total");
  const variants: SensitivityRow[] = OTHER_STRATA.filter((k) => k !== strata).map((k) =>
    asRow(`${k} strata`, stratified(data, k, "total").contrast)
  );
  variants.push(asRow("overlap weights", stratified(data, strata, "overlap").contrast));
  const { outcomes, rows } = data;
  if (main.used > 0 && shuffles > 0) {
    const shuffled = stratifiedPermutation({
      values: Float64Array.from(rows, (row) => outcomes.correct[row]),
      groups: Uint8Array.from(rows, (row) => outcomes.informativeness[row] === SIDE.first ? 0 : 1),
      strata: main.stratum,
    }, { replicates: shuffles, seed });
    variants.push({
      name: `permutation within strata (${shuffles})`,
      estimate: shuffled.estimate,
      low: NaN,
      high: NaN,
      n: shuffled.n,
      pValue: shuffled.pValue,
    });
  }
  const { contrast } = main;
  return hypothesisResult({
    hypothesis: "IB remains at equal length (matched)",
    claim: "informativeness bias is above 0 among pairs of similar signed word difference",
    estimate: contrast.estimate,
    low: contrast.low,
    high: contrast.high,
    n: contrast.n,
    clusters: contrast.clusters,
    pValue: contrast.pValue,
    effect: cohensH(main.ids, main.cds),
    method:
      `mean over ${main.used} of ${main.made} quantile groups of the signed word difference, weighted by size; ` +
      `${
        rows.length - contrast.n
      } pairs in groups without both subsets, ${data.left} without labels or word counts left out; ` +
      `cluster-robust t by image`,
    assumptions: [
      "pairs on different images are independent",
      "within a group what remains of the difference in length does not matter (compare 5, 10 and 20 groups)",
    ],
    sensitivity: variants,
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
}

function asRow(name: string, { estimate, low, high, n, pValue }: ClusterContrast): SensitivityRow {
  return { name, estimate, low, high, n, pValue };
}

function stratified(
  { outcomes, rows, difference }: LengthRows,
  strata: number,
  weighting: "total" | "overlap",
) {
  const sorted = Float64Array.from(difference).sort();
  const cuts = rows.length === 0 ? [] : [
    ...new Set(
      Array.from({ length: strata - 1 }, (_, k) => quantileSorted(sorted as never, (k + 1) / strata)),
    ),
  ];
  const stratum = Int32Array.from(difference, (d) => cuts.filter((cut) => d > cut).length);
  const made = cuts.length + 1;
  const counts = Array.from({ length: made }, () => [0, 0]);
  const sideOf = (row: number) => outcomes.informativeness[row] === SIDE.first ? 0 : 1;
  rows.forEach((row, i) => counts[stratum[i]][sideOf(row)]++);
  const sizes = counts.map(([ids, cds]) =>
    ids === 0 || cds === 0 ? 0 : weighting === "total" ? ids + cds : ids * cds / (ids + cds)
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const usable = [...sizes.keys()].filter((s) => sizes[s] > 0);
  const place = sizes.map((_, s) => usable.indexOf(s));
  const contrast = clusterContrast({
    values: Float64Array.from(rows, (row) => outcomes.correct[row]),
    parts: Int32Array.from(
      rows,
      (row, i) => place[stratum[i]] < 0 ? -1 : 2 * place[stratum[i]] + sideOf(row),
    ),
    clusters: Int32Array.from(rows, (row) => outcomes.clusters[row]),
    weights: usable.length === 0 ? [1] : usable.flatMap((s) => [sizes[s] / total, -sizes[s] / total]),
    bounds: [-1, 1],
  });
  const mean = (side: number) =>
    usable.reduce((sum, s, k) => sum + sizes[s] / total * contrast.means[2 * k + side], total > 0 ? 0 : NaN);
  return { contrast, stratum, made, used: usable.length, ids: mean(0), cds: mean(1) };
}
