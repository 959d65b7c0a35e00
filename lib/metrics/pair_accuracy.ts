import type pl from "nodejs-polars";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { groupRows } from "./group_rows.ts";
import { countOutcomes, requireLabels } from "./informativeness_bias.ts";
import { metricFrame } from "./metric_frame.ts";
import { pairOutcomes, SIDE } from "./pair_outcomes.ts";
import { pairsGrouping } from "./pairs_grouping.ts";

/** Subsets of pairs to which an accuracy can be restricted: column of the outcomes, and its side. */
const SUBSETS = {
  ids: ["informativeness", SIDE.first],
  cds: ["informativeness", SIDE.second],
  longer: ["length", SIDE.first],
  shorter: ["length", SIDE.second],
} as const;

/**
 * Accuracy of a pairwise judge with its interval: the share of pairs with a human A or B on which the judge chose the
 * human-preferred answer; ties and unparsable answers are wrong. `within` restricts it to IDS, CDS, or the pairs whose
 * preferred answer is longer or shorter. Source: informativeness-bias paper, section 3.1.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, accuracy`, then `low, high,
 * n_clusters` (95% cluster-robust delta interval; Wilson's limits for an accuracy of 0 or 1) and the counts `n_human_tie,
 * n_human_missing, n_tie, n_unparsed` of the group. No pairs give NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column, or `within` needs labels that it has not
 * @throws {RangeError} for another `within`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pairAccuracy } from "judgebias";
 *
 * const pairs = pl.DataFrame({ item_id: ["1", "2"], human: ["A", "B"], choice: ["A", "tie"] });
 * assert.equal(pairAccuracy(pairs, { by: [] }).toRecords()[0].accuracy, 0.5);
 * ```
 */
export function pairAccuracy(
  pairs: pl.DataFrame,
  { by, within }: { by?: readonly string[]; within?: keyof typeof SUBSETS } = {},
): pl.DataFrame {
  if (within !== undefined && !(within in SUBSETS)) {
    throw new RangeError(
      `pairAccuracy: wanted within ${Object.keys(SUBSETS).join(", ")}, found ${JSON.stringify(within)}`,
    );
  }
  const outcomes = pairOutcomes("pairAccuracy", pairs);
  if (within === "ids" || within === "cds") requireLabels("pairAccuracy", outcomes);
  const takesPart = (row: number) => {
    if (outcomes.correct[row] < 0) return false;
    return within === undefined || outcomes[SUBSETS[within][0]][row] === SUBSETS[within][1];
  };
  const grouping = pairsGrouping(pairs, by);
  const rows = groupRows(pairs, grouping).map(({ key, rows }) => {
    const interval = clusterInterval({
      values: Float64Array.from(rows, (row) => outcomes.correct[row]),
      parts: Int8Array.from(rows, (row) => takesPart(row) ? 0 : -1),
      clusters: Int32Array.from(rows, (row) => outcomes.clusters[row]),
      weights: [1],
      bounds: [0, 1],
    });
    return {
      ...key,
      ...countOutcomes(outcomes, rows),
      n: interval.n,
      accuracy: interval.estimate,
      low: interval.low,
      high: interval.high,
      n_clusters: interval.clusters,
    };
  });
  return metricFrame(grouping, {
    n: "count",
    accuracy: "estimate",
    low: "estimate",
    high: "estimate",
    n_clusters: "count",
    n_human_tie: "count",
    n_human_missing: "count",
    n_tie: "count",
    n_unparsed: "count",
  }, rows);
}
