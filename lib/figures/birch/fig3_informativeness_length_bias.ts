import { BIAS_SERIES, biasBars } from "./bias_bars.ts";
import { birchFigure } from "./birch_figure.ts";

export const fig3 = birchFigure({
  file: "fig3_informativeness_length_bias.ts",
  number: "Figure 3",
  title: "Informativeness bias and length bias",
  kind: "chart",
  needs: ["informativeness", "lengths"],
  available: ["published", "simulated"],
  build: (context) =>
    biasBars(context, {
      series: BIAS_SERIES,
      label: "Bias (percentage points)",
      judges: ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-1.6-34B"],
      tables: [2, 8],
      spread: true,
      caption:
        "Difference in accuracy between pairs whose more informative answer is the preferred one and those where it " +
        "is not (IB), and between pairs whose preferred answer is longer and those where it is shorter (LB).",
      footnotes: [
        "Published: IB of Table 2 (before equalising) and LB of Table 8. The paper's figure gives no numbers and its judges " +
        "are not listed; these are the four of Table 2.",
      ],
      alt: "Grouped bars of informativeness and length bias per judge and benchmark.",
    }),
});
