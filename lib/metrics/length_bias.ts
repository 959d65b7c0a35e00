import type pl from "nodejs-polars";
import { groupRows } from "./group_rows.ts";
import { countOutcomes } from "./informativeness_bias.ts";
import { metricFrame } from "./metric_frame.ts";
import { pairOutcomes, SIDE } from "./pair_outcomes.ts";
import { pairsGrouping } from "./pairs_grouping.ts";
import { splitContrast } from "./split_contrast.ts";

/**
 * Length bias: how much better a judge does where the longer answer is the right one.
 *
 * LB = Acc(human-preferred answer longer) − Acc(human-preferred answer shorter), lengths in words. Source:
 * informativeness-bias paper, section 3.5. |LB| is its strength, the sign its direction: positive = longer answers are
 * favoured, 0 = length makes no difference, in [−1, 1].
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, accuracy, n_longer, acc_longer,
 * n_shorter, acc_shorter, lb`, then `low, high, n_clusters` (95% cluster-robust delta interval of `lb`) and the counts
 * `n_human_tie, n_human_missing, n_tie, n_unparsed, n_equal_length, n_unknown_length`. Pairs of equal or unknown length
 * count in `n` and `accuracy` and enter neither side. An empty side gives NaN with its count 0.
 *
 * @throws {TypeError} when the frame lacks a column, or no row has both word counts
 * @throws {RangeError} when a verdict column holds anything but A, B, tie or null
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { lengthBias } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3"],
 *   human: ["A", "B", "B"],
 *   choice: ["A", "B", "A"],
 *   words_a: [30, 10, 40],
 *   words_b: [12, 20, 8],
 * });
 * const [row] = lengthBias(pairs, { by: [] }).toRecords();
 * assert.equal(row.lb, 1); // 2/2 where the preferred answer is longer, 0/1 where it is shorter
 * ```
 */
export function lengthBias(pairs: pl.DataFrame, { by }: { by?: readonly string[] } = {}): pl.DataFrame {
  const outcomes = pairOutcomes("lengthBias", pairs);
  const { correct, length, clusters, height } = outcomes;
  if (height > 0 && length.every((side) => side === SIDE.none)) {
    throw new TypeError(
      `lengthBias: wanted word counts in words_a and words_b (or the texts answer_a and answer_b when reading), ` +
        `found none in ${height} rows`,
    );
  }
  const grouping = pairsGrouping(pairs, by);
  const rows = groupRows(pairs, grouping).map(({ key, rows }) => {
    const contrast = splitContrast({ rows, outcomes: correct, sides: length, clusters });
    let equal = 0, unknown = 0;
    for (const row of rows) {
      if (correct[row] < 0) continue;
      if (length[row] === SIDE.equal) equal++;
      else if (length[row] === SIDE.none) unknown++;
    }
    return {
      ...key,
      ...countOutcomes(outcomes, rows),
      n_longer: contrast.nFirst,
      acc_longer: contrast.accuracyFirst,
      n_shorter: contrast.nSecond,
      acc_shorter: contrast.accuracySecond,
      lb: contrast.difference,
      low: contrast.low,
      high: contrast.high,
      n_clusters: contrast.clusters,
      n_equal_length: equal,
      n_unknown_length: unknown,
    };
  });
  return metricFrame(grouping, {
    n: "count",
    accuracy: "estimate",
    n_longer: "count",
    acc_longer: "estimate",
    n_shorter: "count",
    acc_shorter: "estimate",
    lb: "estimate",
    low: "estimate",
    high: "estimate",
    n_clusters: "count",
    n_human_tie: "count",
    n_human_missing: "count",
    n_tie: "count",
    n_unparsed: "count",
    n_equal_length: "count",
    n_unknown_length: "count",
  }, rows);
}
