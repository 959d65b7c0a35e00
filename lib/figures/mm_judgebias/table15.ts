import { BIAS_DIMENSIONS, BIAS_TAXONOMY } from "../../results/bias_taxonomy.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { printedRatios, ratios } from "./numbers.ts";
import { MEAN_COLUMNS, noiseNote, ofRatio, scoreTable, TYPE_COLUMNS } from "./score_table.ts";

export const table15: NamedFigure<"mm-judgebias-table15"> = figure("mm-judgebias-table15", {
  title: "Abstention ratio",
  needs: ["abstention"],
  published: printedRatios,
  computed: ratios,
  recipe: scoreTable({ columns: [...ofRatio(TYPE_COLUMNS), ...ofRatio(MEAN_COLUMNS, "Pooled")] }),
  words: (values) => ({
    caption:
      "Share of perturbed samples from which a judge abstains, by bias type, and pooled over the samples of a dimension and of all.",
    footnotes: noiseNote(values),
    published: [
      "Qwen3-VL: 0.226 and 0.451 are no shares of 204 and 202 samples (nearest: 46/204 = 0.2255, 91/202 = 0.4505); several runs, or " +
      "lost outputs, would explain them. Dimensions and total are pooled over samples, unlike the means of Table 14.",
    ],
    alt:
      `Table of abstention ratios of three judges in ${BIAS_TAXONOMY.length} bias types and ${BIAS_DIMENSIONS.length} dimensions.`,
  }),
});
