import { unnecessaryImageAblation } from "../../metrics/unnecessary_image_ablation.ts";
import { mmJudgeBiasAblation } from "../../papers/mm_judgebias.ts";
import type { FigureContext } from "../figure_spec.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";
import { experimentRows, orderedJudges } from "./score_rows.ts";
import { scoreTable } from "./score_table.ts";
import type { ScoreValue } from "./score_values.ts";

/** What the settings compare. */
const SETTINGS: Record<string, string> = {
  A: "[A] text →\n+ unrelated image",
  B: "[B] text →\n+ blank image",
  C: "[C] blank image →\nunrelated image",
};

async function ablationValues(context: FigureContext): Promise<ScoreValue[]> {
  const rest = { prompt: "score", noise: NaN, bold: false, spread_provenance: null };
  if (context.source === "published") {
    return mmJudgeBiasAblation().map(({ judge, setting, bc }) => ({
      ...rest,
      judge,
      quantity: setting,
      value: bc,
      low: NaN,
      high: NaN,
      n: NaN,
      provenance: "published",
    }));
  }
  type Row = Record<"bc" | "low" | "high" | "n", number> & Record<"judge" | "setting", string>;
  const rows = unnecessaryImageAblation(await experimentRows(context, "ablation"), { by: ["judge"] });
  return (rows.toRecords() as unknown as Row[]).filter(({ n }) => n > 0).map((row) => ({
    ...rest,
    judge: row.judge.replace(/, Table 13$/, ""),
    quantity: row.setting,
    value: row.bc,
    low: row.low,
    high: row.high,
    n: row.n,
    provenance: context.origin,
  }));
}

export const table13 = mmJudgebiasFigure({
  file: "table13_unnecessary_image.ts",
  number: "Table 13",
  title: "What an unnecessary image does beyond being an image",
  kind: "table",
  needs: ["blank_image"],
  available: ["published", "simulated"],
  build: async (context) => {
    const values = await ablationValues(context);
    return scoreTable(context, values, {
      first: "Judge",
      rows: orderedJudges(values.map(({ judge }) => judge)).map((judge) => ({
        judge,
        prompt: "score",
        label: judge,
      })),
      columns: Object.entries(SETTINGS).map(([quantity, label]) => ({ quantity, label, decimals: 4 })),
      caption:
        "BC of text-only samples between three inputs: without image, with an unrelated one, with a blank one.",
      footnotes: [
        "[A] is the test of Table 2, which prints 0.954, 0.927 and 0.929 (Table 14: 0.961, 0.934, 0.929); for LLaVA-Critic-7B, whose " +
        "variance between runs is 0.0, repeated runs do not explain it. Appendix L finds [A] below [B] throughout: by 0.0006 for GPT-5 mini.",
      ],
      alt:
        "Table of bias conformity of three judges between inputs without, with an unrelated and with a blank image.",
    });
  },
});
