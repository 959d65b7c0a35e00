import type pl from "nodejs-polars";
import type { By } from "./metric_table.ts";
import type { DefaultGroups, MetricOptions } from "./metric_types.ts";
import { type VariantShare, variantShare } from "./variant_share.ts";

/**
 * Formatting preference: how often a judge prefers the formatted version of a response to the same words without markup.
 *
 * Over the rows of the variant `formatted` (answer A is plain, B has the markup; the protocol `formatting` makes them, with
 * the formatting in `condition`), of items judged in both answer orders: preference = share of the judgments in which the
 * formatted version wins, so that a liking for the first place cancels out. A tie is no win. An unparsable answer in either
 * order, or an order never run, makes the item incomplete.
 *
 * The content is identical, so whatever differs from 0.5 is formatting; nothing says that people have no such preference.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant, and condition where there are several):
 * `n` (items), `preference`, then `n_incomplete` and `low, high, n_clusters` (`clusterInterval`), `n_tie` (judgments that are
 * ties) and `wins_both, wins_one` (items whose formatted version wins in both orders, in one). In [0, 1]: 0 = plain text
 * always wins, 0.5 = formatting does not matter to it or position decides everything, 1 = markup always wins. No items give
 * NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column, or has no row of the variant formatted
 * @throws {RangeError} when two rows have the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { formattingPreference } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "1", "2"],
 *   variant: ["formatted", "formatted", "formatted", "formatted"],
 *   swapped: [false, false, true, true],
 *   human: [null, null, null, null],
 *   choice: ["B", "A", "B", "B"],
 * }, { schema: { item_id: pl.Utf8, variant: pl.Utf8, swapped: pl.Bool, human: pl.Utf8, choice: pl.Utf8 } });
 * assert.equal(formattingPreference(pairs, { by: [] }).toRecords()[0].preference, 0.75); // 3 of 4 judgments
 * ```
 */
export function formattingPreference<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): VariantShare<"preference", Groups> {
  return variantShare("formattingPreference", arguments, given, options, {
    variant: "formatted",
    winner: "B",
    name: "preference",
  });
}
