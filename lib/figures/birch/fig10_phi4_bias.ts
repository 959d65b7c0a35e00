import { BIAS_SERIES, biasBars } from "./bias_bars.ts";
import { birchFigure } from "./birch_figure.ts";

export const fig10 = birchFigure({
  file: "fig10_phi4_bias.ts",
  number: "Figure 10",
  title: "Informativeness and length bias of Phi-4-multimodal",
  kind: "chart",
  needs: ["informativeness", "lengths"],
  available: ["published", "simulated"],
  build: async (context) => ({
    ...context.source === "results" ? { title: "Informativeness and length bias" } : {},
    ...await biasBars(context, {
      series: BIAS_SERIES,
      label: "Bias (percentage points)",
      judges: ["Phi-4-multimodal"],
      tables: [8],
      spread: true,
      caption: context.source === "results"
        ? "IB and LB of each judge."
        : "Both biases are smaller than those of the other judges (Figure 3), and IB exceeds LB.",
      footnotes: [
        "Published: MLLM-as-a-Judge (Table 8). For VL-RewardBench the paper states only an IB below 30.",
      ],
      alt:
        "Bars of informativeness and length bias of one judge on two benchmarks; IB is about 29 points, LB about 19.",
    }),
  }),
});
