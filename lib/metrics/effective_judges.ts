import type pl from "nodejs-polars";
import { frameCodes } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { infer } from "../stats/infer.ts";
import { PAIRS_KEY } from "./match_rows.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { type Evidence, groupedTable, type MetricFrame, type MetricOptions } from "./metric_table.ts";
import { pairMetric } from "./pair_metric.ts";
import { PAIRS_BY } from "./pair_outcomes.ts";

/**
 * How many independent votes a panel of judges is worth: k judges whose errors go together tell less than k.
 *
 * effective = S/V, with V the variance over pairs of the panel's share of errors and S the mean of the judges' own error variances; of k judges
 * with a mean correlation ρ of errors that is k/(1 + (k − 1)ρ) (Kish's design effect, over judges). Only pairs that all judges of the group judged and
 * people decided; ties and unread replies are errors.
 *
 * One row per group of `by` (default: benchmark, pipeline, image, variant): `n` (pairs), `judges`, `effective, low, high` (from the interval of V/S,
 * robust to clusters), `correlation` (ρ), then what the interval rests on. `effective` = k: errors are independent; 1: all judges err on the same pairs;
 * above k: where one errs another is right. Fewer than two judges, or nobody who errs, gives NaN.
 *
 * @throws {TypeError} without the column judge
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { effectiveJudges } from "judgebias";
 *
 * const items = [...new Array(40).keys()].map(String), copy = items.map((_, i) => i % 4 ? "A" : "B");
 * const pairs = pl.DataFrame({
 *   item_id: [...items, ...items], judge: items.concat(items).map((_, i) => i < 40 ? "x" : "y"),
 *   human: new Array(80).fill("A"), choice: [...copy, ...copy],
 * });
 * const [row] = effectiveJudges(pairs, { by: [] }).toRecords();
 * assert.ok(row.judges === 2 && Math.abs(row.effective - 1) < 1e-12); // two copies of one judge
 * ```
 */
export function effectiveJudges(
  given: pl.DataFrame,
  options: MetricOptions = {},
): MetricFrame<"n" | "judges" | "effective" | "correlation", Evidence> {
  requireFrame("effectiveJudges", given);
  const by = options.by ?? PAIRS_BY.filter((name) => name !== "judge" && given.columns.includes(name));
  const { frame: pairs, outcomes, grouping } = pairMetric("effectiveJudges", given, { ...options, by }, {
    without: ["judge"],
    rows(pairs) {
      requireColumns("effectiveJudges", pairs, ["judge"]);
      return pairs;
    },
  });
  const { correct, clusters } = outcomes, judge = factor(pairs.getColumn("judge")).codes;
  const item = frameCodes(pairs, PAIRS_KEY.filter((name) => name !== "judge")).codes;
  const columns = `n:count judges:count effective ${INTERVAL} correlation`;
  return groupedTable(pairs, grouping, columns, (rows) => {
    const panel = new Map<number, Map<number, number>>(), judges = new Set<number>();
    for (const row of rows) {
      if (correct[row] < 0) continue;
      judges.add(judge[row]);
      if (!panel.has(item[row])) panel.set(item[row], new Map());
      panel.get(item[row])!.set(judge[row], row);
    }
    const k = judges.size, whole = [...panel.values()].filter((own) => own.size === k && k > 1);
    const errors = whole.map((own) => [...judges].map((code) => 1 - correct[own.get(code)!]));
    const n = errors.length,
      means = [...judges].map((_, j) => errors.reduce((sum, own) => sum + own[j], 0) / n);
    const centred = errors.map((own) => own.map((error, j) => error - means[j]));
    const own = centred.map((list) => list.reduce((sum, d) => sum + d * d, 0) / k);
    const joint = centred.map((list) => (list.reduce((sum, d) => sum + d, 0) / k) ** 2);
    const S = own.reduce((sum, value) => sum + value, 0) / n,
      V = joint.reduce((sum, value) => sum + value, 0) / n;
    const at = whole.map((rows) => rows.values().next().value!);
    const found = infer(
      [{ name: "V/S", weight: 1, estimate: V / S, value: (i) => joint[i] / S - V * own[i] / (S * S) }],
      n,
      clustersOf(clusters, at),
      { level: options.level },
    );
    return {
      n,
      judges: k,
      effective: S / V,
      ...intervalCells({ ...found, low: 1 / found.high, high: 1 / found.low }),
      correlation: (k * V / S - 1) / (k - 1),
    };
  });
}

function clustersOf(clusters: ArrayLike<number> | readonly ArrayLike<number>[], rows: readonly number[]) {
  const of = (way: ArrayLike<number>) => Int32Array.from(rows, (row) => way[row]);
  return typeof clusters[0] === "object"
    ? [of(clusters[0] as ArrayLike<number>), of(clusters[1] as ArrayLike<number>)] as const
    : of(clusters as ArrayLike<number>);
}
