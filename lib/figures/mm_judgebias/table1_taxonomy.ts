import { publishedTable } from "../../papers/published_table.ts";
import { type TextTable, textTable } from "./text_table.ts";

/** Table 1, which the project page shows too. */
const TAXONOMY: Omit<TextTable, "number" | "id"> = {
  file: "table1_taxonomy.ts",
  title: "Nine ways to break a judge’s input",
  columns: [
    { key: "bias_type", label: "Bias type" },
    { key: "probes", label: "Question to the judge", wrap: 240 },
    { key: "perturbation", label: "Unbiased → biased input", wrap: 190 },
    { key: "metric", label: "Metric" },
  ],
  rows: () =>
    publishedTable("mm-judgebias-table1-taxonomy").map((
      { dimension, bias_type, probes, perturbation, metric },
    ) => ({
      group: dimension,
      cells: {
        bias_type,
        probes: `${probes[0].toUpperCase()}${probes.slice(1)}?`,
        perturbation: perturbation.replaceAll("->", "→").replace('""', "nothing"),
        metric: metric === "BD" ? "BD ↑ (should fall)" : "BC ↑ (should stay)",
      },
    })),
  caption:
    "The taxonomy in our own words. Integrality and congruity: the score should fall, measured by bias deviation (BD). " +
    "Robustness: it should stay, measured by bias conformity (BC). Both lie in 0 to 1, and higher is better. The response is " +
    "the same on both sides.",
  footnotes: ["The paper calls the first dimension Integrality in places and Integrity in others."],
  alt:
    "Table of nine bias types in three dimensions: what each asks of the judge, what is changed, and which metric applies.",
};

export const table1 = textTable({ ...TAXONOMY, number: "Table 1" });
export const siteTaxonomy = textTable({ ...TAXONOMY, id: "site-taxonomy", number: "Project page" });
