import type pl from "nodejs-polars";
import { factor, frameCodes } from "../results/factor.ts";
import { conformity } from "./bias_deviation.ts";
import { addValue, distinctSamples, inferRuns, meanOverRuns, noValues } from "./run_means.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import type { By, DefaultGroups, Evidence, MetricFrame, MetricOptions } from "./metric_types.ts";
import { MAX_SCORE, scoreMetric } from "./score_outcomes.ts";

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
  const { frame: scores, outcomes, inGroups, level } = scoreMetric(
    "unnecessaryImageAblation",
    arguments,
    scorePairs,
    options,
  );
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
        const values = noValues();
        for (const row of rows) {
          const [y, changed] = pair(row);
          if (!Number.isNaN(y + changed)) addValue(values, conformity(y, changed, MAX_SCORE), run[row], row);
        }
        return {
          setting,
          n: distinctSamples(outcomes, values.rows),
          bc: meanOverRuns(values),
          ...intervalCells(
            inferRuns([{ values, weight: 1, name: `setting ${setting}` }], clusters, { level }),
          ),
        };
      },
    );
  });
}
