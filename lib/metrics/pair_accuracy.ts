import type pl from "nodejs-polars";
import { requireOneOf } from "../progress/require.ts";
import { count, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { pairMetric } from "./metric.ts";
import { requireLabels, SUBSETS } from "./pair_outcomes.ts";
import { namingUndecided, unless, unreadIn } from "./undecided.ts";

/**
 * Accuracy of a pairwise judge with its interval: the share of pairs with a human A or B on which the judge chose the
 * human-preferred answer; ties and unparsable answers are wrong. `within` restricts it to IDS, CDS, or the pairs whose
 * preferred answer is longer or shorter, was shown first or second. Source: informativeness-bias paper, section 3.1.
 *
 * One row per group of `by` (default: benchmark, judge, pipeline, image, variant): `n, accuracy`, then `low, high,
 * n_clusters` (`clusterInterval`) and the counts `n_human_tie,
 * n_human_missing, n_tie, n_unparsed` of the group. Where several people voted (`annotator`) `n` and what is people's
 * counts votes, `n_tie` and `n_unparsed` the judge's verdicts. No pairs give NaN with n = 0, a judge of which not one
 * reply could be read NaN with the reason.
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
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2"], human: ["A", "B"], choice: ["A", "tie"],
 * });
 * assert.equal(pairAccuracy(pairs, { by: [] }).toRecords()[0].accuracy, 0.5);
 * ```
 */
export function pairAccuracy<const Groups extends By = DefaultGroups<"pairs">>(
  pairs: pl.DataFrame,
  options: MetricOptions<Groups> & { within?: keyof typeof SUBSETS } = {},
): MetricFrame<"n accuracy n_human_tie n_human_missing n_tie n_unparsed", Evidence, Groups> {
  const { outcomes, table } = pairMetric("pairAccuracy", arguments, pairs, options, {
    own: ["within"],
    people: true,
  });
  const { within } = options;
  requireOneOf("pairAccuracy", "within", within, [undefined, ...Object.keys(SUBSETS)]);
  if (within === "ids" || within === "cds") requireLabels("pairAccuracy", outcomes);
  const right = outcomes.part(within), isIn = (row: number) => !Number.isNaN(right.value(row));
  const accuracy = unless(mean(right), (rows) => unreadIn(outcomes.choice, rows, isIn));
  return table({
    n: count(right),
    accuracy,
    ...namingUndecided(interval(accuracy), outcomes),
    ...outcomes.exceptions,
  });
}
