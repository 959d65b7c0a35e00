import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { fisherLimits } from "../stats/fisher_limits.ts";
import { meanInterval } from "../stats/mean_interval.ts";
import { requireOneOf } from "../stats/require_value.ts";
import { criteriaGrouping, criteriaOutcomes } from "./criteria_outcomes.ts";
import { criterionPairs, hasConflict, labelledItems, type LabelSource } from "./criterion_labels.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";

const COLUMNS = `criterion_a:key criterion_b:key n:count correlation ${INTERVAL}`;

/**
 * Correlation of the preferences by two criteria: φ (Pearson's r of +1 for A and −1 for B) over the items with a preference on
 * both. Source: Multi-Crit, Figure 8 (which does not name its coefficient).
 *
 * `items: "all"` (default) takes every item, `items: "conflict"` only those whose preferences differ between some criteria, as
 * the paper does. **That selection pushes every correlation down**: an item with two criteria that is selected has opposite
 * preferences by construction, one with three cannot have three equal ones. Read the paper's numbers beside those of all items.
 *
 * One row per group of `by` (default: judge, mode, thinking, split) and pair of criteria, in the paper's order: `criterion_a,
 * criterion_b, n, correlation, low, high, n_clusters`; limits by the correlation's influence function, clustered by picture,
 * else item (95%, Student's t, clipped to ±1; a correlation of exactly ±1 has none). Human preferences by default, each item
 * once however many judges the group holds; `of: "judge"` takes the judge's own. NaN where one criterion always prefers the
 * same side, or fewer than two items have both.
 *
 * @throws {TypeError} when the frame lacks item_id, criterion, human or choice
 * @throws {RangeError} for another `items`, another verdict than A, B, tie or null, or two human labels for one criterion
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { criterionCorrelation } from "judgebias";
 *
 * const criteria = pl.DataFrame({
 *   item_id: ["1", "1", "2", "2", "3", "3"],
 *   criterion: ["grounding", "clarity", "grounding", "clarity", "grounding", "clarity"],
 *   human: ["A", "A", "B", "B", "A", "B"],
 *   choice: ["A", "A", "A", "A", "A", "A"],
 * });
 * const [all] = criterionCorrelation(criteria, { by: [] }).toRecords();
 * assert.equal(all.correlation, 0.5); // table [[1, 1], [0, 1]]: (1·1 − 1·0)/√(2·1·1·2)
 * const [selected] = criterionCorrelation(criteria, { by: [], items: "conflict" }).toRecords();
 * assert.ok(Number.isNaN(selected.correlation)); // one item left
 * ```
 */
export function criterionCorrelation(
  criteria: pl.DataFrame,
  { by, level, items: wanted = "all", of = "human", ...others }: MetricOptions & {
    items?: "all" | "conflict";
    of?: LabelSource;
  } = {},
): pl.DataFrame {
  requireOptions("criterionCorrelation", others, ["by", "level", "items", "of"]);
  requireOneOf("criterionCorrelation", "items", wanted, ["all", "conflict"]);
  const outcomes = criteriaOutcomes("criterionCorrelation", criteria);
  const grouping = criteriaGrouping(criteria, by);
  return groupedTable(criteria, grouping, COLUMNS, (rows, key) => {
    const all = labelledItems("criterionCorrelation", outcomes, rows, of);
    const items = wanted === "conflict" ? all.filter(hasConflict) : all;
    return criterionPairs(outcomes, all, key.split).map(({ names: [a, b], codes: [codeA, codeB] }) => {
      const both = items.filter(({ labels }) => labels.has(codeA) && labels.has(codeB));
      const sign = (code: number) => both.map(({ labels }) => labels.get(code) === 0 ? 1 : -1);
      return {
        criterion_a: a,
        criterion_b: b,
        n: both.length,
        ...phi(sign(codeA), sign(codeB), { clusters: both.map(({ cluster }) => cluster), level }),
      };
    });
  });
}

/** Pearson's r as a mean over items of its influence function, with that mean's interval. */
function phi(
  x: readonly number[],
  y: readonly number[],
  { clusters, level }: { clusters: readonly number[]; level?: number },
) {
  const n = x.length, mean = (values: readonly number[]) => values.reduce((sum, v) => sum + v, 0) / n;
  const meanX = mean(x), meanY = mean(y);
  const dx = x.map((v) => v - meanX), dy = y.map((v) => v - meanY);
  const product = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, v, i) => sum + v * b[i], 0) / n;
  const varX = product(dx, dx), varY = product(dy, dy), scale = Math.sqrt(varX * varY);
  const correlation = n < 2 || scale === 0 ? NaN : Math.max(-1, Math.min(1, product(dx, dy) / scale));
  const interval = meanInterval(
    dx.map((d, i) =>
      correlation + d * dy[i] / scale - correlation / 2 * (d * d / varX + dy[i] * dy[i] / varY)
    ),
    clusters,
    { share: false, level, names: ["the correlation"] },
  );
  // At ±1 nothing varies: how far the truth may be away cannot be told from it.
  const sure = !(Math.abs(correlation) < 1);
  const limits = sure ? { low: NaN, high: NaN, method: "none" as const } : fisherLimits(correlation, {
    ...interval,
    level: level ?? 0.95,
  });
  return { correlation, ...intervalCells({ ...interval, ...limits }) };
}
