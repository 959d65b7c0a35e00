import { unless, unreadPart } from "./undecided.ts";
import type pl from "nodejs-polars";
import { columnNumbers } from "../results/factor.ts";
import { requireOneOf } from "../progress/require.ts";
import { matchRows } from "./pair_rows.ts";
import { count, counted, interval, mean, pairedDifference } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { requireLabels } from "./pair_outcomes.ts";

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
export function imageReliance<const Groups extends By = Exclude<DefaultGroups<"pairs">, "image">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> & { within?: "ids" | "cds" } = {},
): MetricFrame<"n acc_image acc_no_image irs n_unmatched n_no_label", Evidence, Groups> {
  const { frame: pairs, outcomes, table } = pairMetric("imageReliance", arguments, given, options, {
    ...{ own: ["within"], without: ["image"], people: true },
  });
  const { within } = options;
  requireOneOf("imageReliance", "within", within, [undefined, "ids", "cds"]);
  if (within) requireLabels("imageReliance", outcomes);
  const { partner } = matchRows("imageReliance", pairs, "image");
  const image = columnNumbers(pairs.getColumn("image")), right = outcomes.part(within);
  const mode = (seen: number) => {
    const value = (row: number) => partner[row] >= 0 && image[row] === seen ? right.value(row) : NaN;
    return { ...right, value };
  };
  const seen = mode(1), blind = mode(0);
  const change = pairedDifference({
    name: "the difference",
    value: (row) => seen.value(row) - right.value(partner[row]),
  });
  // A mode of which nothing could be read has an accuracy of 0, and no difference to the other.
  const irs = unless(change, (rows) => {
    if (rows.length > 0 && rows.every((row) => partner[row] < 0)) {
      return "no item was judged both with the image and without it (column image)";
    }
    const [one, two] = [seen, blind].map((mode) => unreadPart(outcomes, rows, mode));
    return one ? `with the image ${one}` : two ? `without it ${two}` : "";
  });
  return table({
    ...{ n: count(seen), acc_image: mean(seen), acc_no_image: mean(blind), irs },
    ...interval(irs),
    n_unmatched: counted((row) => partner[row] < 0),
    n_no_label: counted((row) => partner[row] >= 0 && image[row] === 1 && Number.isNaN(right.value(row))),
  });
}
