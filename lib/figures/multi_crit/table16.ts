import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { COMPARISON_TABLE } from "./comparison_table.ts";
import { comparedWays, printedComparison } from "./numbers.ts";

export const table16: NamedFigure<"multi-crit-table16"> = figure("multi-crit-table16", {
  title: "Thinking vs. non-thinking judges",
  needs: ["thinking_modes"],
  published: () => printedComparison("thinking"),
  computed: (context) => comparedWays(context, "thinking"),
  recipe: table(COMPARISON_TABLE),
  words: {
    caption:
      "Judges with and without thinking, one criterion per call. Percent; Δ: with thinking − without, in percentage points.",
    published: [
      "InternVL3.5 is switched by its system prompt; Qwen3-VL’s rows are two models (Instruct, Thinking). Differences are as printed.",
    ],
    computed: ["Δ is paired, over what both answered; grey where its interval holds 0. Its p is in the CSV."],
    alt: "Table of four metrics per judge and split, without and with thinking, with differences.",
  },
});
