import { publishedTable } from "../../papers/published_table.ts";
import type { NamedFigure } from "../figure.ts";
import { textTable } from "./text_table.ts";

/** Table 1, which the project page shows too. */
export const table1: NamedFigure<"mm-judgebias-table1"> = textTable("mm-judgebias-table1", {
  title: "Taxonomy of compositional biases",
  columns: [
    { key: "bias_type", label: "Bias type" },
    { key: "probes", label: "What is asked about the judge", wrap: 215, ours: true },
    { key: "perturbation", label: "Unbiased → biased input", wrap: 190, ours: true },
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
        perturbation: perturbation.replace(" and ", "; ").replace('""', "nothing").replaceAll(
          " -> ",
          "\u00a0→\u00a0",
        ),
        metric: metric === "BD" ? "BD ↑; score to fall" : "BC ↑; score to stay",
      },
    })),
  caption:
    "The response is the same on both sides. Where the score should fall, bias deviation (BD) measures it; where it should stay, bias " +
    "conformity (BC). Both lie in 0 to 1; higher is better.",
  footnotes: ["The paper calls the first dimension Integrality in places and Integrity in others."],
  alt:
    "Table of nine bias types in three dimensions: what each asks of the judge, what is changed, and which metric applies.",
});
