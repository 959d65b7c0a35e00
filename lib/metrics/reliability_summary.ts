import type pl from "nodejs-polars";
import { BIAS_DIMENSIONS } from "../results/bias_taxonomy.ts";
import { requireOptions } from "../results/require_options.ts";
import { type BiasValues, biasValues } from "./bias_values.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";
import { isOfficial } from "./reliability.ts";
import { runInterval } from "./run_means.ts";
import { scoreGrouping, scoreOutcomes } from "./score_outcomes.ts";

const COLUMNS = `${BIAS_DIMENSIONS.join(" ")} overall ${INTERVAL} n:count n_types:count ` +
  BIAS_DIMENSIONS.map((dimension) => `${dimension}_low ${dimension}_high`).join(" ");

/**
 * Reliability of a judge by dimension and overall: the mean of the bias types of each dimension (integrality 3, congruity 2,
 * robustness 4), and the mean of all nine types, not of the three dimensions. Source: MM-JudgeBias, Table 2 ("Avg.").
 *
 * One row per group of `by` (default: judge, prompt): `integrality, congruity, robustness, overall`, then `low, high,
 * n_clusters` (cluster-robust interval of `overall`; clusters: images, else samples), `n` (samples), `n_types` (bias types
 * with a value: below 9 the row is not comparable with a full one) and `integrality_low` … `robustness_high`.
 *
 * Types without a value are left out of the means; a dimension without any is NaN. `compatibility` as in `reliability`.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, or a score outside 1 … 10
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { reliabilitySummary } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   sample_id: ["1", "2", "3"],
 *   bias_type: ["text_dominance", "image_dominance", "texture_insertion"],
 *   unbiased: [10, 10, 10],
 *   biased: [1, 10, 10],
 * });
 * const [row] = reliabilitySummary(scores, { by: [] }).toRecords();
 * assert.equal(row.integrality, 0.5); // (1 + 0)/2
 * assert.equal(row.overall, 2 / 3); // (1 + 0 + 1)/3, not the mean of two dimensions
 * assert.equal(row.n_types, 3);
 * ```
 */
export function reliabilitySummary(
  scorePairs: pl.DataFrame,
  { by, level, compatibility, ...others }: MetricOptions & { compatibility?: "official" } = {},
): pl.DataFrame {
  requireOptions("reliabilitySummary", others, ["by", "level", "compatibility"]);
  const official = isOfficial("reliabilitySummary", compatibility);
  const outcomes = scoreOutcomes("reliabilitySummary", scorePairs, { anyScore: official });
  const grouping = scoreGrouping(scorePairs, by);
  const options = {
    clusterOf: outcomes.clusterOf,
    level,
    bounds: official ? [-Infinity, Infinity] as const : [0, 1] as const,
  };
  return groupedTable(scorePairs, grouping, COLUMNS, (rows) => {
    const types = biasValues(outcomes, rows, official).filter(({ value, n }) =>
      official ? n > 0 : !Number.isNaN(value)
    );
    const overall = meanOfTypes(types, options);
    const dimensions = BIAS_DIMENSIONS.flatMap((dimension) => {
      const own = meanOfTypes(types.filter(({ spec }) => spec.dimension === dimension), options);
      return [[dimension, own.value], [`${dimension}_low`, own.low], [`${dimension}_high`, own.high]];
    });
    return {
      ...Object.fromEntries(dimensions),
      overall: overall.value,
      ...intervalCells(overall),
      n: types.reduce((sum, { n }) => sum + n, 0),
      n_types: types.length,
    };
  });
}

function meanOfTypes(types: readonly BiasValues[], options: Parameters<typeof runInterval>[1]) {
  const value = types.reduce((sum, type) => sum + type.value, 0) / types.length;
  const terms = types.map(({ spec, values }) => ({ values, weight: 1 / types.length, name: spec.label }));
  return { value, ...runInterval(terms, options) };
}
