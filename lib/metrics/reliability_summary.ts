import type pl from "nodejs-polars";
import { BIAS_DIMENSIONS, type BiasDimension } from "../results/bias_taxonomy.ts";
import { mean as meanOf } from "../stats/grouped.ts";
import { biasValues } from "./bias_values.ts";
import { countOf, interval, limits, perGroup } from "./metric_columns.ts";
import type { Column } from "./metric_table.ts";
import type { By, DefaultGroups, Evidence, MetricFrame } from "./metric_types.ts";
import { isOfficial, type ReliabilityOptions } from "./reliability.ts";
import { overRuns } from "./run_means.ts";
import { scoreMetric } from "./score_outcomes.ts";

/**
 * Reliability of a judge by dimension and overall: the mean of the bias types of each dimension (integrality 3, congruity 2,
 * robustness 4), and the mean of all nine types, not of the three dimensions. Source: MM-JudgeBias, Table 2 ("Avg.").
 *
 * One row per group of `by` (default: judge, prompt): `integrality, congruity, robustness, overall`, then `low, high,
 * n_clusters` (95% interval of `overall`, `infer`; clusters: images, else samples), `n` (samples), `n_types` (bias types
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
export function reliabilitySummary<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: ReliabilityOptions<Groups> = {},
): MetricFrame<
  "integrality congruity robustness overall n n_types integrality_low integrality_high congruity_low congruity_high robustness_low robustness_high",
  Evidence,
  Groups
> {
  const official = isOfficial("reliabilitySummary", options);
  const { outcomes, table } = scoreMetric("reliabilitySummary", arguments, scorePairs, options, {
    own: ["compatibility"],
    anyScore: official,
  });
  const types = perGroup((rows) => biasValues(outcomes, rows, official));
  const typesOf = (rows: Int32Array, dimension?: BiasDimension) =>
    types(rows).filter(({ spec, value, n }) =>
      (official ? n > 0 : !Number.isNaN(value)) && (dimension === undefined || spec.dimension === dimension)
    );
  const mean = (dimension?: BiasDimension) =>
    overRuns((rows) => {
      const types = typesOf(rows, dimension);
      return types.map(({ term }) => ({ ...term, weight: 1 / types.length }));
    }, (rows) => meanOf(typesOf(rows, dimension).map(({ value }) => value)));
  const overall = mean(), dimensions = BIAS_DIMENSIONS.map((name) => [name, mean(name)] as const);
  const ends: Record<`${BiasDimension}_${"low" | "high"}`, Column> = Object.assign(
    {},
    ...dimensions.map(([name, own]) => limits(name, own)),
  );
  return table({
    ...Object.fromEntries(dimensions) as unknown as Record<BiasDimension, Column>,
    overall,
    ...interval(overall),
    n: countOf((rows) => typesOf(rows).reduce((sum, { n }) => sum + n, 0)),
    n_types: countOf((rows) => typesOf(rows).length),
    ...ends,
  });
}
