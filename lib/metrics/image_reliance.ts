import type pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import type { PairMetricOptions } from "./informativeness_bias.ts";
import { matchRows } from "./match_rows.ts";
import {
  count,
  counted,
  difference,
  extremes,
  interval,
  mean,
  pairedDifference,
  type Part,
} from "./metric_columns.ts";
import { metricTable } from "./metric_table.ts";
import { pairOutcomes, pairsGrouping, requireLabels } from "./pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireOneOf } from "../stats/require_value.ts";

/**
 * Image reliance score: how much accuracy the image buys.
 *
 * IRS = Acc(with image) − Acc(without image), both over the same items: those that the judge judged in both modes.
 * Source: informativeness-bias paper, section 3.2. `within: "ids" | "cds"` restricts it to one informativeness subset
 * (its figure 5); the identity IRS_CDS − IRS_IDS = IB(no image) − IB(image) holds on the same items.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, variant): `n` (items), `acc_image, acc_no_image, irs`,
 * then `low, high, n_clusters` (cluster-robust interval of `irs`, which keeps the pairing) and the counts
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
  { by, level, bounds = false, within, ...others }: PairMetricOptions & { within?: "ids" | "cds" } = {},
): pl.DataFrame {
  requireOptions("imageReliance", others, ["by", "level", "bounds", "within"]);
  requireOneOf("imageReliance", "within", within, [undefined, "ids", "cds"]);
  const outcomes = pairOutcomes("imageReliance", pairs);
  if (within) requireLabels("imageReliance", outcomes);
  const { first: seen, second: blind, partner } = matchRows("imageReliance", pairs, "image");
  const image = columnNumbers(pairs.getColumn("image"));
  const right = outcomes.part(within);
  /** Values of the matched rows of one side; the others have none. */
  const matched = (rows: Int32Array, values: ArrayLike<number>) => {
    const taken = new Float64Array(pairs.height).fill(NaN);
    for (const row of rows) taken[row] = values[row];
    return taken;
  };
  const mode = (rows: Int32Array): Part => ({
    name: right.name,
    values: matched(rows, right.values),
    get least() {
      return matched(rows, right.least!);
    },
    get most() {
      return matched(rows, right.most!);
    },
  });
  const withImage = mode(seen), without = mode(blind);
  const gain = new Float64Array(pairs.height).fill(NaN);
  for (const row of seen) gain[row] = withImage.values[row] - without.values[partner[row]];
  const irs = pairedDifference({ name: "the difference", values: gain });
  return metricTable(pairs, pairsGrouping(pairs, by, { without: ["image"] }), {
    clusters: outcomes.clusters,
    level,
  }, {
    n: count(withImage),
    acc_image: mean(withImage),
    acc_no_image: mean(without),
    irs,
    ...interval(irs),
    n_unmatched: counted((row) => partner[row] < 0),
    n_no_label: counted((row) => partner[row] >= 0 && image[row] === 1 && Number.isNaN(right.values[row])),
    ...(bounds ? extremes(difference(withImage, without)) : {}),
  });
}
