import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { published } from "../values/published.ts";

export const table5: NamedFigure<"birch-table5"> = figure("birch-table5", {
  title: "Quality of anchors and candidate answers",
  published: () =>
    published("birch-table5", {
      keys: { text: "text" },
      quantity: { is: "score" },
      value: "average_score",
      percent: false,
    }),
  recipe: table({
    rows: "text",
    head: "Text",
    unit: "number",
    columns: [{ label: "Average score", quantity: "score" }],
  }),
  words: {
    caption:
      "Mean correctness score that GPT-5 gave to the two answers and to the anchors of two judges (MLLM-as-a-Judge); the " +
      "paper states neither scale nor n.",
    footnotes: [
      "Three of the scores fit n = 174 and whole points (540, 559 and 762 in all); the fourth does not: 650 / 174 is 3.7356, " +
      "and 3.7364 is printed.",
    ],
    alt: "Table of four mean scores: the answers 3.10 and 3.21, the anchors 4.38 and 3.74.",
  },
});
