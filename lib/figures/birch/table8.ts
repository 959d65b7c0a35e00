import { figure, type NamedFigure } from "../figure.ts";
import { table } from "../recipes/table.ts";
import { METRICS_TABLE, WITH_CHANGES } from "./metrics_columns.ts";
import { firstBenchmark, pairNumbers, PRINTED } from "./numbers.ts";

export const table8: NamedFigure<"birch-table8"> = figure("birch-table8", {
  title: "What changes with BIRCH, five judges",
  ownTitle: "What changes with BIRCH",
  needs: ["informativeness", "lengths", "pipelines"],
  oneBenchmark: true,
  published: PRINTED.table8,
  computed: async (context) => firstBenchmark(await pairNumbers(context, WITH_CHANGES, ["base", "birch"])),
  recipe: table(METRICS_TABLE),
  words: (values) => ({
    caption: `${
      values[0].keys.benchmark
    }: accuracies (%), IB and LB (percentage points); Δ: the change against Base.`,
    published: [
      "Changes as printed; for Phi-4-multimodal’s LB the paper prints −5.3, where 14.6 − 19.3 is −4.7.",
    ],
    alt: "Table of accuracy, accuracy on IDS and CDS, IB and LB of judges with Base and BIRCH.",
  }),
});
