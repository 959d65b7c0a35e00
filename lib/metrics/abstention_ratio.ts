import type pl from "nodejs-polars";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { count, counted, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { scoreMetric } from "./score_outcomes.ts";

/**
 * How often a judge that may abstain does so on perturbed inputs: abstained / judged on the biased side, pooled over samples.
 * Source: MM-JudgeBias, section 4.4 and Table 15 (whose dimensions and total are pooled, not means of bias types).
 *
 * Rows per group of `by` (default: judge, prompt): one per `scope`, which is each bias type that occurs, each dimension, and
 * `overall`; with `abstained`, `n` (judgments of the biased side; those never made are in neither) and `ratio`, then `low,
 * high, n_clusters` (`infer`; clusters: images, else samples). Unparsable
 * answers count in `n`. In [0, 1]; nothing judged gives NaN with n = 0. `blank_image` rows are ignored.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, or a score outside 1 … 10
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { abstentionRatio } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   sample_id: ["1", "2"], bias_type: ["text_dominance", "text_dominance"],
 *   unbiased: [8, 9], biased: [null, 4], biased_status: ["abstained", "scored"],
 * });
 * const rows = abstentionRatio(scores, { by: [] }).toRecords();
 * assert.deepEqual(rows.map((row) => row.scope), [
 *   "text_dominance", "integrality", "overall",
 * ]);
 * assert.equal(rows[2].ratio, 0.5);
 * ```
 */
export function abstentionRatio<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"abstained n ratio", Evidence & { scope: string }, Groups> {
  const { outcomes: { type, judged, biasedAbstained }, table } = scoreMetric(
    "abstentionRatio",
    arguments,
    scorePairs,
    options,
  );
  const asked = { name: "judgments", value: (row: number) => judged[row] === 1 ? biasedAbstained[row] : NaN };
  const ratio = mean(asked);
  return table(
    { abstained: counted((row) => asked.value(row) === 1), n: count(asked), ratio, ...interval(ratio) },
    {
      keys: ["scope"],
      of({ rows }) {
        const specs = BIAS_TAXONOMY.map((spec, place) => ({
          ...spec,
          rows: rows.filter((row) => type[row] === place),
        }));
        const occurring = specs.filter((spec) => spec.rows.length > 0);
        const scopes = [
          ...occurring.map((spec) => ({ scope: spec.type as string, types: [spec] })),
          ...BIAS_DIMENSIONS.map((dimension) => ({
            scope: dimension as string,
            types: occurring.filter((spec) => spec.dimension === dimension),
          })).filter(({ types }) => types.length > 0),
          { scope: "overall", types: occurring },
        ];
        return scopes.map(({ scope, types }) => ({
          key: { scope },
          rows: Int32Array.from(types.flatMap(({ rows }) => [...rows])),
        }));
      },
    },
  );
}
