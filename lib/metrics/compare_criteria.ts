import { requireNamed } from "../progress/require.ts";
import type pl from "nodejs-polars";
import { type Estimand, gains, infer, times } from "../stats/infer.ts";
import { mcnemar } from "../stats/mcnemar.ts";
import { clustersAt, waysOf } from "../stats/estimand.ts";
import { criteriaMetric, type CriteriaOutcomes } from "./criteria_outcomes.ts";
import { CRITERIA_METRICS, CRITERIA_UNITS, type CriteriaMetric } from "./criteria_units.ts";
import { intervalCells } from "./metric_columns.ts";
import { groupRows, metricFrame } from "./metric_table.ts";
import type { Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { type RowSelection, selectedRows } from "../results/only.ts";

/** Options of `compareCriteria`; `by` is split by default. */
export interface CompareCriteriaOptions extends MetricOptions {
  /** The judgments whose metric counts: one judge in one mode, by values of columns. */
  first: RowSelection;
  /** The judgments whose metric is taken away from it. */
  second: RowSelection;
}

const COLUMNS =
  "metric:key value_first value_second difference low high n:count n_clusters:count method:text df effective_clusters warning:text n_unmatched:count only_first:count only_second:count p_value test:text";

/**
 * Two judges, or two modes of one (joint against single, thinking against not), on the items that both judged: the difference
 * of each of the four metrics, with a paired interval and test.
 *
 * difference = value_first − value_second over the same units (items, items with a conflict, pairs of criteria, judgments), so
 * that it can differ from the difference of two separate metrics where one has missing answers. Interval and p (`infer`) rest on the differences of
 * the same units and on pictures (else items) as clusters; for the metrics with one verdict per item (PAcc, TOS) p is McNemar's exact one where
 * every item is a cluster by itself. Several p-values need a correction (`holm`).
 *
 * One row per group of `by` (default: split) and metric: `metric, value_first, value_second, difference, low, high, n,
 * n_clusters, n_unmatched` (units that only one of them has), `only_first, only_second` (units that only one got right), `test,
 * p_value`. NaN without a common unit.
 *
 * @throws {RangeError} when a selection has no row, or several judgments of one criterion of an item
 * @throws {TypeError} when a selection names a column that the frame lacks
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { compareCriteria, readCriteria } from "judgebias";
 *
 * const criteria = readCriteria("data/examples/criteria.csv");
 * const judge = "simulated-judge-a";
 * const difference = compareCriteria(criteria, { first: { judge, mode: "joint" }, second: { judge, mode: "single" } });
 * assert.equal(difference.height, 8); // four metrics, two splits
 * ```
 */
export function compareCriteria(
  given: pl.DataFrame,
  asked: CompareCriteriaOptions,
): MetricFrame<
  "value_first value_second difference n n_unmatched only_first only_second p_value",
  Evidence & { metric: string; test: string }
> {
  const { first, second, by = ["split"], ...options } = requireNamed("compareCriteria", asked);
  const action = "compareCriteria";
  const { frame: criteria, outcomes, grouping, level } = criteriaMetric(action, arguments, given, {
    ...options,
    by,
  }, {
    own: ["first", "second"],
  });
  const [isFirst, isSecond] = [first, second].map((selection) =>
    new Set(selectedRows(action, criteria, selection))
  );
  const rows = groupRows(criteria, grouping).flatMap(({ key, rows }) => {
    const one = rows.filter((row) => isFirst.has(row)), two = rows.filter((row) => isSecond.has(row));
    if (one.length === 0 && two.length === 0) return [];
    return CRITERIA_METRICS.map((metric) => ({
      ...key,
      metric,
      ...compared(metric, outcomes, paired(metric, outcomes, one, two), level),
    }));
  });
  return metricFrame(grouping, COLUMNS, rows, criteria);
}

/** Units that both judged: 0 or 1 each, with the row whose cluster they belong to, and the criterion as a part of the criterion average. */
function paired(metric: CriteriaMetric, outcomes: CriteriaOutcomes, one: Int32Array, two: Int32Array) {
  const units = [one, two].map((rows) => CRITERIA_UNITS[metric](outcomes, rows));
  const places = units.map(({ keys }) => new Map(keys.map((key, i) => [key, i])));
  units.forEach(({ keys }, side) => {
    if (places[side].size < keys.length) {
      throw new RangeError(
        `compareCriteria: wanted one judgment per item and criterion in ${
          side === 0 ? "first" : "second"
        }, found several: name judge, mode and thinking`,
      );
    }
  });
  const common = units[0].keys.filter((key) => places[1].has(key));
  const levels = outcomes.criterion.levels.length;
  const at = (side: number, values: number[]) => common.map((key) => values[places[side].get(key)!]);
  return {
    first: at(0, units[0].values),
    second: at(1, units[1].values),
    rows: at(0, units[0].rows),
    parts: common.map((key) => metric === "criterion_average" ? key % levels : 0),
    unmatched: units[0].keys.length + units[1].keys.length - 2 * common.length,
  };
}

function compared(
  metric: CriteriaMetric,
  { clusters: codes, criterion }: CriteriaOutcomes,
  { first, second, rows, parts, unmatched }: ReturnType<typeof paired>,
  level?: number,
) {
  const present = [...new Set(parts)], k = present.length, n = first.length;
  const clusters = clustersAt(codes, rows);
  // One share of the same units each: their difference; several criteria: the mean of their differences.
  const estimand: Estimand = present.flatMap((part) => {
    const name = k === 1 ? metric : String(criterion.levels[part]);
    return times(1 / k, gains(name, (i) => parts[i] === part ? first[i] - second[i] : NaN));
  });
  const found = infer(estimand, n, clusters, { level });
  const onlyFirst = first.filter((value, i) => value > second[i]).length;
  const onlySecond = second.filter((value, i) => value > first[i]).length;
  const isPerItem = metric === "pluralistic_accuracy" || metric === "tradeoff_sensitivity";
  const areAlone = waysOf(clusters).every((way) => new Set(Array.from(way)).size === n);
  const exact = isPerItem && areAlone && n > 0
    ? mcnemar(onlyFirst, onlySecond, { exact: true }).pValue
    : null;
  const [one, two] = [first, second].map((own) =>
    present.reduce((sum, part) => {
      const values = own.filter((_, i) => parts[i] === part);
      return sum + values.reduce((total, value) => total + value, 0) / values.length;
    }, 0) / k
  );
  return {
    ...intervalCells(found),
    value_first: one,
    value_second: two,
    difference: one - two,
    n,
    n_unmatched: unmatched,
    only_first: onlyFirst,
    only_second: onlySecond,
    test: exact === null ? "interval" : "McNemar (exact)",
    p_value: exact ?? found.pValue,
  };
}
