import type pl from "nodejs-polars";
import { frameCodes } from "../results/combine_factors.ts";
import { factor } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { conformity } from "./bias_conformity.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";
import { addValue, meanOverRuns, noValues, runInterval } from "./run_means.ts";
import { MAX_SCORE, scoreGrouping, scoreOutcomes } from "./score_outcomes.ts";

/**
 * What an unnecessary image does beyond merely being an image: BC between three inputs of a text-only sample. Source:
 * MM-JudgeBias, appendix L and Table 13.
 *
 * `A` text → text + unrelated image (rows `unnecessary_image`), `B` text → text + blank image (rows `blank_image`), `C` text +
 * blank image → text + unrelated image (the biased scores of both, joined by judge, prompt, run and sample).
 *
 * Three rows per group of `by` (default: judge, prompt): `setting, n` (samples), `bc` (mean over runs), then `low, high,
 * n_clusters` (`clusterInterval`; clusters: images, else samples). A setting without pairs is NaN with n = 0.
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
 *   sample_id: ["1", "1"],
 *   bias_type: ["unnecessary_image", "blank_image"],
 *   unbiased: [10, 10],
 *   biased: [7, 10],
 * });
 * const rows = unnecessaryImageAblation(scores, { by: [] }).toRecords();
 * assert.deepEqual(rows.map(({ setting, bc }) => [setting, bc]), [["A", 1 - 3 / 9], ["B", 1], ["C", 1 - 3 / 9]]);
 * ```
 */
export function unnecessaryImageAblation(
  scorePairs: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("unnecessaryImageAblation", others, ["by", "level"]);
  const outcomes = scoreOutcomes("unnecessaryImageAblation", scorePairs);
  requireColumns("unnecessaryImageAblation", scorePairs, ["bias_type"]);
  const types = factor(scorePairs.getColumn("bias_type"));
  const typeOf = (row: number) => types.levels[types.codes[row]];
  const { codes } = frameCodes(scorePairs, ["benchmark", "judge", "prompt", "run", "sample_id"]);
  const grouping = scoreGrouping(scorePairs, by);
  return groupedTable(scorePairs, grouping, `setting:key n:count bc ${INTERVAL}`, (rows) => {
    const settings = { A: noValues(), B: noValues(), C: noValues() };
    const blank = new Map<number, number>(), unrelated = new Map<number, number>();
    for (const row of rows) {
      const type = typeOf(row);
      if (type !== "unnecessary_image" && type !== "blank_image") continue;
      const seen = type === "blank_image" ? blank : unrelated;
      if (seen.has(codes[row])) {
        throw new RangeError(
          `unnecessaryImageAblation: wanted one row per judge, prompt, run, sample_id and bias_type, found rows ${
            seen.get(codes[row])! + 1
          } and ${row + 1} with the same`,
        );
      }
      seen.set(codes[row], row);
      if (!outcomes.hasUnbiased[row] || !outcomes.hasBiased[row]) continue;
      addValue(
        settings[type === "blank_image" ? "B" : "A"],
        conformity(outcomes.unbiased[row], outcomes.biased[row], MAX_SCORE),
        outcomes.run[row],
        outcomes.sample[row],
      );
    }
    for (const [code, row] of blank) {
      const other = unrelated.get(code);
      if (other === undefined || !outcomes.hasBiased[row] || !outcomes.hasBiased[other]) continue;
      const value = conformity(outcomes.biased[row], outcomes.biased[other], MAX_SCORE);
      addValue(settings.C, value, outcomes.run[row], outcomes.sample[row]);
    }
    return Object.entries(settings).map(([setting, values]) => {
      const interval = runInterval([{ values, weight: 1, name: `setting ${setting}` }], {
        clusterOf: outcomes.clusterOf,
        level,
      });
      return {
        setting,
        n: new Set(values.samples).size,
        bc: meanOverRuns(values),
        ...intervalCells(interval),
      };
    });
  });
}
