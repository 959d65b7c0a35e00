import type pl from "nodejs-polars";
import { requireNamed } from "../progress/require.ts";
import { inWords } from "../progress/told.ts";
import { type RowSelection, selectedRows } from "../results/only.ts";
import { grouped, mean } from "../stats/grouped.ts";
import { clustersAt } from "../stats/estimand.ts";
import { type Estimand, gains, infer, times } from "../stats/infer.ts";
import {
  bySplit,
  CRITERIA_METRICS,
  CRITERIA_UNITS,
  type CriteriaMetric,
  criteriaMetric,
  type CriteriaOutcomes,
  toldApart,
} from "./criteria_outcomes.ts";
import { hasConflict, type LabelledItem, labelledItems } from "./criterion_pairs.ts";
import { intervalCells } from "./metric_columns.ts";
import { INFERRED } from "./metric_table.ts";
import type { By, MetricOptions, NamedTable } from "./metric_types.ts";
import { VERDICT } from "./pair_outcomes.ts";
import { undecidedSides } from "./undecided.ts";

/** Options of `compareCriteria`; `by` is split by default, where the frame has it. */
export interface CompareCriteriaOptions extends MetricOptions {
  /** The judgments whose metric counts: one judge in one mode, by values of columns. */
  first: RowSelection;
  /** The judgments whose metric is taken away from it. */
  second: RowSelection;
}

const COLUMNS =
  "metric:key compared:text first second difference low high n:count n_clusters:count method:text df effective_clusters warning:text n_unmatched:count only_first:count only_second:count p_value";

/**
 * Two judges, or two modes of one (joint against single, thinking against not), on the criteria of items that both judged: the difference
 * of each of the four metrics, with a paired interval and test.
 *
 * difference = first − second over the same units (items, items with a conflict, pairs of criteria, judgments), so
 * that it can differ from the difference of two separate metrics where one has missing answers. Interval and p (`infer`) rest on the differences of
 * the same units and on pictures (else items) as clusters, as in `jointLowersTradeoff`. Several p-values need a correction (`holm`).
 *
 * One row per group of `by` (default: split, where the frame has it) and metric (by criterion its accuracy alone, `criterion_average`): `metric, compared` (what was selected), `first, second` (the value of either), `difference, low, high, n,
 * n_clusters, n_unmatched` (units that only one of them has, as it judged them), `only_first, only_second` (units that only one got right),
 * `p_value`. NaN without a common unit.
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
 * const difference = compareCriteria(criteria, {
 *   first: { judge, mode: "joint" }, second: { judge, mode: "single" },
 * });
 * assert.equal(difference.height, 8); // four metrics, two splits
 * ```
 */
export function compareCriteria(
  given: pl.DataFrame,
  asked: CompareCriteriaOptions,
): NamedTable<typeof COLUMNS, By> {
  const action = "compareCriteria";
  const { first, second, ...options } = requireNamed(action, asked);
  const how = { own: ["first", "second"], groups: bySplit };
  const made = criteriaMetric(action, arguments, given, options, how), { frame: criteria, level } = made;
  const isOn = [first, second].map((selection) => new Set(selectedRows(action, criteria, selection)));
  const names = `${saidOf(first)} − ${saidOf(second)}`;
  return made.inGroups(COLUMNS, (rows) => {
    const sides = isOn.map((isIn) => rows.filter((row) => isIn.has(row)));
    if (sides.every((own) => own.length === 0)) return [];
    const outcomes = toldApart(made.outcomes, sides), shared = sharedCriteria(outcomes, sides);
    return made.metrics.map((metric) => ({
      ...{ metric, compared: names },
      ...compared(metric, outcomes, sides, shared, level),
    }));
  });
}

function saidOf(selection: RowSelection): string {
  return Object.entries(selection).map(([name, value]) =>
    [value].flat().map((one) => typeof one === "string" ? one : `${name} ${one}`).join(" + ")
  ).join(", ");
}

function sharedCriteria({ items, criterion, human }: CriteriaOutcomes, sides: readonly Int32Array[]) {
  const keyOf = (row: number) => items[row] * criterion.levels.length + criterion.codes[row];
  const decided = sides.map((own) => own.filter((row) => human[row] <= VERDICT.B));
  const judged = decided.map((own) => new Set(Array.from(own, keyOf)));
  const known = decided.map((own) => new Set(Array.from(own, (row) => items[row])));
  const alone = decided.map((own, side) => own.filter((row) => !judged[1 - side].has(keyOf(row))));
  return {
    sides: decided.map((own, side) => own.filter((row) => judged[1 - side].has(keyOf(row)))),
    left: alone.flatMap((own, side) => [...own].filter((row) => known[1 - side].has(items[row]))).length,
  };
}

function compared(
  metric: CriteriaMetric,
  outcomes: CriteriaOutcomes,
  sides: readonly Int32Array[],
  shared: ReturnType<typeof sharedCriteria>,
  level: number,
) {
  const unitsOf = (rows: Int32Array, side: number) => {
    const { keys, values, rows: places } = CRITERIA_UNITS[metric](outcomes, rows);
    const found = new Map(keys.map((key, i) => [key, { value: values[i], row: places[i] }]));
    if (found.size === keys.length) return found;
    const wanted = `one judgment per item and criterion in ${["first", "second"][side]}`;
    throw new RangeError(`compareCriteria: wanted ${wanted}, found several: name judge, mode and thinking`);
  };
  const units = shared.sides.map(unitsOf);
  const all = new Set(sides.map(unitsOf).flatMap((own) => [...own.keys()]));
  const common = [...units[0].keys()].filter((key) => units[1].has(key)), n = common.length;
  const values = units.map((own) => common.map((key) => own.get(key)!.value));
  const differences = values[0].map((value, i) => value - values[1][i]);
  const clusters = clustersAt(outcomes.clusters, common.map((key) => units[0].get(key)!.row));
  // One share of the same units each: their difference; of the criterion average several criteria: the mean of their differences.
  const { levels } = outcomes.criterion, isAverage = metric === "criterion_average";
  const parts = common.map((key) => isAverage ? key % levels.length : 0), present = [...new Set(parts)];
  const estimand: Estimand = present.flatMap((part) => {
    const name = present.length === 1 ? metric : String(levels[part]);
    return times(1 / present.length, gains(name, (i) => parts[i] === part ? differences[i] : NaN));
  });
  const found = infer(estimand, n, clusters, { level });
  const [first, second] = values.map((own) =>
    mean(present.map((part) => mean(own.filter((_, i) => parts[i] === part))))
  );
  const left = shared.left > 0 &&
    `${inWords(shared.left, "judgment")} by criteria that only one of them judged of an item left out`;
  const decided = sides.map((own) => own.filter((row) => outcomes.human[row] <= VERDICT.B));
  // Of the other two metrics what could not be read leaves, and is counted as unmatched.
  const named = [["first", decided[0]], ["second", decided[1]]] as const;
  const { many } = undecidedSides(outcomes, metric === "pluralistic_accuracy" || isAverage ? named : []);
  return {
    ...intervalCells({ ...found, warning: [left, many, found.warning].filter(Boolean).join("; ") }),
    ...{ first, second, difference: first - second, n },
    n_unmatched: all.size - n,
    only_first: differences.filter((difference) => difference > 0).length,
    only_second: differences.filter((difference) => difference < 0).length,
    p_value: found.pValue,
    [INFERRED]: new Map([["difference", found]]),
  };
}

/**
 * What judges without any judgment get on the given items, exactly: the expected value of each metric in closed form from the
 * human labels. With K_i annotated criteria on item i:
 *
 * - random (a fair coin for every criterion): PAcc = mean 2^(−K_i), TOS = mean over items with a conflict of 1 − 2^(1 − K_i), CMR = 1/4, criterion average 1/2
 * - one_side (one response for all criteria of an item, by a coin): PAcc = half the share of items without a conflict, TOS = CMR = 0, criterion average 1/2
 * - majority_side (the response that most criteria favour): PAcc = the share of items without a conflict, TOS = CMR = 0: the best without a single trade-off
 * - human (a copy of the human): 1 throughout
 *
 * One row per group of `by` (default: split, where the frame has it), reference and metric: `reference, metric, value, n` (units of the metric).
 * NaN where a metric has no unit. Judges' answers in the frame do not matter.
 *
 * @throws as `criterionConflicts`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { referenceJudges } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "1"],
 *   criterion: ["completeness", "grounding", "clarity"],
 *   human: ["A", "B", "B"],
 *   choice: [null, null, null],
 * });
 * const random = referenceJudges(criteria).toRecords().slice(0, 4);
 * assert.deepEqual(random.map(({ value }) => value), [1 / 8, 1 - 1 / 4, 1 / 4, 1 / 2]);
 * ```
 */
export function referenceJudges<const Groups extends By = "split">(
  given: pl.DataFrame,
  asked: Pick<MetricOptions<Groups>, "by" | "where"> = {},
): NamedTable<"reference:key metric:key value n:count", Groups> {
  const action = "referenceJudges";
  const how = { groups: bySplit };
  const { outcomes, metrics, inGroups } = criteriaMetric(action, arguments, given, asked, how);
  return inGroups("reference:key metric:key value n:count", (rows) => {
    const items = labelledItems(action, outcomes, rows).filter(({ labels }) => labels.size > 0);
    const conflicted = items.filter(hasConflict);
    const pairs = conflicted.map(sidesOf).reduce((sum, [forA, forB]) => sum + forA * forB, 0);
    const judgments = items.reduce((sum, { labels }) => sum + labels.size, 0);
    const n = [items.length, conflicted.length, pairs, judgments];
    const agreeing = mean(items.map((item) => hasConflict(item) ? 0 : 1));
    const byCoin = mean(items.map(({ labels }) => 2 ** -labels.size));
    const values = {
      random: [byCoin, mean(conflicted.map(({ labels }) => 1 - 2 ** (1 - labels.size))), 0.25, 0.5],
      one_side: [agreeing / 2, 0, 0, 0.5],
      majority_side: [agreeing, 0, 0, majorityAverage(items)],
      human: [1, 1, 1, 1],
    };
    return Object.entries(values).flatMap(([reference, all]) =>
      metrics.map((metric) => {
        const m = CRITERIA_METRICS.indexOf(metric);
        return { reference, metric, value: n[m] === 0 ? NaN : all[m], n: n[m] };
      })
    );
  });
}

function sidesOf({ labels }: LabelledItem): [forA: number, forB: number] {
  const forB = [...labels.values()].reduce((sum, label) => sum + label, 0);
  return [labels.size - forB, forB];
}

function majorityAverage(items: readonly LabelledItem[]): number {
  const judged = items.flatMap((item) => {
    const [forA, forB] = sidesOf(item);
    return [...item.labels].map(([criterion, label]) => ({
      criterion,
      chance: forA === forB ? 0.5 : Number(Number(forB > forA) === label),
    }));
  });
  const right = [...grouped(judged, ({ criterion }) => criterion).values()];
  return mean(right.map((own) => mean(own.map(({ chance }) => chance))));
}
