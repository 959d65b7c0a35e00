import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { JUDGE_ROWS, only, pairNumbers, PRINTED, withGaps } from "./numbers.ts";

const QUANTITIES = ["LB", "IB"];

/** The judges of Table 2, and one whose IB and LB Table 8 prints: the paper does not name those of the figure. */
const SHOWN = ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-1.6-34B"],
  OF_TABLE_8 = "LLaVA-OneVision-1.5-8B";

export const fig3: NamedFigure<"birch-fig3"> = figure("birch-fig3", {
  title: "Informativeness bias and length bias",
  needs: ["informativeness", "lengths"],
  published: () =>
    withGaps([
      ...only(PRINTED.table2(), ["IB"]),
      ...[...only(PRINTED.table8(), ["LB"], SHOWN), ...only(PRINTED.table8(), QUANTITIES, [OF_TABLE_8])]
        .filter(({ keys }) => keys.pipeline === "base"),
    ]),
  computed: (context) => pairNumbers(context, QUANTITIES),
  recipe: dumbbells({ ...JUDGE_ROWS, from: "LB", to: "IB", label: "Bias (percentage points)", reach: [0] }),
  words: {
    caption:
      "IB: accuracy where people prefer the more informative answer, minus that elsewhere; LB: by length; between: IB − LB.",
    published: [
      `IB of Table 2 (before equalising), LB of Table 8; of ${OF_TABLE_8} both of Table 8. The paper’s figure prints no ` +
      "numbers and does not name its judges; LB is printed for MLLM-as-a-Judge alone, and not for LLaVA-1.6-34B. " +
      "Phi-4-multimodal is in Figure 10.",
    ],
    computed: [
      "The paper’s error bars, the spread of 160 downsamplings, are in the CSV (sd); they are no confidence intervals.",
    ],
    alt: "Marks of informativeness and length bias per judge and benchmark, and the gap between them.",
  },
});
