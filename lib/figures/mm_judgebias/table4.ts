import { figure, type NamedFigure } from "../figure.ts";
import type { Value } from "../values/value.ts";
import { NAMES, printedPrompts, promptScores } from "./numbers.ts";
import { noiseNote, scoreTable } from "./score_table.ts";

/** The prompts that Tables 4 and 16 compare. */
export const COMPARED = ["score", "score_guided", "constraints", "reasoning"];

const overall = (values: readonly Value[]) => values.filter(({ quantity }) => quantity === "overall");

export const table4: NamedFigure<"mm-judgebias-table4"> = figure("mm-judgebias-table4", {
  title: "Prompt variants: mean reliability",
  needs: ["prompts"],
  published: () => overall(printedPrompts("Table 16")),
  computed: async (context) => overall(await promptScores(context, COMPARED)),
  recipe: (values, look) =>
    scoreTable({
      columns: COMPARED.filter((prompt) => values.some(({ keys }) => keys.prompt === prompt))
        .map((prompt) => ({ quantity: "overall", keys: { prompt }, label: NAMES[prompt] })),
    })(values, look),
  words: (values) => ({
    caption:
      "Mean of BD and BC over the nine bias types with four judging prompts. Bold: best prompt of a judge.",
    footnotes: noiseNote(values),
    published: [
      "For LLaVA-Critic constraints lower the mean (0.600 against 0.647), which appendix K does not say. " +
      "The mean of Qwen3-VL’s nine original values is 0.6594, printed as 0.660.",
    ],
    alt: "Table of overall reliability of three judges with four prompts.",
  }),
});
