import type pl from "nodejs-polars";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { requireOptions } from "../results/require_options.ts";
import { meanInterval } from "../stats/mean_interval.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";
import { scoreGrouping, scoreOutcomes } from "./score_outcomes.ts";

const COLUMNS = `scope:key abstained:count n:count ratio ${INTERVAL}`;

/**
 * How often a judge that may abstain does so on perturbed inputs: abstained / judged on the biased side, pooled over samples.
 * Source: MM-JudgeBias, section 4.4 and Table 15 (whose dimensions and total are pooled, not means of bias types).
 *
 * Rows per group of `by` (default: judge, prompt): one per `scope`, which is each bias type that occurs, each dimension, and
 * `overall`; with `abstained`, `n` (judgments of the biased side; those never made are in neither) and `ratio`, then `low,
 * high, n_clusters` (`clusterInterval`; clusters: images, else samples). Unparsable
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
 *   sample_id: ["1", "2"],
 *   bias_type: ["text_dominance", "text_dominance"],
 *   unbiased: [8, 9],
 *   biased: [null, 4],
 *   biased_status: ["abstained", "scored"],
 * });
 * const rows = abstentionRatio(scores, { by: [] }).toRecords();
 * assert.deepEqual(rows.map((row) => row.scope), ["text_dominance", "integrality", "overall"]);
 * assert.equal(rows[2].ratio, 0.5);
 * ```
 */
export function abstentionRatio(
  scorePairs: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("abstentionRatio", others, ["by", "level"]);
  const outcomes = scoreOutcomes("abstentionRatio", scorePairs);
  const grouping = scoreGrouping(scorePairs, by);
  return groupedTable(scorePairs, grouping, COLUMNS, (rows) => {
    const typed = rows.filter((row) => outcomes.type[row] >= 0);
    const occurs = new Set(Array.from(typed, (row) => outcomes.type[row]));
    const types = BIAS_TAXONOMY.map((spec, place) => ({ ...spec, place })).filter(({ place }) =>
      occurs.has(place)
    );
    const scopes = [
      ...types.map(({ type, place }) => ({ scope: type as string, places: [place] })),
      ...BIAS_DIMENSIONS.map((dimension) => ({
        scope: dimension as string,
        places: types.filter((one) => one.dimension === dimension).map(({ place }) => place),
      })).filter(({ places }) => places.length > 0),
      { scope: "overall", places: types.map(({ place }) => place) },
    ];
    return scopes.map(({ scope, places }) => {
      const own = typed.filter((row) => places.includes(outcomes.type[row]) && outcomes.judged[row] === 1);
      const interval = meanInterval(
        Float64Array.from(own, (row) => outcomes.biasedAbstained[row]),
        own.map((row) => outcomes.clusterOf[outcomes.sample[row]]),
        { level, bounds: [0, 1] },
      );
      return {
        scope,
        abstained: own.reduce((sum, row) => sum + outcomes.biasedAbstained[row], 0),
        n: own.length,
        ratio: interval.estimate,
        ...intervalCells(interval),
      };
    });
  });
}
