import { comparisonTable } from "./comparison_table.ts";
import { multiCritFigure } from "./multi_crit_figure.ts";

export const table18 = multiCritFigure({
  file: "table18_joint.ts",
  number: "Table 18",
  title: "All criteria in one call, or one by one",
  kind: "table",
  needs: ["modes"],
  available: ["published", "simulated"],
  build: (context) =>
    comparisonTable(context, "mode", {
      second: "single",
      first: "joint",
      caption:
        "Judges asked for each criterion in a call of its own (single), or for all in one call (joint).",
      footnotes: [
        "Differences as printed, from rounded percentages. Gemini-2.5-Pro, single, reasoning: conflict and trade-off are 146/279 " +
        "and 82/108, of 281 and 109 elsewhere; one item with two conflicting pairs had no usable answer.",
      ],
    }),
});
