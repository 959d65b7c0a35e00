import type pl from "nodejs-polars";
import type { By } from "./metric_table.ts";
import type { DefaultGroups, MetricOptions } from "./metric_types.ts";
import { type VariantShare, variantShare } from "./variant_share.ts";

/**
 * Verbosity robustness: how often a judge prefers an answer to a version of it that is longer but says nothing more.
 *
 * Over the rows of the variant `verbose` (answer A is the original, B the padded one; `choice` in canonical order), of items
 * judged in both answer orders: robustness = share of the judgments in which the original wins, so that a liking for the
 * first place cancels out. A tie is no win. An unparsable answer in either order, or an order never run, makes the item
 * incomplete. Source: MM-JudgeBias, section 4.3 and appendix H.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (items), `robustness`, then
 * `n_incomplete` and `low, high, n_clusters` (`clusterInterval`), `n_tie` (judgments that are ties) and
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
export function verbosityRobustness<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): VariantShare<"robustness", Groups> {
  return variantShare("verbosityRobustness", arguments, given, options, {
    variant: "verbose",
    winner: "A",
    name: "robustness",
  });
}
