import { figure, type NamedFigure } from "../figure.ts";
import { printedPrompts, promptScores } from "./numbers.ts";
import { MEAN_COLUMNS, noiseNote, scoreTable, TYPE_COLUMNS } from "./score_table.ts";

/** What does not fit together in the columns of Tables 14 and 16. */
export const EXCHANGED =
  "Qwen3-VL, original: ImgDom. 0.541 and ImgMis. 0.214, in Table 2 0.210 and 0.529: the columns look exchanged (undone, Integrality " +
  "is 0.268 and Congruity 0.767). GPT-5 mini, original: all but RespDom. differ from Table 2 by up to 0.014.";

export const table14: NamedFigure<"mm-judgebias-table14"> = figure("mm-judgebias-table14", {
  title: "Abstention-aware evaluation by bias type",
  needs: ["abstention"],
  published: () => printedPrompts("Table 14"),
  computed: (context) => promptScores(context, ["score", "abstention"]),
  recipe: scoreTable({
    rows: ["judge", "prompt"],
    head: "Prompt",
    columns: [...TYPE_COLUMNS, ...MEAN_COLUMNS],
  }),
  words: (values) => ({
    caption:
      "BD (Integrality, Congruity) and BC (Robustness) without and with the option N/A, over the samples judged. Bold: the better.",
    footnotes: noiseNote(values),
    published: [EXCHANGED],
    alt:
      "Table of bias deviation and conformity by bias type of three judges without and with the option to abstain.",
  }),
});
