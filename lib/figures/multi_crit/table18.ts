import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { COMPARISON_TABLE } from "./comparison_table.ts";
import { comparedWays, printedComparison } from "./numbers.ts";

export const table18: NamedFigure<"multi-crit-table18"> = figure("multi-crit-table18", {
  title: "Joint multi-criterion judgment vs. one criterion at a time",
  needs: ["modes"],
  published: () => printedComparison("mode"),
  computed: (context) => comparedWays(context, "mode"),
  recipe: table(COMPARISON_TABLE),
  words: {
    caption:
      "Each criterion in a call of its own (single), or all in one call (joint). Percent; Δ: joint less single, in points.",
    published: [
      "Differences are as printed. Gemini-2.5-Pro, single, reasoning: conflict and tradeoff are 146/279 and 82/108, of 281 and 109 " +
      "elsewhere; one item with two conflicting pairs had no usable answer.",
    ],
    computed: ["Δ is paired, over what both answered; grey where its interval holds 0. Its p is in the CSV."],
    alt: "Table of four metrics per judge and split, single and joint judging, with differences.",
  },
});
