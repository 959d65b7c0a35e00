import type pl from "nodejs-polars";
import { groupRows, metricFrame } from "../metrics/metric_table.ts";
import type { By } from "../results/column_list.ts";
import { factor } from "../results/factor.ts";
import { EQUALIZED_BIAS_OPTIONS, equalizedBias, type EqualizedBiasOptions } from "./equalized_bias.ts";
import { takeRows } from "./take_rows.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireFrame } from "../results/require_frame.ts";

/**
 * The steps from IB of all pairs to IB of equalised pairs (`equalizedBias`), for every judge and benchmark whose pairs were lengthened;
 * the question of the informativeness-bias paper's Table 2 with intervals.
 *
 * One row per group of `by` and step, in order: `step` (`all pairs, before`; `kept pairs, before`; `kept pairs, after`; the differences
 * `selection …`, `equalisation …`, `both …`), `estimate, low, high, p_value, n, n_clusters, provenance`. Groups without lengthened
 * pairs have no rows.
 *
 * @throws {RangeError} when no group has lengthened pairs
 * @throws {TypeError} when the frame lacks a column, or informativeness labels
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { equalizationSteps } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const steps = equalizationSteps(pairs, { replicates: 200 });
 * assert.equal(steps.height, 6);
 * ```
 */
export function equalizationSteps(
  pairs: pl.DataFrame,
  { by = ["benchmark", "judge"], ...options }: EqualizedBiasOptions & { by?: By } = {},
): pl.DataFrame {
  requireOptions("equalizationSteps", options, [...EQUALIZED_BIAS_OPTIONS, "by"]);
  requireFrame("equalizationSteps", pairs);
  const variant = pairs.columns.includes("variant") ? factor(pairs.getColumn("variant")) : null;
  const code = variant?.levels.indexOf("length_equalized") ?? -1;
  const rows = groupRows(pairs, by).flatMap(({ key, rows }) => {
    if (code < 0 || !rows.some((row) => variant!.codes[row] === code)) return [];
    const { steps, provenance } = equalizedBias(takeRows(pairs, rows), options);
    return steps.map(({ name, pValue, clusters, ...step }) => ({
      ...key,
      ...step,
      step: name,
      p_value: pValue,
      n_clusters: clusters,
      provenance,
    }));
  });
  if (rows.length === 0) {
    throw new RangeError("equalizationSteps: wanted rows of the variant length_equalized, found none");
  }
  return metricFrame(
    by,
    "step:key estimate low high p_value n:count n_clusters:count provenance:text",
    rows,
  );
}
