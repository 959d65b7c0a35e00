import { comparisonTable } from "./comparison_table.ts";
import { multiCritFigure } from "./multi_crit_figure.ts";

export const table16 = multiCritFigure({
  file: "table16_thinking.ts",
  number: "Table 16",
  title: "Thinking before judging",
  kind: "table",
  needs: ["thinking_modes"],
  available: ["published", "simulated"],
  build: (context) =>
    comparisonTable(context, "thinking", {
      second: "not thinking",
      first: "thinking",
      caption: "Judges with and without thinking, one criterion per call.",
      footnotes: [
        "InternVL3.5 is switched by its system prompt; Qwen3-VL’s rows are two models (Instruct, Thinking). Differences as printed, " +
        "from rounded percentages.",
      ],
    }),
});
