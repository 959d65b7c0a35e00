import { figure, type NamedFigure } from "../figure.ts";
import { printedPrompts, promptScores } from "./numbers.ts";
import { footnotesOf, MEAN_COLUMNS, scoreTable, TYPE_COLUMNS } from "./score_table.ts";
import { EXCHANGED } from "./table14.ts";
import { COMPARED } from "./table4.ts";

export const table16: NamedFigure<"mm-judgebias-table16"> = figure("mm-judgebias-table16", {
  title: "Prompt variants by bias type",
  needs: ["prompts"],
  published: () => printedPrompts("Table 16"),
  computed: (context) => promptScores(context, COMPARED),
  recipe: scoreTable({
    rows: ["judge", "prompt"],
    head: "Prompt",
    columns: [...TYPE_COLUMNS, ...MEAN_COLUMNS],
  }),
  words: (values, { source }) => ({
    caption:
      "BD (Integrality, Congruity) and BC (Robustness) with four judging prompts. Bold: best prompt of a judge.",
    footnotes: footnotesOf(values, source, [
      EXCHANGED,
      "Bold as printed: of GPT-5 mini’s ImgDom. 0.208 (constraints) is bold, though the original has 0.222. Appendix K says that " +
      "constraints and reasoning raise Integrality and Congruity: not so for LLaVA-Critic with constraints (0.246 and 0.666 against " +
      "0.308 and 0.705), nor, as printed, for Qwen3-VL’s Integrality (0.362 against 0.377).",
      "Six means differ by 0.001 from the mean of the printed values.",
    ]),
    alt: "Table of bias deviation and conformity by bias type of three judges with four prompts.",
  }),
});
