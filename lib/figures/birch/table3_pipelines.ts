import { birchTable3 } from "../../papers/birch.ts";
import { birchFigure } from "./birch_figure.ts";
import { valueTable } from "./value_tables.ts";

export const table3 = birchFigure({
  file: "table3_pipelines.ts",
  number: "Table 3",
  title: "Accuracy of four judging pipelines",
  kind: "table",
  needs: ["pipelines"],
  available: ["published", "simulated"],
  build: (context) => {
    const groups = new Map(birchTable3().map(({ judge, group }) => [judge, group]));
    return valueTable(context, {
      tables: [3],
      perBenchmark: true,
      decimals: 2,
      boldMaximum: true,
      heading: (judge) => groups.get(judge) ?? "",
      columns: [
        { key: "base", label: "Base", quantity: "Acc", pipeline: "base" },
        { key: "caption", label: "Image\nCaption", quantity: "Acc", pipeline: "image_caption" },
        { key: "ref", label: "Standard\nRef", quantity: "Acc", pipeline: "standard_ref" },
        { key: "birch", label: "BIRCH", quantity: "Acc", pipeline: "birch" },
      ],
      caption:
        "Agreement with the human preference (%); the best pipeline of each judge and benchmark is bold.",
      footnotes: [
        "The paper's text gives gains from 2.73 points on; the smallest here are 2.56 (LLaVA-1.5-13B, VL-RewardBench) and 2.59 " +
        "(LLaVA-1.6-34B, MLLM-as-a-Judge). Two judges have the same BIRCH accuracy of 73.37.",
      ],
      alt: "Table of accuracy by judge, benchmark and judging pipeline.",
    });
  },
});
