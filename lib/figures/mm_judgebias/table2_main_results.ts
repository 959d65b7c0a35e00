import { mmJudgeBiasTable2 } from "../../papers/mm_judgebias.ts";
import type { Drawing, FigureContext } from "../figure_spec.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { orderedJudges } from "./score_rows.ts";
import { type ScoreColumn, scoreTable, type ScoreTableRow, typeColumns, withBest } from "./score_table.ts";
import { publishedMainValues, type ScoreValue, scoreValuesOf } from "./score_values.ts";

/** Name of the row of means over the judges. */
const MEAN = "Mean of the rows";

const COLUMNS: readonly ScoreColumn[] = [
  ...typeColumns(),
  { quantity: "overall", label: "Avg.", decimals: 3 },
  { quantity: "inter_run", label: "run", group: "Variance", decimals: 1 },
  { quantity: "inter_sample", label: "samp.", group: "Variance", decimals: 1 },
];

/** Table 2 and the page's leaderboard: every judge's BD and BC by bias type, their mean, and both variances. */
export async function mainResults(context: FigureContext): Promise<Drawing> {
  const values = context.source === "published" ? publishedMainValues() : withBest(
    await scoreValuesOf(context, "main", "score"),
  );
  const known = new Map(mmJudgeBiasTable2().map((row) => [row.judge, row]));
  const judges = orderedJudges(values.map(({ judge }) => judge));
  const rows: ScoreTableRow[] = judges.map((judge, j) => {
    const category = known.get(judge)?.category, before = known.get(judges[j - 1])?.category;
    return {
      judge,
      prompt: "score",
      label: judge,
      ...(known.get(judge)?.thinking ? { note: "✓" } : {}),
      ...(category && category !== before ? { heading: category } : {}),
      ...(!category && before ? { heading: "Others" } : {}),
    };
  });
  if (judges.length > 1) rows.push({ judge: MEAN, prompt: "score", label: MEAN, heading: "All" });
  return scoreTable(context, [...values, ...means(values, judges)], {
    first: "Judge",
    rows,
    columns: COLUMNS,
    short: true,
    caption:
      "BD (Integrality, Congruity) and BC (Robustness) by bias type, higher is better; their mean over the nine types, and the variance of the unbiased " +
      `scores between runs and between samples. Bold: best of a column; ✓ thinks before it answers.`,
    footnotes: [
      "30 rows are 26 models: four stand with and without thinking; the means are over the rows. " +
      "Prometheus-Vision-13B: Avg. is printed as 0.563, the mean of its nine printed values is 0.5624. " +
      "The paper calls the two variances weakly correlated: over these rows r = 0.45. The paper's column UnrecImg. is UnnecImg., " +
      "its Integrity is Integrality.",
    ],
    alt:
      `Table of bias deviation and bias conformity of ${judges.length} judges by nine bias types, with means and variances.`,
  });
}

/** Mean over judges; of printed values as many decimals as these have. */
function means(values: readonly ScoreValue[], judges: readonly string[]): ScoreValue[] {
  return COLUMNS.flatMap(({ quantity, decimals }) => {
    const own = values.filter((value) => value.quantity === quantity);
    if (own.length === 0 || judges.length < 2) return [];
    const mean = own.reduce((sum, { value }) => sum + value, 0) / own.length;
    const value = own[0].provenance === "published" ? Number(mean.toFixed(decimals)) : mean;
    return [{ ...own[0], judge: MEAN, value, low: NaN, high: NaN, n: NaN, noise: NaN, bold: false }];
  });
}

export const table2 = mmJudgebiasFigure({
  file: "table2_main_results.ts",
  number: "Table 2",
  title: "Main results: bias deviation and conformity",
  kind: "table",
  available: ["published", "simulated"],
  build: mainResults,
});

export const siteLeaderboard = mmJudgebiasFigure({
  file: "table2_main_results.ts",
  id: "site-leaderboard",
  number: "Project page",
  title: "Leaderboard",
  kind: "table",
  available: ["published", "simulated"],
  build: mainResults,
});
