import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { ORDER, pairNumbers, PRINTED } from "./numbers.ts";

/** The rows as the paper has them. */
const ROWS = [
  "GPT-4o",
  "Gemini-2.5-Flash",
  "Llama-3.2-Vision-90B",
  "LLaVA-1.5-13B",
  "LLaVA-1.6-34B",
  "LLaVA-OneVision-1.5-8B",
];

export const table1: NamedFigure<"birch-table1"> = figure("birch-table1", {
  title: "Image reliance score: accuracy with and without the image",
  needs: ["no_image"],
  published: PRINTED.table1,
  computed: (context) => pairNumbers(context, ["Acc_image", "Acc_no_image", "IRS"]),
  recipe: table({
    groups: "benchmark",
    order: { rows: ROWS, groups: ORDER.benchmarks },
    decimals: 2,
    columns: [
      { label: "With image", quantity: "Acc_image" },
      { label: "No image", quantity: "Acc_no_image" },
      { label: "IRS", quantity: "IRS" },
    ],
  }),
  words: {
    caption: "Accuracy (%) and IRS (percentage points): what the image adds.",
    alt: "Table of accuracy with image, without image and their difference by judge and benchmark.",
  },
});
