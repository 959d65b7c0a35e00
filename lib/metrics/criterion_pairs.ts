import type pl from "nodejs-polars";
import { orderedCriteria } from "../results/criteria_sets.ts";
import { grouped, mean as meanOf } from "../stats/grouped.ts";
import { COEFFICIENT, type Inference, type Term } from "../stats/infer.ts";
import { requireNamed, requireOneOf } from "../progress/require.ts";
import { criteriaMetric, type CriteriaOutcomes, undecidedCriteria } from "./criteria_outcomes.ts";
import { count, inferUnits, INTERVAL, interval, intervalCells, mean, saying } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { VERDICT } from "./pair_outcomes.ts";

/**
 * Accuracy per criterion: of the items with a human A or B on the criterion, the share on which the judge chose the same; ties
 * and missing or unparsable answers are wrong. `criteriaMetrics` has their mean, each criterion counting the same. Source: Multi-Crit.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and criterion, in the paper's order: `criterion, value, n,
 * low, high, n_clusters` and the rows with `n_human_tie, n_human_missing, n_tie, n_unparsed`. A criterion without a label is NaN with
 * n = 0. A group without `split` in its key has the criteria of both parts under one name.
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
 *   item_id: ["1", "1", "2"], criterion: ["clarity", "grounding", "clarity"],
 *   human: ["A", "B", "A"], choice: ["A", "A", "B"],
 * });
 * const rows = criterionAccuracy(criteria, { by: [] }).toRecords();
 * assert.deepEqual(rows.map(({ criterion, value, n }) => [criterion, value, n]), [[
 *   "grounding", 0, 1,
 * ], ["clarity", 0.5, 2]]);
 * ```
 */
export function criterionAccuracy<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<
  "value n n_human_tie n_human_missing n_tie n_unparsed",
  Evidence & { criterion: string },
  Groups
> {
  const { outcomes, grouping, table } = criteriaMetric("criterionAccuracy", arguments, criteria, options);
  if (grouping.includes("criterion")) throw new TypeError("criterionAccuracy: wanted by without criterion");
  const { criterion: { codes, levels }, right, exceptions } = outcomes;
  const value = saying(mean(right), (rows) => undecidedCriteria(outcomes, rows));
  return table({ value, n: count(right), ...interval(value), ...exceptions }, {
    keys: ["criterion"],
    of({ key: { split }, rows: all }) {
      const names = Array.from(new Set(all.map((row) => codes[row])), (code) => String(levels[code]));
      return orderedCriteria(String(split), names).map((criterion) => {
        const code = levels.indexOf(criterion);
        return { key: { criterion }, rows: all.filter((row) => codes[row] === code) };
      });
    },
  });
}

export interface LabelledItem {
  row: number;
  labels: Map<number, number>;
}

export function labelledItems(action: string, outcomes: CriteriaOutcomes, rows: Int32Array): LabelledItem[] {
  const { human, items, criterion } = outcomes;
  return [...grouped(rows, (row) => items[row]).values()].map((list) => {
    const labels = new Map<number, number>();
    for (const row of list) {
      if (human[row] > VERDICT.B) continue;
      const code = criterion.codes[row], known = labels.get(code);
      if (known !== undefined && known !== human[row]) {
        const found = `two for ${criterion.levels[code]} in row ${row + 1}`;
        throw new RangeError(`${action}: wanted one human label per item and criterion, found ${found}`);
      }
      labels.set(code, human[row]);
    }
    return { row: list[0], labels };
  });
}

export function hasConflict({ labels }: LabelledItem): boolean {
  return new Set(labels.values()).size > 1;
}

type MeanOver = (name: string, values: readonly number[], range?: Term["range"]) => Inference;

/** A table with a row per group and pair of criteria, in the paper's order, of x and y: +1 for A and −1 for B on the items that have both. */
function criterionPairTable<Names extends string, Groups extends By>(
  action: string,
  called: IArguments,
  given: pl.DataFrame,
  options: MetricOptions<Groups>,
  { columns, own = [], isIn = () => true }: {
    columns: string;
    own?: readonly string[];
    isIn?: (item: LabelledItem) => boolean;
  },
  cells: (pair: { x: number[]; y: number[]; mean: MeanOver }) => Record<string, unknown>,
): MetricFrame<Names, Evidence & { criterion_a: string; criterion_b: string }, Groups> {
  const { outcomes, inGroups, level } = criteriaMetric(action, called, given, options, { own });
  const { criterion: { levels }, clusters } = outcomes;
  return inGroups(`criterion_a:key criterion_b:key ${columns}`, (rows, { split }) => {
    const all = labelledItems(action, outcomes, rows), items = all.filter(isIn);
    const present = new Set(all.flatMap(({ labels }) => [...labels.keys()]));
    const names = orderedCriteria(String(split), Array.from(present, (code) => String(levels[code])));
    return names.flatMap((a, i) =>
      names.slice(i + 1).map((b) => {
        const [one, two] = [levels.indexOf(a), levels.indexOf(b)];
        const both = items.filter(({ labels }) => labels.has(one) && labels.has(two));
        const sign = (code: number) => both.map(({ labels }) => labels.get(code) === 0 ? 1 : -1);
        const rows = both.map(({ row }) => row), pair = { criterion_a: a, criterion_b: b, n: both.length };
        const mean: MeanOver = (name, values, range) =>
          inferUnits(name, { values, rows }, clusters, { level, range });
        return { ...pair, ...cells({ x: sign(one), y: sign(two), mean }) };
      })
    );
  });
}

/**
 * How often two criteria favour different responses of the same pair. Source: Multi-Crit, Figure 9.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and pair of criteria, in the paper's order: `criterion_a,
 * criterion_b, n` (items with a preference, A or B, on both), `conflicts` (those where the preferences are opposite), `share` =
 * conflicts/n with `low, high, n_clusters` (95%, `infer`; clusters: pictures, else items). People's preferences, each item once
 * however many judges the group holds: `by: ["split"]` is the natural grouping.
 *
 * Summed over the pairs, human conflicts are the denominator of `conflictMatchingRate` where every answer is usable.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another verdict than A, B, tie or null, or two human labels for one criterion of an item
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { criterionConflicts } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2"],
 *   criterion: ["clarity", "grounding", "clarity", "grounding"],
 *   human: ["A", "B", "A", "A"], choice: ["A", "A", "A", "A"],
 * });
 * const [row] = criterionConflicts(criteria, { by: [] }).toRecords();
 * assert.deepEqual([row.criterion_a, row.criterion_b, row.n, row.conflicts], [
 *   "grounding", "clarity", 2, 1,
 * ]);
 * ```
 */
export function criterionConflicts<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n conflicts share", Evidence & { criterion_a: string; criterion_b: string }, Groups> {
  const action = "criterionConflicts", columns = `n:count conflicts:count share ${INTERVAL}`;
  return criterionPairTable(action, arguments, criteria, options, { columns }, ({ x, y, mean }) => {
    const values: number[] = x.map((own, i) => own === y[i] ? 0 : 1), share = mean("the share", values);
    const conflicts = values.reduce((sum, one) => sum + one, 0);
    return { conflicts, share: share.estimate, ...intervalCells(share) };
  });
}

/** Options of `criterionCorrelation`. */
export interface CriterionCorrelationOptions<Groups extends By = By> extends MetricOptions<Groups> {
  /** Every item, or only those whose preferences differ between some criteria. */
  items?: "all" | "conflict";
  /** 2·P(same) − 1 by default, or φ. */
  coefficient?: "same" | "phi";
}

/**
 * How far the preferences by two criteria go together, over the items with a preference on both: P(same response) − P(opposite) =
 * 2·P(same) − 1, from −1 (always opposite) over 0 (as often) to 1. It is 1 − 2 · `criterionConflicts`' share. Source: Multi-Crit, Figure 8
 * (which names no coefficient and prints no value).
 *
 * `coefficient: "phi"` takes φ instead (Pearson's r of +1 for A and −1 for B), which Figure 8 is drawn with. **φ depends on which response
 * is called A**: the same 400 items gave 0.025 or 0.679, and where criteria mostly prefer one side its intervals covered under a half: it has none here.
 *
 * `items: "all"` (default) takes every item, `items: "conflict"` only those whose preferences differ between some criteria, as
 * the paper does. **That selection pushes every correlation down**: an item with two criteria that is selected has opposite
 * preferences by construction, one with three cannot have three equal ones. Read the paper's numbers beside those of all items.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and pair of criteria, in the paper's order: `criterion_a,
 * criterion_b, n, correlation, low, high, n_clusters` (95%, `infer`; clusters: pictures, else items). People's preferences, each item
 * once however many judges the group holds. No item gives NaN; φ too where one criterion always prefers the
 * same side, or fewer than two items have both.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another `items` or `coefficient`, another verdict than A, B, tie or null, or two human labels for one criterion
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { criterionCorrelation } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2", "3", "3", "4", "4"],
 *   criterion: [
 *     "grounding", "clarity", "grounding", "clarity", "grounding", "clarity",
 *     "grounding", "clarity",
 *   ],
 *   human: ["A", "A", "B", "B", "A", "B", "A", "A"],
 *   choice: ["A", "A", "A", "A", "A", "A", "A", "A"],
 * });
 * const [all] = criterionCorrelation(criteria, { by: [] }).toRecords();
 * assert.equal(all.correlation, 0.5); // the same on three items of four: 3/4 − 1/4
 * const [selected] = criterionCorrelation(criteria, { by: [], items: "conflict" })
 *   .toRecords();
 * assert.deepEqual([selected.correlation, selected.n], [-1, 1]); // the third item
 * ```
 */
export function criterionCorrelation<const Groups extends By = DefaultGroups<"criteria">>(
  criteria: pl.DataFrame,
  options: CriterionCorrelationOptions<Groups> = {},
): MetricFrame<"n correlation", Evidence & { criterion_a: string; criterion_b: string }, Groups> {
  const action = "criterionCorrelation";
  const { items = "all", coefficient = "same" } = requireNamed(action, options);
  requireOneOf(action, "items", items, ["all", "conflict"]);
  requireOneOf(action, "the coefficient", coefficient, ["same", "phi"]);
  return criterionPairTable(action, arguments, criteria, options, {
    columns: `n:count correlation ${INTERVAL}`,
    own: ["items", "coefficient"],
    isIn: items === "conflict" ? hasConflict : undefined,
  }, ({ x, y, mean }) => {
    const found = mean("the correlation", x.map((own, i) => own * y[i]), COEFFICIENT);
    if (coefficient === "same") return { correlation: found.estimate, ...intervalCells(found) };
    const warning = "φ depends on which response is called A: no interval";
    const without = { ...found, low: NaN, high: NaN, method: "none" as const, warning };
    return { correlation: phi(x, y), ...intervalCells(without) };
  });
}

function phi(x: readonly number[], y: readonly number[]): number {
  const [dx, dy] = [x, y].map((values) => values.map((value) => value - meanOf(values)));
  const product = (a: readonly number[], b: readonly number[]) => meanOf(a.map((value, i) => value * b[i]));
  const scale = Math.sqrt(product(dx, dx) * product(dy, dy));
  return x.length < 2 || scale === 0 ? NaN : Math.max(-1, Math.min(1, product(dx, dy) / scale));
}
