import pl from "nodejs-polars";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { groupRows, requireColumns } from "./group_rows.ts";
import { matchRows } from "./match_rows.ts";
import { metricFrame } from "./metric_frame.ts";
import { pairOutcomes } from "./pair_outcomes.ts";
import { VERDICT } from "./verdict_codes.ts";
import { pairsGrouping } from "./pairs_grouping.ts";

/**
 * Verbosity robustness: how often a judge prefers an answer to a version of it that is longer but says nothing more.
 *
 * Over the rows of the variant `verbose` (answer A is the original, B the padded one; `choice` in canonical order), of items
 * judged in both answer orders: robustness = share of the judgments in which the original wins, so that a liking for the
 * first place cancels out. A tie is no win. An unparsable answer in either order, or an order never run, makes the item
 * incomplete. Source: MM-JudgeBias, section 4.3 and appendix H.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (items), `robustness`, then
 * `n_incomplete` and `low, high, n_clusters` (95% cluster-robust delta interval), `n_tie` (judgments that are ties) and
 * `wins_both, wins_one` (items whose original wins in both orders, in one). In [0, 1]: 1 = padding never wins, 0.5 = length
 * does not matter to it or position decides everything, 0 = the padded answer always wins. No items give NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column, or has no row of the variant verbose
 * @throws {RangeError} when two rows have the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { verbosityRobustness } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "1", "2"],
 *   variant: ["verbose", "verbose", "verbose", "verbose"],
 *   swapped: [false, false, true, true],
 *   human: ["A", "A", "A", "A"],
 *   choice: ["A", "A", "A", "B"],
 * });
 * assert.equal(verbosityRobustness(pairs, { by: [] }).toRecords()[0].robustness, 0.75); // 3 of 4 judgments
 * ```
 */
export function verbosityRobustness(
  pairs: pl.DataFrame,
  { by }: { by?: readonly string[] } = {},
): pl.DataFrame {
  requireColumns("verbosityRobustness", pairs, ["variant", "swapped"]);
  const verbose = pairs.filter(pl.col("variant").eq(pl.lit("verbose")));
  if (verbose.height === 0 && pairs.height > 0) {
    throw new TypeError(
      `verbosityRobustness: wanted rows of the variant verbose, found none in ${pairs.height} rows`,
    );
  }
  const { choice, clusters } = pairOutcomes("verbosityRobustness", verbose);
  const { first: swapped, second: canonical } = matchRows("verbosityRobustness", verbose, "swapped");
  const partner = new Int32Array(verbose.height).fill(-1);
  for (let m = 0; m < swapped.length; m++) {
    partner[canonical[m]] = swapped[m];
    partner[swapped[m]] = canonical[m];
  }
  const isSwapped = verbose.getColumn("swapped").cast(pl.Bool).toArray();
  const grouping = pairsGrouping(verbose, by, { without: ["swapped"] });
  const rows = groupRows(verbose, grouping).map(({ key, rows }) => {
    const values: number[] = [], codes: number[] = [];
    let incomplete = 0, tie = 0, both = 0, one = 0;
    for (const row of rows) {
      const other = partner[row];
      if (other < 0) incomplete++;
      else if (!isSwapped[row]) {
        if (choice[row] === VERDICT.missing || choice[other] === VERDICT.missing) {
          incomplete++;
          continue;
        }
        const wins = [row, other].filter((one) => choice[one] === VERDICT.A).length;
        tie += [row, other].filter((one) => choice[one] === VERDICT.tie).length;
        if (wins === 2) both++;
        if (wins === 1) one++;
        values.push(wins / 2);
        codes.push(clusters[row]);
      }
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
      wins_both: both,
      wins_one: one,
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
    wins_both: "count",
    wins_one: "count",
  }, rows);
}
