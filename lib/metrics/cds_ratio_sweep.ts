import type pl from "nodejs-polars";
import { mean, sampleVariance } from "simple-statistics";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { groupGenerator } from "./downsample.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { metricFrame, type MetricOptions } from "./metric_table.ts";
import { SIDE } from "./pair_outcomes.ts";
import { splitCounts } from "./downsample.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireCount, requireShare } from "../stats/require_value.ts";

/**
 * Accuracy as a function of how often informativeness misleads: subsamples with a given share of CDS pairs.
 *
 * For every ratio s the largest subsample with that share is drawn `draws` times without replacement: all of one subset
 * and a random part of the other. `accuracy` is the mean over the draws and `sd` their spread (draws − 1; not a confidence
 * interval). Its expectation is (1 − s)·Acc_IDS + s·Acc_CDS, whose 95% cluster-robust interval from the full data is `low,
 * high`. Source: informativeness-bias paper, section 4.2 and figure 4. Pairs in neither subset take no part.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant) and ratio: `ratio, accuracy, sd`, then
 * `low, high, n_clusters` and `n_ids, n_cds` (rows of either subset in a subsample). At s = 0 accuracy is Acc_IDS, at
 * s = 1 Acc_CDS. A needed subset without rows gives NaN.
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
  { ratios, draws, seed, by, level, ...others }: MetricOptions & {
    ratios: readonly number[];
    draws: number;
    seed: number;
  },
): pl.DataFrame {
  requireOptions("cdsRatioSweep", others, ["ratios", "draws", "seed", "by", "level"]);
  requireCount("cdsRatioSweep", "draw", draws);
  for (const ratio of ratios) {
    requireShare("cdsRatioSweep", "ratios", ratio);
  }
  const { grouping, groups, outcomes } = splitCounts("cdsRatioSweep", pairs, "informativeness", by);
  const { correct, informativeness } = outcomes;
  const rows = groups.flatMap(({ key, rows, sides: [ids, cds] }) => {
    const generator = groupGenerator(seed, key);
    const values = Float64Array.from(rows, (row) => correct[row]);
    const clusters = Int32Array.from(rows, (row) => outcomes.clusters[row]);
    return ratios.map((ratio) => {
      const { nIds, nCds } = sizesAtShare(ids.n, cds.n, ratio);
      const accuracies = Array.from({ length: draws }, () => {
        const right = draw(generator, ids, nIds) + draw(generator, cds, nCds);
        return right / (nIds + nCds);
      });
      // A share of exactly 0 or 1 needs one subset only; the other may be empty.
      const needed: number[] = ratio === 0
        ? [SIDE.first]
        : ratio === 1
        ? [SIDE.second]
        : [SIDE.first, SIDE.second];
      const interval = clusterInterval({
        values,
        parts: Int8Array.from(rows, (row) => correct[row] < 0 ? -1 : needed.indexOf(informativeness[row])),
        clusters,
        weights: needed.map((side) => side === SIDE.first ? 1 - ratio : ratio),
        bounds: [0, 1],
        level,
        names: needed.map((side) => side === SIDE.first ? "IDS" : "CDS"),
      });
      return {
        ...key,
        ratio,
        accuracy: mean(accuracies),
        sd: draws < 2 || nIds + nCds === 0 ? NaN : Math.sqrt(sampleVariance(accuracies)),
        ...intervalCells(interval),
        n_ids: nIds,
        n_cds: nCds,
      };
    });
  });
  return metricFrame(grouping, `ratio accuracy sd ${INTERVAL} n_ids:count n_cds:count`, rows);
}

/** The largest subsample in which CDS has the share `ratio`; empty when a subset that it needs has no row. */
function sizesAtShare(ids: number, cds: number, ratio: number): { nIds: number; nCds: number } {
  if (ratio === 0) return { nIds: ids, nCds: 0 };
  if (ratio === 1) return { nIds: 0, nCds: cds };
  if (ids === 0 || cds === 0) return { nIds: 0, nCds: 0 };
  const total = Math.min(ids / (1 - ratio), cds / ratio);
  return {
    nIds: Math.min(ids, Math.round(total * (1 - ratio))),
    nCds: Math.min(cds, Math.round(total * ratio)),
  };
}

function draw(
  generator: ReturnType<typeof groupGenerator>,
  { n, right }: { n: number; right: number },
  size: number,
): number {
  return size === 0 ? 0 : generator.hypergeometric(right, n - right, size);
}
