import { figure, type NamedFigure } from "../figure.ts";
import { dumbbells } from "../recipes/row_chart.ts";
import { JUDGE_ROWS, only, pairNumbers, PRINTED, withGaps } from "./numbers.ts";

const QUANTITIES = ["LB", "IB"], JUDGE = ["Phi-4-multimodal"];

export const fig10: NamedFigure<"birch-fig10"> = figure("birch-fig10", {
  title: "IB and LB of Phi-4-multimodal",
  ownTitle: "Informativeness and length bias",
  needs: ["informativeness", "lengths"],
  published: () =>
    withGaps(only(PRINTED.table8(), QUANTITIES, JUDGE).filter(({ keys }) => keys.pipeline === "base")),
  computed: async (context) => {
    const all = await pairNumbers(context, QUANTITIES);
    return context.source === "results" ? all : only(all, QUANTITIES, JUDGE);
  },
  recipe: dumbbells({ ...JUDGE_ROWS, from: "LB", to: "IB", label: "Bias (percentage points)", reach: [0] }),
  words: (_, { source }) => ({
    caption: source === "results"
      ? "Informativeness bias and length bias of each judge; between the marks: IB less LB."
      : "Both biases of this judge are smaller than those of Figure 3 but for Gemini’s LB, and IB exceeds LB.",
    published: [
      "Table 8, MLLM-as-a-Judge. For VL-RewardBench the paper states only that IB is below 30 points.",
    ],
    alt:
      "Two marks per benchmark, length bias and informativeness bias of one judge, and the gap between them.",
  }),
});
