import type pl from "nodejs-polars";
import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { factor, frameCodes } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { count, counted, countOf, INTERVAL, interval, intervalCells, mean } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { conformity, distinctSamples, inferRuns, meanOverRuns } from "./run_means.ts";
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
  const value = (row: number) => unbiased[row];
  const score = mean({ name: "the score", value, range: [1, MAX_SCORE], strays: true });
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
  const { outcomes, table } = scoreMetric("abstentionRatio", arguments, scorePairs, options);
  const { type, after: { judged, abstained } } = outcomes;
  const asked = { name: "judgments", value: (row: number) => judged[row] === 1 ? abstained[row] : NaN };
  const ratio = mean(asked);
  return table(
    { abstained: counted((row) => asked.value(row) === 1), n: count(asked), ratio, ...interval(ratio) },
    {
      keys: ["scope"],
      of({ rows }) {
        const types = BIAS_TAXONOMY.map((spec, place) => ({
          ...spec,
          rows: [...rows.filter((row) => type[row] === place)],
        })).filter(({ rows }) => rows.length > 0);
        const scopes: string[] = [
          ...types.map(({ type }) => type),
          ...BIAS_DIMENSIONS.filter((name) => types.some(({ dimension }) => dimension === name)),
          "overall",
        ];
        const rowsOf = (scope: string) =>
          types.flatMap(({ type, dimension, rows }) =>
            [type, dimension, "overall"].includes(scope) ? rows : []
          );
        return scopes.map((scope) => ({ key: { scope }, rows: Int32Array.from(rowsOf(scope)) }));
      },
    },
  );
}

/**
 * What an unnecessary image does beyond merely being an image: BC between three inputs of a text-only sample. Source:
 * MM-JudgeBias, appendix L and Table 13.
 *
 * `A` text → text + unrelated image (rows `unnecessary_image`), `B` text → text + blank image (rows `blank_image`), `C` text +
 * blank image → text + unrelated image (the biased scores of both, joined by judge, prompt, run and sample).
 *
 * Three rows per group of `by` (default: judge, prompt): `setting, n` (samples), `bc` (mean over runs), then `low, high,
 * n_clusters` (`infer`; clusters: images, else samples). A setting without pairs is NaN with n = 0.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, a score outside 1 … 10, or two rows with the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { unnecessaryImageAblation } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   sample_id: ["1", "1"], bias_type: ["unnecessary_image", "blank_image"],
 *   unbiased: [10, 10], biased: [7, 10],
 * });
 * const rows = unnecessaryImageAblation(scores, { by: [] }).toRecords();
 * assert.deepEqual(rows.map(({ setting, bc }) => [setting, bc]), [["A", 1 - 3 / 9], [
 *   "B", 1,
 * ], ["C", 1 - 3 / 9]]);
 * ```
 */
export function unnecessaryImageAblation<const Groups extends By = DefaultGroups<"scores">>(
  scorePairs: pl.DataFrame,
  options: MetricOptions<Groups> = {},
): MetricFrame<"n bc", Evidence & { setting: "A" | "B" | "C" }, Groups> {
  const action = "unnecessaryImageAblation";
  const { frame: scores, outcomes, inGroups, level } = scoreMetric(action, arguments, scorePairs, options);
  const { unbiased, biased, run, clusters } = outcomes;
  const types = factor(scores.getColumn("bias_type"));
  const isOf = (type: string) => {
    const code = types.levels.indexOf(type);
    return (row: number) => types.codes[row] === code;
  };
  const isUnrelated = isOf("unnecessary_image"), isBlank = isOf("blank_image");
  const { codes } = frameCodes(scores, ["benchmark", "judge", "prompt", "run", "sample_id", "condition"]);
  return inGroups(`setting:key n:count bc ${INTERVAL}`, (rows) => {
    const unrelated = rows.filter(isUnrelated), blank = rows.filter(isBlank);
    const partner = new Map(Array.from(unrelated, (row) => [codes[row], row]));
    const own = (row: number) => [unbiased[row], biased[row]] as const;
    const between = (row: number) => [biased[row], biased[partner.get(codes[row]) ?? -1] ?? NaN] as const;
    return ([["A", unrelated, own], ["B", blank, own], ["C", blank, between]] as const).map(
      ([setting, rows, pair]) => {
        const both = [...rows].filter((row) => !pair(row).some(Number.isNaN));
        const valueOf = (row: number) => conformity(...pair(row), MAX_SCORE);
        const values = both.map((row) => ({ value: valueOf(row), run: run[row], row }));
        const found = inferRuns([{ values, weight: 1, name: `setting ${setting}` }], clusters, { level });
        const n = distinctSamples(outcomes, both);
        return { setting, n, bc: meanOverRuns(values), ...intervalCells(found) };
      },
    );
  });
}
