import { figure, type NamedFigure } from "../figure.ts";
import { MEANS, NAMES, printedPrompts, printedRatios, promptScores, RATIO, ratios } from "./numbers.ts";
import { noiseNote, scoreTable } from "./score_table.ts";

const PROMPTS = ["score", "abstention"];

/** Its quantities: the means and the share without a verdict. */
const COLUMNS = [
  ...MEANS.map((quantity) => ({ quantity, label: quantity === "overall" ? "Overall" : NAMES[quantity] })),
  { quantity: `${RATIO}overall`, label: "Ratio" },
];

const shown = ({ quantity }: { quantity: string }) => COLUMNS.some((column) => column.quantity === quantity);

export const table3: NamedFigure<"mm-judgebias-table3"> = figure("mm-judgebias-table3", {
  title: "Abstention-aware evaluation",
  needs: ["abstention"],
  published: () => [...printedPrompts("Table 14"), ...printedRatios()].filter(shown),
  computed: async (context) =>
    [...await promptScores(context, PROMPTS), ...await ratios(context)].filter(shown),
  // As printed: nothing is bold in it.
  recipe: scoreTable({ rows: ["judge", "prompt"], head: "Prompt", columns: COLUMNS, bold: () => false }),
  words: (values) => ({
    caption:
      "BD (Integrality, Congruity) and BC (Robustness) without and with the option N/A; ratio: share of samples " +
      "abstained from, left out of both.",
    footnotes: noiseNote(values),
    published: [
      "Table 14 prints Qwen3-VL’s original ImgDom. and ImgMis. as 0.541 and 0.214, Table 2 as 0.210 and 0.529: the two look " +
      "exchanged. Exchanged back, its original Integrality would be 0.268 and Congruity 0.767, and the option would lower Congruity.",
    ],
    alt:
      "Table of integrality, congruity, robustness and overall reliability of three judges without and with the option to abstain.",
  }),
});
