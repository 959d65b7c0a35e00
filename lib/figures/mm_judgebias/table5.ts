import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { counted } from "../theme.ts";
import { counts, printedCounts, SUBTOTAL, TOTAL, total, withSums } from "./counts.ts";

export const table5: NamedFigure<"mm-judgebias-table5"> = figure("mm-judgebias-table5", {
  title: "Samples by task and domain",
  needs: ["score_domains"],
  published: () => withSums(printedCounts("domains"), "domains"),
  computed: async (context) => withSums(await counts(context, "domains"), "domains"),
  recipe: table({
    rows: ["task_type", "domain"],
    head: "Domain",
    columns: [{ label: "Samples", quantity: "samples" }],
    unit: "number",
    decimals: 0,
    halves: true,
    bold: ({ keys }) => keys.domain === SUBTOTAL || keys.domain === TOTAL,
  }),
  words: (values) => ({
    caption: "How many samples each task type and domain has.",
    published: [
      "The 197 Unnecessary-Image samples are text-only and have eleven domains of their own; how they enter the twelve visual " +
      "domains here, whose sum is 1,804 with them, is not said.",
    ],
    alt: `Table of ${counted(total(values))} samples by task type and domain.`,
  }),
});
