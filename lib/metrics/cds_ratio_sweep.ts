import { unreadIn } from "./undecided.ts";
import type pl from "nodejs-polars";
import { mean, sampleVariance } from "simple-statistics";
import { infer } from "../stats/infer.ts";
import { requireCount, requireShare } from "../progress/require.ts";
import { groupGenerator, type Side, sideOf } from "./downsample.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import type { MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { requireLabels, VERDICT } from "./pair_outcomes.ts";

/**
 * Accuracy as a function of how often informativeness misleads: subsamples with a given share of CDS pairs.
 *
 * For every ratio s the largest subsample with that share is drawn `draws` times without replacement: all of one subset
 * and a random part of the other. `accuracy` is the mean over the draws and `sd` their spread (draws − 1; not a confidence
 * interval). Its expectation is (1 − s)·Acc_IDS + s·Acc_CDS at the share s that whole rows come to (`n_cds` of both: near the ratio,
 * of few rows not at it), whose 95% cluster-robust interval from the full data is `low, high`; where few draws take `accuracy` beyond
 * it, it reaches to there. Source: informativeness-bias paper, section 4.2 and figure 4. Pairs in neither subset take no part.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant) and ratio: `ratio, accuracy, sd`, then
 * `low, high, n_clusters` and `n_ids, n_cds` (rows of either subset in a subsample). At s = 0 accuracy is Acc_IDS, at
 * s = 1 Acc_CDS. A needed subset without rows gives NaN, and so does a share that so few rows cannot have: of 3 IDS rows none of 0.1
 * (`warning` says how many it takes).
 *
 * @throws {RangeError} for a ratio outside [0, 1], draws that are not a positive count, a seed that is none
 * @throws {TypeError} when the frame lacks a column, or has no informativeness label at all
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { cdsRatioSweep } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "A", "B"],
 *   choice: ["A", "A", "A", "A"],
 *   more_informative: ["A", "A", "A", "A"],
 * });
 * const sweep = cdsRatioSweep(pairs, { ratios: [0, 0.5], draws: 5, seed: 1, by: [] });
 * assert.deepEqual(sweep.getColumn("accuracy").toArray(), [1, 0.5]);
 * ```
 */
export function cdsRatioSweep(
  pairs: pl.DataFrame,
  options: MetricOptions & { ratios: readonly number[]; draws: number; seed: number },
): pl.DataFrame {
  const { outcomes, inGroups, level } = pairMetric("cdsRatioSweep", arguments, pairs, options, {
    own: ["ratios", "draws", "seed"],
    people: true,
  });
  const { ratios, draws, seed } = options;
  requireCount("cdsRatioSweep", "draw", draws);
  for (const ratio of ratios) requireShare("cdsRatioSweep", "ratios", ratio);
  requireLabels("cdsRatioSweep", outcomes);
  const [ids, cds] = [outcomes.part("ids"), outcomes.part("cds")];
  const columns = `ratio accuracy sd ${INTERVAL} n_ids:count n_cds:count`;
  return inGroups(columns, (rows, key) => {
    const generator = groupGenerator(seed, key), ofIds = sideOf(ids, rows), ofCds = sideOf(cds, rows);
    const drawn = ({ n, right }: Side, size: number) =>
      size === 0 ? 0 : generator.hypergeometric(right, n - right, size);
    const unread = unreadIn(outcomes, rows, (row) => outcomes.human[row] <= VERDICT.B);
    return ratios.map((ratio) => {
      const sizes = sizesAtShare(ofIds.n, ofCds.n, ratio), lacking = rowsLacking(ofIds.n, ofCds.n, ratio);
      const { nIds, nCds } = sizes, n = nIds + nCds;
      const accuracies = Array.from({ length: draws }, () => (drawn(ofIds, nIds) + drawn(ofCds, nCds)) / n);
      // The share of whole rows; one of exactly 0 or 1 needs one subset only, the other may be empty.
      const share = n === 0 ? ratio : nCds / n, accuracy = mean(accuracies);
      const parts = [{ ...ids, weight: 1 - share }, { ...cds, weight: share }].filter(({ weight }) =>
        weight > 0
      );
      const found = infer(parts, lacking ? [] : rows, outcomes.clusters, { level });
      const [low, high] = [Math.min(found.low, accuracy), Math.max(found.high, accuracy)];
      return {
        ...{ ratio, accuracy: lacking ? NaN : accuracy },
        sd: lacking || draws < 2 || n === 0 ? NaN : Math.sqrt(sampleVariance(accuracies)),
        ...intervalCells({ ...found, low, high, warning: lacking || unread || found.warning }),
        ...{ n_ids: lacking ? 0 : nIds, n_cds: lacking ? 0 : nCds },
      };
    });
  });
}

/** What is said of a share that subsets with rows cannot have, as whole rows make it all of the one; empty where they can. */
function rowsLacking(ids: number, cds: number, ratio: number): string {
  const { nIds, nCds } = sizesAtShare(ids, cds, ratio), share = Math.min(ratio, 1 - ratio);
  if (share === 0 || nIds + nCds === 0 || nIds > 0 && nCds > 0) return "";
  const found = nCds === 0 ? ids : cds, least = Math.max(found + 1, Math.ceil((1 - share) / share / 2));
  return `a share of ${ratio} takes ${least} ${nCds === 0 ? "IDS" : "CDS"} rows, found ${found}`;
}

/** The largest subsample in which CDS has the share `ratio`; empty when a subset that it needs has no row. */
function sizesAtShare(ids: number, cds: number, ratio: number): { nIds: number; nCds: number } {
  if (ratio === 0) return { nIds: ids, nCds: 0 };
  if (ratio === 1) return { nIds: 0, nCds: cds };
  const total = Math.min(ids / (1 - ratio), cds / ratio), at = (share: number) => Math.round(total * share);
  return { nIds: Math.min(ids, at(1 - ratio)), nCds: Math.min(cds, at(ratio)) };
}
