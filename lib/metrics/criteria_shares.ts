import type pl from "nodejs-polars";
import { remembered } from "../stats/grouped.ts";
import { infer } from "../stats/infer.ts";
import {
  CRITERIA_UNITS,
  type CriteriaMetric,
  criteriaMetric,
  saidOfUnits,
  unreadCriteria,
} from "./criteria_outcomes.ts";
import {
  countOf,
  inferUnits,
  INTERVAL,
  interval,
  intervalCells,
  meanOfUnits,
  saying,
} from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";

/**
 * Pluralistic accuracy (PAcc): the share of items on which the judge agrees with the human on every annotated criterion.
 *
 * PAcc = #{items: choice = human on all criteria with a human A or B} / #{items with such a criterion}. A tie and a missing
 * or unparsable answer of the judge are wrong. An item with a single annotated criterion counts like any other (and is easier);
 * criteria with a human tie or no human label do not take part. Source: Multi-Crit (its appendix confirms the denominators).
 *
 * Only rows that are there count: a criterion that a judge has no row for is not asked of it: `warning` counts the items of
 * which others have more (`compareCriteria` keeps to what both have), and `readCriteria` fills them with empty answers where it joins outputs with the dataset.
 *
 * One row per group of `by` (default: judge, mode, thinking, split): `value` (a fraction), `n` (items), `low, high,
 * n_clusters` (95% interval, `infer`; clusters: pictures, else items), `n_matched`, `n_items`, `n_left_out`
 * (always 0 here), and the rows with `n_human_tie, n_human_missing, n_tie, n_unparsed`. No item gives NaN with n = 0. For
 * what guessing gets, see `referenceJudges`.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { pluralisticAccuracy } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2"], criterion: ["clarity", "grounding", "clarity"],
 *   human: ["A", "B", "A"], choice: ["A", "A", "A"],
 * });
 * // item 2 of 1 and 2
 * assert.equal(pluralisticAccuracy(criteria, { by: [] }).toRecords()[0].value, 0.5);
 * ```
 */
export function pluralisticAccuracy<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<ShareColumns, Evidence, Groups> {
  return criteriaShare("pluralisticAccuracy", arguments, criteria, options, "pluralistic_accuracy");
}

/**
 * Trade-off sensitivity (TOS): of the items on which the human prefers different responses by different criteria, the share
 * on which the judge too prefers different responses on at least one pair of criteria, whether rightly or not.
 *
 * Only criteria with a usable choice count: a missing answer leaves, and an item where no human conflict remains leaves with
 * it (`n_left_out`). A tie of the judge's is usable and prefers neither response. Items with one annotated criterion, or whose
 * labels all agree, have no trade-off and do not take part. Source: Multi-Crit (its appendix confirms the denominators 206 and
 * 109).
 *
 * Columns as in `pluralisticAccuracy`; `n` counts items. 0 = one response is always preferred throughout; a judge that guesses
 * gets 1 − 2^(1 − K) on an item with K criteria, so compare with `referenceJudges`.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { tradeoffSensitivity } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2"],
 *   criterion: ["clarity", "grounding", "clarity", "grounding"],
 *   human: ["A", "B", "A", "B"],
 *   // the other way round on item 1, no difference on item 2
 *   choice: ["B", "A", "A", "A"],
 * });
 * assert.equal(tradeoffSensitivity(criteria, { by: [] }).toRecords()[0].value, 0.5);
 * ```
 */
export function tradeoffSensitivity<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<ShareColumns, Evidence, Groups> {
  return criteriaShare("tradeoffSensitivity", arguments, criteria, options, "tradeoff_sensitivity");
}

/**
 * Conflict matching rate (CMR): of all pairs of criteria on which the human prefers opposite responses, the share where the
 * judge agrees with the human on both.
 *
 * An item with p criteria for one response and q for the other has p·q such pairs. A pair with a missing answer leaves
 * (`n_left_out`); a tie of the judge's stays and is wrong. Source: Multi-Crit (its appendix confirms the denominators 501 and
 * 281).
 *
 * Columns as in `pluralisticAccuracy`; `n` counts pairs of criteria, `n_items` the items that they belong to. Pairs of one item
 * are not independent: the interval is clustered. 0 for a judge that prefers one response throughout, 1/4 for one that guesses.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { conflictMatchingRate } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "1"],
 *   criterion: ["clarity", "grounding", "completeness"],
 *   human: ["A", "B", "B"], // clarity against grounding, clarity against completeness
 *   choice: ["A", "B", "A"],
 * });
 * assert.equal(conflictMatchingRate(criteria, { by: [] }).toRecords()[0].value, 0.5);
 * ```
 */
export function conflictMatchingRate<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<ShareColumns, Evidence, Groups> {
  return criteriaShare("conflictMatchingRate", arguments, criteria, options, "conflict_matching_rate");
}

/** Columns of a criteria metric that is the share of units that are 1. */
export type ShareColumns =
  "value n n_matched n_items n_left_out n_human_tie n_human_missing n_tie n_unparsed";

function criteriaShare<const Groups extends By = DefaultGroups<"criteria">>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  metric: CriteriaMetric,
): MetricFrame<ShareColumns, Evidence, Groups> {
  const { outcomes, table } = criteriaMetric(action, called, given, options);
  const units = remembered((rows: Int32Array) => CRITERIA_UNITS[metric](outcomes, rows));
  const share = meanOfUnits("the share", units);
  const value = saying(share, (rows) => saidOfUnits(outcomes, metric, rows, units(rows)));
  return table({
    value,
    n: countOf((rows) => units(rows).values.length),
    ...interval(value),
    n_matched: countOf((rows) => units(rows).values.reduce((sum, one) => sum + one, 0)),
    n_items: countOf((rows) => units(rows).items),
    n_left_out: countOf((rows) => units(rows).leftOut),
    ...outcomes.exceptions,
  });
}

/**
 * The four metrics of judges of criteria as one tidy frame: one row per group of `by` (default: judge, mode, thinking, split)
 * and metric: `metric, value, n, low, high, n_clusters`, as `pluralisticAccuracy`, `tradeoffSensitivity` and
 * `conflictMatchingRate` have them; `criterion_average` is the mean of the accuracies per criterion (`criterionAccuracy`), each counting the
 * same, over n judgments: one half for a judge that guesses; by criterion it is the only one, the others ask for several. `chart(table, { recipe: dots({ rows: "quantity", series: "judge" }), value: "value",
 * metric: "metric" })` draws it: the column `metric` says what is measured.
 *
 * @throws as these
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { criteriaMetrics, readCriteria } from "judgebias";
 *
 * const metrics = criteriaMetrics(readCriteria("data/examples/criteria.csv"), {
 *   by: ["judge"],
 * });
 * assert.deepEqual(metrics.getColumn("metric").toArray().slice(0, 2), [
 *   "pluralistic_accuracy", "tradeoff_sensitivity",
 * ]);
 * ```
 */
export function criteriaMetrics<const Groups extends By = DefaultGroups<"criteria">>(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"value n", Evidence & { metric: string }, Groups> {
  const { outcomes, inGroups, level, metrics } = criteriaMetric("criteriaMetrics", arguments, given, options);
  const { clusters, criterion: { codes, levels }, right } = outcomes;
  return inGroups(`metric:key value n:count ${INTERVAL}`, (rows) =>
    metrics.map((metric) => {
      const units = CRITERIA_UNITS[metric](outcomes, rows);
      const present = [...new Set(units.rows.map((row) => codes[row]))];
      const average = present.map((code) => ({
        ...{ name: String(levels[code]), weight: 1 / present.length },
        value: (row: number) => codes[row] === code ? right.value(row) : NaN,
      }));
      const found = metric === "criterion_average"
        ? infer(average, rows, clusters, { level })
        : inferUnits("the share", units, clusters, { level });
      const said = [saidOfUnits(outcomes, metric, rows, units), found.warning].filter(Boolean).join("; ");
      const cells = intervalCells({ ...found, warning: unreadCriteria(outcomes, rows) || said });
      return { metric, value: found.estimate, n: units.values.length, ...cells };
    }));
}
