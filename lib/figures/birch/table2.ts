import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { ORDER, pairNumbers, PRINTED } from "./numbers.ts";

export const table2: NamedFigure<"birch-table2"> = figure("birch-table2", {
  title: "Informativeness bias before and after equalising lengths",
  needs: ["informativeness", "length_equalized"],
  published: PRINTED.table2,
  computed: (context) => pairNumbers(context, ["IB", "IB_equalized"]),
  recipe: table({
    groups: "benchmark",
    order: { rows: ORDER.judges, groups: ORDER.benchmarks },
    columns: [{ label: "before", quantity: "IB" }, { label: "after", quantity: "IB_equalized" }],
  }),
  words: {
    caption:
      "IB in points over all pairs, and over those whose answers differ by at most 5 words once the shorter " +
      "one was lengthened.",
    published: ["One value is printed with two decimals (33.66), all others with one."],
    alt: "Table of informativeness bias before and after equalising lengths by judge and benchmark.",
  },
});
