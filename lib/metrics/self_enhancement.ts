import pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { meanInterval } from "../stats/mean_interval.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupRows, metricFrame, type MetricOptions } from "./metric_table.ts";
import { MAX_SCORE, scoreGrouping, scoreOutcomes } from "./score_outcomes.ts";

/** Passing column: whether the response is the judge's own. */
const SELF = "is_self";

/**
 * Self-enhancement: the mean unbiased score that a judge gives to the responses of each generator, its own among them.
 * Source: MM-JudgeBias, section 4.3 and figure 4. A judge is its own generator where the names agree but for case, spaces,
 * hyphens and a note in brackets: `GPT-5 mini (high)` is `GPT-5 mini`.
 *
 * One row per group of `by` (default: judge, prompt), `generator` and `is_self`: `n` (samples), `mean` (of all scores, in
 * points from 1 to 10), then `low, high, n_clusters` (`clusterInterval`; clusters: images, else samples) and
 * `n_unscored`. Responses differ in quality: compare a judge's gap with that of other judges over the same responses, not
 * with 0. Rows without a generator and `blank_image` rows (whose unbiased side repeats another's) are left out.
 *
 * @throws {TypeError} when the frame lacks a column, or no row names a generator
 * @throws {RangeError} for an unknown bias type, or a score outside 1 … 10
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { selfEnhancement } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   judge: ["m (high)", "m (high)"],
 *   sample_id: ["1", "2"],
 *   bias_type: ["text_dominance", "text_dominance"],
 *   generator: ["m", "other"],
 *   unbiased: [9, 6],
 *   biased: [9, 6],
 * });
 * const [own, other] = selfEnhancement(scores).toRecords();
 * assert.deepEqual([own.is_self, own.mean, other.is_self, other.mean], [true, 9, false, 6]);
 * ```
 */
export function selfEnhancement(
  scorePairs: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("selfEnhancement", others, ["by", "level"]);
  requireColumns("selfEnhancement", scorePairs, ["judge", "generator"]);
  const outcomes = scoreOutcomes("selfEnhancement", scorePairs);
  const judge = factor(scorePairs.getColumn("judge")), generator = factor(scorePairs.getColumn("generator"));
  if (scorePairs.height > 0 && generator.levels.every((level) => level === null)) {
    throw new TypeError("selfEnhancement: wanted names in the column generator, found none");
  }
  const [judges, generators] = [judge, generator].map(({ levels }) =>
    levels.map((level) => plainName(level))
  );
  const self = Array.from(
    judge.codes,
    (code, row) =>
      generators[generator.codes[row]] !== "" && judges[code] === generators[generator.codes[row]],
  );
  const frame = scorePairs.withColumns(pl.Series(SELF, self, pl.Bool));
  const grouping = [...scoreGrouping(scorePairs, by), "generator", SELF];
  const rows = groupRows(frame, grouping).filter(({ key }) => key.generator !== null).flatMap(
    ({ key, rows }) => {
      const own = rows.filter((row) => outcomes.type[row] >= 0);
      if (own.length === 0) return [];
      const scored = own.filter((row) => outcomes.hasUnbiased[row] === 1);
      const interval = meanInterval(
        Float64Array.from(scored, (row) => outcomes.unbiased[row]),
        scored.map((row) => outcomes.clusterOf[outcomes.sample[row]]),
        { level, bounds: [1, MAX_SCORE], share: false },
      );
      return [{
        ...key,
        n: new Set(scored.map((row) => outcomes.sample[row])).size,
        mean: interval.estimate,
        ...intervalCells(interval),
        n_unscored: own.length - scored.length,
      }];
    },
  );
  return metricFrame(grouping, `n:count mean ${INTERVAL} n_unscored:count`, rows);
}

/** A model's name without what does not name it: case, spaces, hyphens, a note in brackets. */
function plainName(name: unknown): string {
  return name === null ? "" : String(name).replace(/\([^)]*\)/g, "").toLowerCase().replace(/[\s_-]+/g, "");
}
