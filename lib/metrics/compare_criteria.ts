import type pl from "nodejs-polars";
import { clusterInterval } from "../stats/cluster_interval.ts";
import { pairedInterval } from "../stats/paired_interval.ts";
import { mcnemar } from "../stats/mcnemar.ts";
import { permutationTest } from "../stats/permutation_test.ts";
import { type CriteriaOutcomes, criteriaOutcomes } from "./criteria_outcomes.ts";
import { conflictUnits, type CriteriaUnits, pluralisticUnits, tradeoffUnits } from "./criteria_units.ts";
import { groupRows, metricFrame } from "./metric_table.ts";
import { type RowSelection, selectedRows } from "./selected_rows.ts";
import { CRITERIA_METRICS, type CriteriaMetric } from "./reference_judges.ts";
import { VERDICT } from "./pair_outcomes.ts";
import type { By } from "../results/column_list.ts";
import { requireOptions } from "../results/require_options.ts";

/** Options of `compareCriteria`. */
export interface CompareCriteriaOptions {
  /** The judgments whose metric counts: one judge in one mode, by values of columns. */
  first: RowSelection;
  /** The judgments whose metric is taken away from it. */
  second: RowSelection;
  /** Columns whose every combination is a group of its own; `["split"]` by default. */
  by?: By;
  /** Level of the intervals; 0.95 by default. */
  level?: number;
  /** Random sign flips for the permutation tests. */
  replicates?: number;
  /** Of the sign flips: the same seed gives the same p-values; 1 by default. */
  seed?: number;
}

/** Units that both judged: 0 or 1 each, with what they belong to. */
interface Paired {
  first: number[];
  second: number[];
  clusters: number[];
  /** Part of a mean over several: the criterion, for the criterion average. */
  parts: number[];
  unmatched: number;
}

/**
 * Two judges, or two modes of one (joint against single, thinking against not), on the items that both judged: the difference
 * of each of the four metrics, with a paired interval and test.
 *
 * difference = value_first − value_second over the same units (items, items with a conflict, pairs of criteria, judgments), so
 * that it can differ from the difference of two separate metrics where one has missing answers. The interval is the 95%
 * cluster-robust interval, which keeps the pairing. Tests of no difference: McNemar's exact one for the metrics with one verdict per
 * item (PAcc, TOS) where items have a picture each; for items that share pictures, CMR and the criterion average, whose units share items, a permutation test that swaps the two judges
 * on whole pictures (else items) at random, p = (1 + k)/(1 + replicates). Several p-values need a correction (`holm`).
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
  criteria: pl.DataFrame,
  { first, second, by = ["split"], level, replicates = 9999, seed = 1, ...others }: CompareCriteriaOptions,
): pl.DataFrame {
  requireOptions("compareCriteria", others, ["first", "second", "by", "level", "replicates", "seed"]);
  const outcomes = criteriaOutcomes("compareCriteria", criteria);
  const [isFirst, isSecond] = [first, second].map((selection) =>
    new Set(selectedRows("compareCriteria", criteria, selection))
  );
  const rows = groupRows(criteria, by).flatMap(({ key, rows }) => {
    const one = rows.filter((row) => isFirst.has(row)), two = rows.filter((row) => isSecond.has(row));
    if (one.length === 0 && two.length === 0) return [];
    return CRITERIA_METRICS.map((metric) => ({
      ...key,
      metric,
      ...compared(metric, paired(metric, outcomes, one, two), { replicates, seed, level }),
    }));
  });
  return metricFrame(
    by,
    "metric:key value_first value_second difference low high n:count n_clusters:count method:text df " +
      "effective_clusters warning:text n_unmatched:count only_first:count only_second:count p_value test:text",
    rows,
  );
}

function paired(
  metric: CriteriaMetric,
  outcomes: CriteriaOutcomes,
  one: Int32Array,
  two: Int32Array,
): Paired {
  const rule = {
    pluralistic_accuracy: pluralisticUnits,
    tradeoff_sensitivity: tradeoffUnits,
    conflict_matching_rate: conflictUnits,
    criterion_average: judgmentUnits,
  }[metric];
  const units = [rule(outcomes, one), rule(outcomes, two)];
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
    clusters: at(0, units[0].clusters),
    parts: common.map((key) => metric === "criterion_average" ? key % levels : 0),
    unmatched: units[0].keys.length + units[1].keys.length - 2 * common.length,
  };
}

/** Single judgments with a human A or B: 1 where the judge is right. */
function judgmentUnits(outcomes: CriteriaOutcomes, rows: Int32Array): CriteriaUnits {
  const { human, choice, criterion, items, clusters } = outcomes;
  const own = Array.from(rows.filter((row) => human[row] <= VERDICT.B));
  return {
    keys: own.map((row) => items[row] * criterion.levels.length + criterion.codes[row]),
    values: own.map((row) => choice[row] === human[row] ? 1 : 0),
    clusters: own.map((row) => clusters[row]),
    items: new Set(own.map((row) => items[row])).size,
    leftOut: 0,
  };
}

function compared(
  metric: CriteriaMetric,
  { first, second, clusters, parts, unmatched }: Paired,
  { replicates, seed, level }: { replicates: number; seed: number; level?: number },
) {
  const present = [...new Set(parts)], k = present.length, n = first.length;
  const part = parts.map((one) => present.indexOf(one));
  const given = { clusters, level, names: [metric] };
  // One share of the same units each: their difference; several criteria: the mean of their differences.
  const interval = k === 1
    ? pairedInterval({ ...given, values: first.map((value, i) => value - second[i]) })
    : clusterInterval({
      level,
      values: [...first, ...second],
      parts: [...part, ...part.map((one) => k + one)],
      clusters: [...clusters, ...clusters],
      weights: [...present.map(() => 1 / k), ...present.map(() => -1 / k)],
      bounds: [-1, 1],
    });
  const average = (means: number[]) => means.reduce((sum, value) => sum + value, 0) / k;
  const onlyFirst = first.filter((value, i) => value > second[i]).length;
  const onlySecond = second.filter((value, i) => value > first[i]).length;
  const perItem = metric === "pluralistic_accuracy" || metric === "tradeoff_sensitivity";
  // A unit weighs 1/(number of parts · units in its part) in the difference.
  const sizes = present.map((_, p) => part.filter((one) => one === p).length);
  const differences = new Map<number, number>();
  first.forEach((value, i) => {
    const weighted = (value - second[i]) / (k * sizes[part[i]]);
    differences.set(clusters[i], (differences.get(clusters[i]) ?? 0) + weighted);
  });
  const alone = new Set(clusters).size === n;
  const test = perItem && alone ? mcnemar(onlyFirst, onlySecond, { exact: true }) : null;
  const values = [first, second].map((own) =>
    average(
      present.map((_, p) => own.reduce((sum, value, i) => part[i] === p ? sum + value : sum, 0) / sizes[p]),
    )
  );
  return {
    value_first: n === 0 ? NaN : values[0],
    value_second: n === 0 ? NaN : values[1],
    difference: n === 0 ? NaN : values[0] - values[1],
    low: interval.low,
    high: interval.high,
    n,
    n_clusters: interval.clusters,
    method: interval.method,
    df: interval.df,
    effective_clusters: interval.effectiveClusters,
    warning: interval.warning || null,
    n_unmatched: unmatched,
    only_first: onlyFirst,
    only_second: onlySecond,
    test: test ? `McNemar (${test.method})` : "sign flips",
    p_value: n === 0
      ? NaN
      : test
      ? test.pValue
      : signFlips([...differences.values()].sort((a, b) => a - b), replicates, seed),
  };
}

/** Two-sided p-value of a sum of differences whose signs are as good as tossed. */
function signFlips(differences: number[], replicates: number, seed: number): number {
  // Plain loops into one array: ten thousand rearrangements take a third of the time.
  const data = Float64Array.from(differences.filter((value) => value !== 0));
  const flipped = new Float64Array(data.length);
  return permutationTest({
    data,
    statistic: (values) => {
      let sum = 0;
      for (let i = 0; i < values.length; i++) sum += values[i];
      return sum;
    },
    permute: (generator, values) => {
      for (let i = 0; i < values.length; i++) flipped[i] = generator.uniform() < 0.5 ? values[i] : -values[i];
      return flipped;
    },
    replicates,
    seed,
    alternative: "two-sided",
  }).pValue;
}
