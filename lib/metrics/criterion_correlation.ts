import type pl from "nodejs-polars";
import { COEFFICIENT } from "../stats/infer.ts";
import { requireNamed, requireOneOf } from "../progress/require.ts";
import { criterionPairTable, hasConflict, type LabelSource } from "./criterion_labels.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { mean } from "../stats/grouped.ts";

/** Options of `criterionCorrelation`. */
export interface CriterionCorrelationOptions<Groups extends By = By> extends MetricOptions<Groups> {
  /** Every item, or only those whose preferences differ between some criteria. */
  items?: "all" | "conflict";
  /** Whose preferences: people's by default. */
  of?: LabelSource;
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
 * criterion_b, n, correlation, low, high, n_clusters` (95%, `infer`; clusters: pictures, else items). Human preferences by default, each item
 * once however many judges the group holds; `of: "judge"` takes the judge's own. No item gives NaN; φ too where one criterion always prefers the
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
    return coefficient === "same" ? { correlation: found.estimate, ...intervalCells(found) } : {
      correlation: phi(x, y),
      ...intervalCells({ ...found, low: NaN, high: NaN, method: "none", warning: WITHOUT_LIMITS }),
    };
  });
}

const WITHOUT_LIMITS = "φ depends on which response is called A: no interval";

/** Pearson's r of values that are 1 or −1. */
function phi(x: readonly number[], y: readonly number[]): number {
  const meanX = mean(x), meanY = mean(y);
  const product = (a: readonly number[], b: readonly number[]) => mean(a.map((v, i) => v * b[i]));
  const dx = x.map((v) => v - meanX), dy = y.map((v) => v - meanY);
  const scale = Math.sqrt(product(dx, dx) * product(dy, dy));
  return x.length < 2 || scale === 0 ? NaN : Math.max(-1, Math.min(1, product(dx, dy) / scale));
}
