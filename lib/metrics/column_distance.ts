import type pl from "nodejs-polars";
import { metricFrame } from "./metric_table.ts";
import type { Philautia } from "./philautia.ts";
import { entriesOf } from "./preference_entries.ts";

/**
 * How far every philautia score lies above what its evaluator gives on average, in standard deviations of the evaluator's
 * column of Φ̃ (population): distance = (Φ̃_ii − mean_g Φ̃_gi) / sd_g Φ̃_gi. Source: philautia paper, section 6.1, which calls
 * more than two relatively strong and notes that GPT-4o's is below one.
 *
 * One row per model that is generator and evaluator: `model, philautia, column_mean, column_sd, distance`. With n generators
 * no distance is beyond √(n − 1); a constant column gives NaN.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { columnDistance } from "judgebias";
 *
 * const models = ["a", "b"];
 * const [a] = columnDistance({ generators: models, evaluators: models, phiTilde: [[1, -1], [-1, 1]] }).toRecords();
 * assert.deepEqual([a.column_mean, a.column_sd, a.distance], [0, 1, 1]);
 * ```
 */
export function columnDistance(
  matrix: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
): pl.DataFrame {
  const { generators, evaluators } = matrix, entry = entriesOf(matrix);
  const rows = evaluators.filter((name) => generators.includes(name)).map((model) => {
    const column = generators.map((generator) => entry(generator, model));
    const mean = column.reduce((sum, value) => sum + value, 0) / column.length;
    const sd = Math.sqrt(column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / column.length);
    const own = entry(model, model);
    return {
      model,
      philautia: own,
      column_mean: mean,
      column_sd: sd,
      distance: sd > 0 ? (own - mean) / sd : NaN,
    };
  });
  return metricFrame(["model"], "philautia column_mean column_sd distance", rows);
}
