import type pl from "nodejs-polars";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { groupRows } from "./group_rows.ts";
import { matchRows } from "./match_rows.ts";
import { metricFrame } from "./metric_frame.ts";
import { pairOutcomes } from "./pair_outcomes.ts";
import { VERDICT } from "./verdict_codes.ts";
import { pairsGrouping } from "./pairs_grouping.ts";

/**
 * Position robustness: how often the same answer wins whichever of the two the judge sees first.
 *
 * robustness = share of items, judged in both orders, whose canonical choice is the same A or B in both (`choice` is in
 * canonical order whatever `swapped`). A tie is never the same winner. An unparsable answer in either order, or an order
 * that was never run, makes the item incomplete: it is counted and left out. Source: MM-JudgeBias, section 4.3 and
 * appendix H. The human label is not needed for it.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (items), `robustness`,
 * `n_incomplete`, then `low, high, n_clusters` (95% cluster-robust delta interval), `n_tie` (items with a tie in either
 * order) and `prefers_first, prefers_second` (items where the answer shown first, or second, wins in both orders). In
 * [0, 1]: 1 = order never matters; a coin flip gives 0.5; 0 = the winner always changes. No items gives NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when two rows have the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { positionRobustness } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "1", "2"],
 *   swapped: [false, false, true, true],
 *   human: ["A", "B", "A", "B"],
 *   choice: ["A", "B", "A", "A"], // item 2: the answer shown second wins twice
 * });
 * const [row] = positionRobustness(pairs, { by: [] }).toRecords();
 * assert.equal(row.robustness, 0.5);
 * assert.equal(row.prefers_second, 1);
 * ```
 */
export function positionRobustness(
  pairs: pl.DataFrame,
  { by }: { by?: readonly string[] } = {},
): pl.DataFrame {
  const { choice, clusters } = pairOutcomes("positionRobustness", pairs);
  const { first: swapped, second: canonical } = matchRows("positionRobustness", pairs, "swapped");
  const partner = new Int32Array(pairs.height).fill(-1);
  const isSwapped = new Uint8Array(pairs.height);
  for (let m = 0; m < swapped.length; m++) {
    partner[canonical[m]] = swapped[m];
    isSwapped[swapped[m]] = 1;
  }
  const grouping = pairsGrouping(pairs, by, { without: ["swapped"] });
  const rows = groupRows(pairs, grouping).map(({ key, rows }) => {
    const values: number[] = [], codes: number[] = [];
    let incomplete = 0, tie = 0, prefersFirst = 0, prefersSecond = 0;
    for (const row of rows) {
      if (isSwapped[row]) continue;
      if (partner[row] < 0 || choice[row] === VERDICT.missing || choice[partner[row]] === VERDICT.missing) {
        incomplete++;
        continue;
      }
      const one = choice[row], two = choice[partner[row]];
      if (one === VERDICT.tie || two === VERDICT.tie) tie++;
      else if (one !== two) one === VERDICT.A ? prefersFirst++ : prefersSecond++;
      values.push(one === two && one !== VERDICT.tie ? 1 : 0);
      codes.push(clusters[row]);
    }
    const parts = new Int8Array(values.length);
    const interval = clusterInterval({ values, parts, clusters: codes, weights: [1], bounds: [0, 1] });
    return {
      ...key,
      n: interval.counts[0],
      robustness: interval.estimate,
      n_incomplete: incomplete,
      low: interval.low,
      high: interval.high,
      n_clusters: interval.clusters,
      n_tie: tie,
      prefers_first: prefersFirst,
      prefers_second: prefersSecond,
    };
  });
  return metricFrame(grouping, {
    n: "count",
    robustness: "estimate",
    n_incomplete: "count",
    low: "estimate",
    high: "estimate",
    n_clusters: "count",
    n_tie: "count",
    prefers_first: "count",
    prefers_second: "count",
  }, rows);
}
