import { birchFigure } from "./birch_figure.ts";
import { METRICS_COLUMNS, PIPELINE_ROWS } from "./metrics_columns.ts";
import { valueTable } from "./value_tables.ts";

export const table8 = birchFigure({
  file: "table8_metrics.ts",
  number: "Table 8",
  title: "What changes with BIRCH, five judges",
  kind: "table",
  needs: ["informativeness", "lengths", "pipelines"],
  available: ["published", "simulated"],
  build: (context) =>
    valueTable(context, {
      tables: [8],
      judges: [
        "GPT-4o",
        "Gemini-2.5-Flash",
        "Llama-3.2-Vision-90B",
        "LLaVA-OneVision-1.5-8B",
        "Phi-4-multimodal",
      ],
      pipelines: ["base", "birch"],
      pipelineNames: PIPELINE_ROWS,
      perBenchmark: false,
      decimals: 1,
      columns: METRICS_COLUMNS,
      caption:
        "MLLM-as-a-Judge: accuracies (%), IB and LB (percentage points); in brackets the change against Base.",
      footnotes: [
        "Changes are computed from the printed values. For Phi-4-multimodal's LB the paper prints −5.3; 14.6 − 19.3 is −4.7.",
      ],
      alt: "Table of accuracy, accuracy on IDS and CDS, IB and LB of five judges with Base and BIRCH.",
    }),
});
