import type pl from "nodejs-polars";
import { orderedCriteria } from "../results/criteria_sets.ts";
import { requireOptions } from "../results/require_options.ts";
import { clusterInterval } from "../stats/cluster_interval.ts";
import {
  countExceptions,
  criteriaGrouping,
  type CriteriaOutcomes,
  criteriaOutcomes,
  EXCEPTIONS,
} from "./criteria_outcomes.ts";
import { shareCells } from "./criteria_share.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";
import { VERDICT } from "./pair_outcomes.ts";

const OF_CRITERIA = `criterion:key value n:count ${INTERVAL} macro ${EXCEPTIONS}`;

/**
 * Accuracy per criterion: of the items with a human A or B on the criterion, the share on which the judge chose the same; ties
 * and missing or unparsable answers are wrong. With it the macro average of the group: the mean of its criteria's accuracies,
 * each counting the same however often it is annotated (the paper's criterion average). Source: Multi-Crit.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and criterion, in the paper's order: `criterion, value, n,
 * low, high, n_clusters`, then `macro` (the same in all rows of the group) and the rows with `n_human_tie, n_human_missing,
 * n_tie, n_unparsed`. `criterionAverage` gives the macro average with its interval. A criterion without a label is NaN with
 * n = 0 and makes no part of the average. A group without `split` in its key has the criteria of both parts under one name.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or a criterion of an item twice for one judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { criterionAccuracy } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2"],
 *   criterion: ["clarity", "grounding", "clarity"],
 *   human: ["A", "B", "A"],
 *   choice: ["A", "A", "B"],
 * });
 * const rows = criterionAccuracy(criteria, { by: [] }).toRecords();
 * assert.deepEqual(rows.map(({ criterion, value, n }) => [criterion, value, n]), [["grounding", 0, 1], ["clarity", 0.5, 2]]);
 * assert.equal(rows[0].macro, 0.25); // (0 + 1/2)/2, not 1/3
 * ```
 */
export function criterionAccuracy(
  criteria: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("criterionAccuracy", others, ["by", "level"]);
  const outcomes = criteriaOutcomes("criterionAccuracy", criteria);
  const grouping = criteriaGrouping(criteria, by);
  if (grouping.includes("criterion")) throw new TypeError("criterionAccuracy: wanted by without criterion");
  return groupedTable(criteria, grouping, OF_CRITERIA, (rows, key) => {
    const macro = macroInterval(outcomes, rows, level).estimate;
    const split = typeof key.split === "string" ? key.split : null;
    return orderedCriteria(split, criteriaOf(outcomes, rows)).map((criterion) => {
      const code = outcomes.criterion.levels.indexOf(criterion);
      const own = rows.filter((row) => outcomes.criterion.codes[row] === code);
      return {
        criterion,
        ...shareCells({ ...labelled(outcomes, own), level }),
        macro,
        ...countExceptions(outcomes, own),
      };
    });
  });
}

const COLUMNS = `value n:count ${INTERVAL} n_criteria:count ${EXCEPTIONS}`;

/**
 * The criterion average of a judge: the mean of its accuracies per criterion, with a 95% interval clustered by picture, else
 * item (the criteria of an item lean the same way; that covariance is part of it).
 *
 * One row per group of `by` (default: judge, mode, thinking, split): `value, n` (judgments), `low, high, n_clusters,
 * n_criteria`, and the counts of `criterionAccuracy`. One half for a judge that guesses.
 *
 * @throws as `criterionAccuracy`
 */
export function criterionAverage(
  criteria: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("criterionAverage", others, ["by", "level"]);
  const outcomes = criteriaOutcomes("criterionAverage", criteria);
  const grouping = criteriaGrouping(criteria, by);
  return groupedTable(criteria, grouping, COLUMNS, (rows) => {
    const interval = macroInterval(outcomes, rows, level);
    return {
      value: interval.estimate,
      n: interval.n,
      ...intervalCells(interval),
      n_criteria: interval.counts.length,
      ...countExceptions(outcomes, rows),
    };
  });
}

function macroInterval(outcomes: CriteriaOutcomes, rows: Int32Array, level?: number) {
  const { values, clusters, criteria } = labelled(outcomes, rows);
  const present = [...new Set(criteria)];
  const parts = criteria.map((criterion) => present.indexOf(criterion));
  const weights = present.map(() => 1 / present.length);
  const interval = clusterInterval({
    values,
    parts,
    clusters,
    weights,
    level,
    bounds: [0, 1],
    names: present.map((code) => String(outcomes.criterion.levels[code])),
  });
  return present.length > 0 ? interval : { ...interval, estimate: NaN };
}

/** Rows with a human A or B: right or wrong, cluster, and code of the criterion. */
function labelled({ human, choice, clusters, criterion }: CriteriaOutcomes, rows: Int32Array) {
  const own = rows.filter((row) => human[row] <= VERDICT.B);
  return {
    values: Array.from(own, (row) => choice[row] === human[row] ? 1 : 0),
    clusters: Array.from(own, (row) => clusters[row]),
    criteria: Array.from(own, (row) => criterion.codes[row]),
  };
}

function criteriaOf({ criterion }: CriteriaOutcomes, rows: Int32Array): string[] {
  return [...new Set(rows.map((row) => criterion.codes[row]))].map((code) => String(criterion.levels[code]));
}
