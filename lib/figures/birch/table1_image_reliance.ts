import { birchFigure } from "./birch_figure.ts";
import { TABLE1_JUDGES } from "./fig5_image_reliance.ts";
import { valueTable } from "./value_tables.ts";

export const table1 = birchFigure({
  file: "table1_image_reliance.ts",
  number: "Table 1",
  title: "Image reliance score: accuracy with and without the image",
  kind: "table",
  needs: ["no_image"],
  available: ["published", "simulated"],
  build: (context) =>
    valueTable(context, {
      tables: [1],
      judges: TABLE1_JUDGES,
      perBenchmark: true,
      decimals: 2,
      columns: [
        { key: "image", label: "With image", quantity: "Acc_image" },
        { key: "blind", label: "No image", quantity: "Acc_no_image" },
        { key: "irs", label: "IRS", quantity: "IRS" },
      ],
      caption: "Accuracy (%) and IRS (percentage points): what the image adds.",
      alt: "Table of accuracy with image, without image and their difference by judge and benchmark.",
    }),
});
