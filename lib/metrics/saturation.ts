import type pl from "nodejs-polars";
import { columnNumbers, factor } from "../results/factor.ts";
import { type By, ratingEvaluators, requireFrame } from "../results/frame.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { grouped } from "../stats/grouped.ts";
import type { ClusterCodes } from "../stats/infer.ts";
import { holdsPairs } from "./pair_rows.ts";
import { firstOf } from "../results/votes.ts";
import { EVIDENCE, inferUnits, intervalCells } from "./metric_columns.ts";
import { metric } from "./metric.ts";
import type { Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { said } from "./said.ts";

/**
 * Saturation of a judge's scale: the share of its scores on its most frequent value, and how many values it uses at
 * all. A judge that gives 0 to half of all pictures cannot rank that half.
 *
 * 1 = one value for everything; 1/k = k values equally often, the least that k values allow. Ties between values go
 * to the lowest. The interval is that of the share of this value, taken as given: with many values of nearly equal
 * frequency the most frequent one is picked by chance and its share leans upward. Source: the saturation of scores
 * that VIEScore (Ku et al. 2024, section 5) and BIRCH report.
 *
 * Takes `caption scores` (column `score`; default `by`: evaluator, setting) or `ratings` (each evaluator's column; an
 * item counts once however many people rated it; default `by`: none, and the column `evaluator` before the rest). One
 * row per group: `n, share, value`, then `low, high` (95% cluster-robust), `n_clusters, n_values, n_unscored`. No scores give NaN.
 *
 * @throws {TypeError} when the frame lacks a column, or holds `pairs`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { saturation } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   image_id: ["1", "2", "3", "4"], evaluator: ["j", "j", "j", "j"],
 *   score: [0, 0, 0, 0.5],
 * });
 * const [row] = saturation(scores).toRecords();
 * assert.deepEqual([row.n, row.share, row.value, row.n_values], [4, 0.75, 0, 2]);
 * ```
 */
export function saturation<const Groups extends By = "evaluator" | "setting">(
  given: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n share value n_values n_unscored", Evidence, Groups | "evaluator"> {
  requireFrame("saturation", given);
  const isScored = given.columns.includes("score");
  const { frame, outcomes, grouping, inGroups, level } = metric("saturation", arguments, given, options, {
    groups: isScored ? ["evaluator", "setting"] : [],
    pooling: ["condition", "criterion"],
  });
  if (holdsPairs(given)) throw new TypeError(said("saturation_of_pairs"));
  const of = (rows: Int32Array, evaluator: string) =>
    saturationOf(rows, columnNumbers(frame.getColumn(evaluator)), { ...outcomes, level });
  if (isScored) return inGroups(COLUMNS, (rows) => of(rows, "score"));
  requireColumns("saturation", frame, ["item_id"]);
  const item = factor(frame.getColumn("item_id")).codes;
  const evaluators = ratingEvaluators(frame).filter((name) => !grouping.includes(name));
  return inGroups(`evaluator:key ${COLUMNS}`, (rows) => {
    const first = firstOf(rows, item);
    return evaluators.map((evaluator) => ({ evaluator, ...of(first, evaluator) }));
  });
}

const COLUMNS = `n:count share value low high ${EVIDENCE} n_values:count n_unscored:count` as const;

function saturationOf(
  rows: Int32Array,
  scores: Float64Array,
  { clusters, level }: { clusters: ClusterCodes; level?: number },
) {
  const known = rows.filter((row) => !Number.isNaN(scores[row]));
  const counts = [...grouped(known, (row) => scores[row])]
    .sort(([a, one], [b, other]) => other.length - one.length || a - b);
  const value = counts[0]?.[0] ?? NaN, values = Array.from(known, (row) => scores[row] === value ? 1 : 0);
  const interval = inferUnits("the share", { values, rows: known }, clusters, { level });
  return {
    ...{ n: interval.n, share: interval.estimate, value, ...intervalCells(interval) },
    ...{ n_values: counts.length, n_unscored: rows.length - interval.n },
  };
}
