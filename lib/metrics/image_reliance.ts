import pl from "nodejs-polars";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { groupRows } from "./group_rows.ts";
import { requireLabels } from "./informativeness_bias.ts";
import { matchRows } from "./match_rows.ts";
import { metricFrame } from "./metric_frame.ts";
import { pairOutcomes, SIDE } from "./pair_outcomes.ts";
import { pairsGrouping } from "./pairs_grouping.ts";

/**
 * Image reliance score: how much accuracy the image buys.
 *
 * IRS = Acc(with image) − Acc(without image), both over the same items: those that the judge judged in both modes.
 * Source: informativeness-bias paper, section 3.2. `within: "ids" | "cds"` restricts it to one informativeness subset
 * (its figure 5); the identity IRS_CDS − IRS_IDS = IB(no image) − IB(image) holds on the same items.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, variant): `n` (items), `acc_image, acc_no_image, irs`,
 * then `low, high, n_clusters` (95% cluster-robust delta interval of `irs`, which keeps the pairing) and the counts
 * `n_unmatched` (rows judged in one mode only), `n_no_label` (items without a human A or B, and with `within` those that
 * are not in the subset). In [−1, 1]: 0 = the image changes nothing on balance, 1 = right only with the image, negative =
 * the image misleads. No items gives NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column, or `within` is asked of a frame without informativeness labels
 * @throws {RangeError} for another `within`, or two rows with the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { imageReliance } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "1", "2"],
 *   image: [true, true, false, false],
 *   human: ["A", "B", "A", "B"],
 *   choice: ["A", "B", "A", "A"],
 * });
 * assert.equal(imageReliance(pairs, { by: [] }).toRecords()[0].irs, 0.5); // 2/2 − 1/2
 * ```
 */
export function imageReliance(
  pairs: pl.DataFrame,
  { by, within }: { by?: readonly string[]; within?: "ids" | "cds" } = {},
): pl.DataFrame {
  if (within !== undefined && within !== "ids" && within !== "cds") {
    throw new RangeError(`imageReliance: wanted within "ids" or "cds", found ${JSON.stringify(within)}`);
  }
  const outcomes = pairOutcomes("imageReliance", pairs);
  if (within) requireLabels("imageReliance", outcomes);
  const { first, second } = matchRows("imageReliance", pairs, "image");
  const partner = new Int32Array(pairs.height).fill(-1);
  for (let m = 0; m < first.length; m++) {
    partner[first[m]] = second[m];
    partner[second[m]] = first[m];
  }
  const image = pairs.getColumn("image").cast(pl.Bool).toArray();
  const wanted = within === "ids" ? SIDE.first : SIDE.second;
  const grouping = pairsGrouping(pairs, by, { without: ["image"] });
  const rows = groupRows(pairs, grouping).map(({ key, rows }) => {
    const values: number[] = [], parts: number[] = [], clusters: number[] = [];
    let unmatched = 0, noLabel = 0;
    for (const row of rows) {
      if (partner[row] < 0) {
        unmatched++;
      } else if (outcomes.correct[row] < 0 || within && outcomes.informativeness[row] !== wanted) {
        if (image[row]) noLabel++;
      } else {
        values.push(outcomes.correct[row]);
        parts.push(image[row] ? 0 : 1);
        clusters.push(outcomes.clusters[row]);
      }
    }
    const interval = clusterInterval({ values, parts, clusters, weights: [1, -1], bounds: [-1, 1] });
    return {
      ...key,
      n: interval.counts[0],
      acc_image: interval.means[0],
      acc_no_image: interval.means[1],
      irs: interval.estimate,
      low: interval.low,
      high: interval.high,
      n_clusters: interval.clusters,
      n_unmatched: unmatched,
      n_no_label: noLabel,
    };
  });
  return metricFrame(grouping, {
    n: "count",
    acc_image: "estimate",
    acc_no_image: "estimate",
    irs: "estimate",
    low: "estimate",
    high: "estimate",
    n_clusters: "count",
    n_unmatched: "count",
    n_no_label: "count",
  }, rows);
}
