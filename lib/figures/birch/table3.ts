import { birchTable3 } from "../../papers/birch.ts";
import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { ORDER, pairNumbers, PRINTED } from "./numbers.ts";

const GROUPS = new Map(birchTable3().map(({ judge, group }) => [judge, group]));

const column = (label: string, pipeline: string) => ({ label, quantity: "Acc", keys: { pipeline } });

export const table3: NamedFigure<"birch-table3"> = figure("birch-table3", {
  title: "Accuracy of four judging pipelines",
  needs: ["pipelines"],
  published: PRINTED.table3,
  computed: (context) => pairNumbers(context, ["Acc"], ORDER.pipelines),
  recipe: table({
    groups: "benchmark",
    order: { rows: ORDER.judges, groups: ORDER.benchmarks },
    heading: (judge) => GROUPS.get(judge) ?? "",
    decimals: 2,
    bold: "max",
    columns: [
      column("Base", "base"),
      column("Image\nCaption", "image_caption"),
      column("Standard\nRef", "standard_ref"),
      column("BIRCH", "birch"),
    ],
  }),
  words: {
    caption:
      "Agreement with the human preference (%); the best pipeline of each judge and benchmark is bold.",
    published: [
      "The paper’s text gives gains from 2.73 points on; the smallest here are 2.56 (LLaVA-1.5-13B, VL-RewardBench) and 2.59 " +
      "(LLaVA-1.6-34B, MLLM-as-a-Judge). Two judges have the same BIRCH accuracy of 73.37.",
    ],
    computed: ["95% intervals are in the CSV."],
    alt: "Table of accuracy by judge, benchmark and judging pipeline.",
  },
});
