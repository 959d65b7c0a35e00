import pl from "nodejs-polars";
import { requireColumns } from "../results/require_valid_frame.ts";
import { pairMetric } from "./metric.ts";
import { count, counted, countOf, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { bothOrders } from "./order_consistency.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { said } from "./said.ts";

/**
 * Position robustness: how often the same answer wins whichever of the two the judge sees first.
 *
 * robustness = share of items, judged in both orders, whose canonical choice is the same A or B in both (`choice` is in
 * canonical order whatever `swapped`). A tie is never the same winner. An unparsable answer in either order, or an order
 * that was never run, makes the item incomplete: it is counted and left out. Source: MM-JudgeBias, section 4.3 and
 * appendix H. The human label is not needed for it.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (items), `robustness`,
 * `n_incomplete`, then `low, high, n_clusters` (`clusterInterval`) and `n_tie` (items with a tie in either order). Which slot wins
 * where the winner changes says `orderConsistency`. In [0, 1]: 1 = order never matters; a coin flip gives 0.5; 0 = the winner always
 * changes. No items gives NaN with n = 0.
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
 * ```
 */
export function positionRobustness<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n robustness n_incomplete n_tie", Evidence, Groups> {
  return robustness("positionRobustness", arguments, given, options, undefined, ([one, other]) => ({
    stays: Number(one === other && one !== VERDICT.tie),
    ties: Number(one === VERDICT.tie || other === VERDICT.tie),
  }));
}

/**
 * Verbosity robustness: how often a judge prefers an answer to a version of it that is longer but says nothing more.
 *
 * Over the rows of the variant `verbose` (answer A is the original, B the padded one; `choice` in canonical order), of items
 * judged in both answer orders: robustness = share of the judgments in which the original wins, so that a liking for the
 * first place cancels out. A tie is no win. An unparsable answer in either order, or an order never run, makes the item
 * incomplete. Source: MM-JudgeBias, section 4.3 and appendix H.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n` (items), `robustness`, then
 * `n_incomplete` and `low, high, n_clusters` (`clusterInterval`) and `n_tie` (judgments that are ties). In [0, 1]: 1 = padding never
 * wins, 0.5 = length does not matter to it or position decides everything, 0 = the padded answer always wins. No items give NaN with
 * n = 0.
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
 *   swapped: [false, false, true, true], human: ["A", "A", "A", "A"],
 *   choice: ["A", "A", "A", "B"],
 * });
 * // 3 of 4 judgments
 * assert.equal(verbosityRobustness(pairs, { by: [] }).toRecords()[0].robustness, 0.75);
 * ```
 */
export function verbosityRobustness<const Groups extends By = DefaultGroups<"pairs">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n robustness n_incomplete n_tie", Evidence, Groups> {
  const action = "verbosityRobustness";
  const rows = (pairs: pl.DataFrame) => {
    requireColumns(action, pairs, ["variant", "swapped"]);
    const own = pairs.filter(pl.col("variant").eq(pl.lit("verbose")));
    if (own.height > 0 || pairs.height === 0) return own;
    throw new TypeError(said("no_verbose", { height: pairs.height }));
  };
  return robustness(action, arguments, given, options, rows, (verdicts) => ({
    stays: verdicts.filter((one) => one === VERDICT.A).length / 2,
    ties: verdicts.filter((one) => one === VERDICT.tie).length,
  }));
}

function robustness<const Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  rows: ((pairs: pl.DataFrame) => pl.DataFrame) | undefined,
  counts: (verdicts: [number, number]) => Record<"stays" | "ties", number>,
): MetricFrame<"n robustness n_incomplete n_tie", Evidence, Groups> {
  const { frame: pairs, outcomes: { choice }, table } = pairMetric(action, called, given, options, {
    ...{ without: ["swapped"], once: true, rows },
  });
  const { partner, isParsed, isIncomplete } = bothOrders(action, pairs, choice);
  const of = (row: number) => counts([choice[row], choice[partner[row]]]);
  const items = { name: "the robustness", value: (row: number) => isParsed(row) ? of(row).stays : NaN };
  const robustness = mean(items);
  return table({
    ...{ n: count(items), robustness, n_incomplete: counted(isIncomplete) },
    ...interval(robustness),
    n_tie: countOf((rows) => rows.filter(isParsed).reduce((sum, row) => sum + of(row).ties, 0)),
  });
}
