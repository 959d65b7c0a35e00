import { birchFigure } from "./birch_figure.ts";
import { valueTable } from "./value_tables.ts";

export const table2 = birchFigure({
  file: "table2_equalized_bias.ts",
  number: "Table 2",
  title: "Informativeness bias before and after equalising lengths",
  kind: "table",
  needs: ["informativeness", "length_equalized"],
  available: ["published", "simulated"],
  build: (context) =>
    valueTable(context, {
      tables: [2],
      judges: ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-1.6-34B"],
      perBenchmark: true,
      decimals: 1,
      columns: [
        { key: "before", label: "before", quantity: "IB" },
        { key: "after", label: "after", quantity: "IB_equalized" },
      ],
      caption:
        "IB in percentage points over all pairs, and over the pairs whose answers differ by at most 5 words once the " +
        "shorter one was lengthened without new content.",
      footnotes: ["One value is printed with two decimals (33.66), all others with one."],
      alt: "Table of informativeness bias before and after equalising lengths by judge and benchmark.",
    }),
});
