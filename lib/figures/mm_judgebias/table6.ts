import { figure, type NamedFigure } from "../figure.ts";
import { levelsOf } from "../recipes/recipe.ts";
import { table } from "../recipes/table.ts";
import { counted } from "../theme.ts";
import { counts, printedCounts, TOTAL, total, withSums } from "./counts.ts";
import { NAMES, ORDER } from "./numbers.ts";

export const table6: NamedFigure<"mm-judgebias-table6"> = figure("mm-judgebias-table6", {
  title: "Samples by bias type and difficulty",
  needs: ["difficulties"],
  published: () => withSums(printedCounts("difficulties"), "difficulties"),
  computed: async (context) => withSums(await counts(context, "difficulties"), "difficulties"),
  recipe: (values, look) =>
    table({
      rows: "bias_type",
      head: "Bias type",
      columns: levelsOf("difficulty", values, [...ORDER.difficulties]).filter((one) => one !== TOTAL)
        .concat(TOTAL).map((difficulty) => ({
          label: NAMES[difficulty] ?? difficulty,
          quantity: "samples",
          keys: { difficulty },
        })),
      names: { ...NAMES, All: TOTAL },
      heading: (row) => row === "All" ? row : undefined,
      unit: "number",
      decimals: 0,
      bold: ({ keys }) => keys.difficulty === TOTAL || keys.bias_type === "All",
    })(values, look),
  words: (values) => ({
    caption: "How many samples of each difficulty the nine bias types have.",
    published: [
      "Section 3.4 speaks of an even distribution over the three dimensions: these have 613, 406 and 785 samples; it is the nine " +
      "types that are even.",
    ],
    alt: `Table of ${
      counted(total(values.filter(({ keys }) => keys.bias_type !== "All")))
    } samples by bias type and difficulty.`,
  }),
});
