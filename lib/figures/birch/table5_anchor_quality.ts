import pl from "nodejs-polars";
import { birchTable5 } from "../../papers/birch.ts";
import { fixed } from "../theme.ts";
import { birchFigure } from "./birch_figure.ts";

export const table5 = birchFigure({
  file: "table5_anchor_quality.ts",
  number: "Table 5",
  title: "Quality of anchors and candidate answers",
  kind: "table",
  frames: [],
  available: ["published"],
  build: () => {
    const rows = birchTable5();
    return Promise.resolve({
      body: {
        kind: "table",
        table: {
          columns: [{ key: "text", label: "Text", align: "left" }, { key: "score", label: "Average score" }],
          rows: rows.map(({ text, score }) => ({ cells: { text, score: fixed(score, 4) } })),
        },
      },
      data: pl.DataFrame(rows.map((row) => ({ ...row, provenance: "published" }))),
      caption:
        "Mean correctness score that GPT-5 gave to the two answers and to the anchors of two judges, on inputs of " +
        "MLLM-as-a-Judge. The paper states neither the scale nor n, and no interval can be given. All numbers are as published.",
      footnotes: [
        "540/174, 559/174 and 762/174 print three of the scores, 650/174 = 3.7356 does not print the fourth (3.7364).",
      ],
      alt: "Table of four mean scores: the answers 3.10 and 3.21, the anchors 4.38 and 3.74.",
    });
  },
});
