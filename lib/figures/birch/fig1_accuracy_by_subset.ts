import type { FigureContext } from "../figure_spec.ts";
import { barFrame, barRow } from "./bar_rows.ts";
import {
  benchmarkTitle,
  birchFigure,
  intervalNote,
  orderedBenchmarks,
  orderedJudges,
  provenanceNote,
} from "./birch_figure.ts";
import { fixed, signed } from "../theme.ts";
import { barLegend, groupedBars } from "./grouped_bars.ts";
import { figureValues, findValue } from "./pair_values.ts";

/** The four bars of a judge. */
export const SUBSET_SERIES = [
  { key: "base IDS", label: "Base: more informative = preferred (IDS)", color: "#7fb8d9" },
  { key: "base CDS", label: "Base: more informative = rejected (CDS)", color: "#f0a878" },
  { key: "birch IDS", label: "BIRCH: IDS", color: "#0072b2" },
  { key: "birch CDS", label: "BIRCH: CDS", color: "#d55e00" },
] as const;

/** Judges whose IB lies in the range that the caption states (40.6 to 59.0 points); Phi-4's lies outside. */
const SHOWN = ["GPT-4o", "Gemini-2.5-Flash", "Llama-3.2-Vision-90B", "LLaVA-OneVision-1.5-8B"];

export const fig1 = birchFigure({
  file: "fig1_accuracy_by_subset.ts",
  number: "Figure 1",
  title: "Accuracy where the more informative answer is right, and where it is wrong",
  kind: "chart",
  needs: ["informativeness"],
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const { values } = await figureValues(context, [8]);
    const quantities = ["Acc_IDS", "Acc_CDS"] as const;
    const benchmarks = context.source === "results"
      ? orderedBenchmarks(values.map(({ benchmark }) => benchmark))
      : ["MLLM-as-a-Judge"];
    const rows = benchmarks.flatMap((benchmark) => {
      const own = values.filter((value) => value.benchmark === benchmark);
      const judges = orderedJudges(own.map(({ judge }) => judge))
        .filter((judge) => context.source === "results" || SHOWN.includes(judge));
      const panel = benchmarkTitle(benchmark, [
        { name: "all", counts: own.filter(({ quantity }) => quantity === "Acc").map(({ n }) => n) },
      ]);
      return judges.flatMap((judge) =>
        ["base", "birch"].flatMap((pipeline) =>
          quantities.flatMap((quantity) => {
            const value = findValue(own, { benchmark, judge, pipeline, quantity });
            return value
              ? [barRow({ panel, group: judge, series: `${pipeline} ${quantity.slice(4)}` }, value)]
              : [];
          })
        )
      );
    });
    const data = barFrame(rows);
    const options = { series: SUBSET_SERIES, label: "Accuracy (%)", columns: 1 };
    const drops = rows.filter(({ series }) => series === "base IDS").flatMap((ids) => {
      const cds = rows.find((row) =>
        row.group === ids.group && row.panel === ids.panel && row.series === "base CDS"
      );
      return cds ? [100 * (ids.value - cds.value)] : [];
    });
    const falls = dropSentence(drops);
    const interval = rows.some(({ low }) => !Number.isNaN(low)) ? `${await intervalNote(context)} ` : "";
    return {
      body: { kind: "panels", panels: await groupedBars(data, options), columns: 1 },
      legend: barLegend(data, options),
      data,
      caption: `${falls} (Base) between pairs whose more informative answer is the human-preferred one and ` +
        `pairs where it is not. ${interval}${
          provenanceNote(rows.map(({ provenance }) => provenance), context)
        }`,
      footnotes: context.source === "published"
        ? [
          "The paper does not name the judges of this figure; shown are those of Table 8 within the stated range of drops.",
        ]
        : [],
      alt: `Grouped bars of accuracy on IDS and CDS by judge and pipeline. ${falls} (Base).`,
    };
  },
});

/** What becomes of the accuracy, in a sentence that holds whatever the signs of the drops (in points). */
export function dropSentence(drops: readonly number[]): string {
  const least = Math.min(...drops), most = Math.max(...drops);
  const range = (low: number, high: number) =>
    fixed(low, 1) === fixed(high, 1)
      ? `${fixed(low, 1)} points`
      : `${fixed(low, 1)} to ${fixed(high, 1)} points`;
  if (drops.length === 0) return "Accuracy cannot be compared";
  if (least >= 0) return `Accuracy falls by ${range(least, most)}`;
  if (most <= 0) return `Accuracy rises by ${range(-most, -least)}`;
  return `Accuracy changes by ${signed(-most, 1)} to ${signed(-least, 1)} points`;
}
