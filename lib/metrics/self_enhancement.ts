import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { distinctSamples } from "./run_means.ts";
import { counted, countOf, interval, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { MAX_SCORE, scoreMetric } from "./score_outcomes.ts";

/**
 * Self-enhancement: the mean unbiased score that a judge gives to the responses of each generator, its own among them.
 * Source: MM-JudgeBias, section 4.3 and figure 4. A judge is its own generator where the names agree but for case, spaces,
 * hyphens and a note in brackets: `GPT-5 mini (high)` is `GPT-5 mini`.
 *
 * One row per group of `by` (default: judge, prompt), `generator` and `is_self`: `n` (samples), `mean` (of all scores, in
 * points from 1 to 10), then `low, high, n_clusters` (`infer`; clusters: images, else samples) and
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
 *   judge: ["m (high)", "m (high)"], sample_id: ["1", "2"],
 *   bias_type: ["text_dominance", "text_dominance"], generator: ["m", "other"],
 *   unbiased: [9, 6], biased: [9, 6],
 * });
 * const [own, other] = selfEnhancement(scores).toRecords();
 * assert.deepEqual([own.is_self, own.mean, other.is_self, other.mean], [
 *   true, 9, false, 6,
 * ]);
 * ```
 */
export function selfEnhancement<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n mean n_unscored", Evidence & { generator: string; is_self: boolean }, Groups> {
  const { frame: scores, outcomes, table } = scoreMetric("selfEnhancement", arguments, scorePairs, options);
  requireColumns("selfEnhancement", scores, ["judge", "generator"]);
  const judge = factor(scores.getColumn("judge")), generator = factor(scores.getColumn("generator"));
  if (scores.height > 0 && generator.levels.every((level) => level === null)) {
    throw new TypeError("selfEnhancement: wanted names in the column generator, found none");
  }
  const [judges, generators] = [judge, generator].map(({ levels }) => levels.map(plainName));
  const isSelf = (row: number) => {
    const name = generators[generator.codes[row]];
    return name !== "" && judges[judge.codes[row]] === name;
  };
  const { type, unbiased, hasUnbiased } = outcomes;
  const score = mean({
    name: "the score",
    value: (row) => unbiased[row],
    range: [1, MAX_SCORE],
    strays: true,
  });
  return table(
    {
      n: countOf((rows) => distinctSamples(outcomes, rows.filter((row) => hasUnbiased[row] === 1))),
      mean: score,
      ...interval(score),
      n_unscored: counted((row) => hasUnbiased[row] === 0),
    },
    {
      keys: ["generator", "is_self"],
      of: ({ rows }) =>
        generator.levels.flatMap((name, code) => {
          const own = rows.filter((row) => name !== null && generator.codes[row] === code && type[row] >= 0);
          return [false, true].map((self) => ({
            key: { generator: String(name), is_self: self },
            rows: own.filter((row) => isSelf(row) === self),
          }));
        }).filter(({ rows }) => rows.length > 0),
    },
  );
}

function plainName(name: unknown): string {
  return name === null ? "" : String(name).replace(/\([^)]*\)/g, "").toLowerCase().replace(/[\s_-]+/g, "");
}
