import pl from "nodejs-polars";
import { equalizationSteps } from "../../hypotheses/equalization_steps.ts";
import type { Panel } from "../figure_spec.ts";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import { themedPlot } from "../plot_document.ts";
import { countRange, INK, INNER, SERIES, signed } from "../theme.ts";
import { hypothesisFigure } from "./hypothesis_figure.ts";

/** The three values, in order, and how the axis names them. */
const STEPS: Record<string, string> = {
  "all pairs, before": "all pairs,\nbefore",
  "kept pairs, before": "kept pairs,\nbefore",
  "kept pairs, after": "kept pairs,\nafter",
};

/** Space between the judges' marks on one step, in parts of a step. */
const DODGE = 0.07;

interface StepRow {
  benchmark: string;
  judge: string;
  step: string;
  estimate: number;
  low: number;
  high: number;
  n: number;
}

/** Slopes from the frame of `equalizationSteps`, a panel per benchmark. */
function slopePanels(frame: pl.DataFrame, judges: readonly string[]): Promise<Panel[]> {
  const rows = (frame.toRecords() as unknown as StepRow[]).filter(({ step }) => step in STEPS);
  const panels = [...new Set(rows.map(({ benchmark }) => benchmark))];
  const columns = Math.min(2, panels.length);
  const values = rows.flatMap(({ estimate, low, high }) => [estimate, low, high]).filter(Number.isFinite);
  const names = Object.keys(STEPS);
  const x = ({ step, judge }: StepRow) =>
    names.indexOf(step) + DODGE * (judges.indexOf(judge) - (judges.length - 1) / 2);
  const color = { value: ({ judge }: StepRow) => SERIES[judges.indexOf(judge) % SERIES.length], scale: null };
  return Promise.all(panels.map(async (panel) => {
    const own = rows.filter(({ benchmark }) => benchmark === panel);
    const tick = (at: number) =>
      `${STEPS[names[at]]}\n${countRange(own.filter(({ step }) => step === names[at]).map(({ n }) => n))}`;
    const svg = await themedPlot((Plot) => ({
      width: Math.floor(INNER / columns) - (columns > 1 ? 8 : 0),
      height: 300,
      marginLeft: 44,
      marginRight: 14,
      marginTop: 22,
      marginBottom: 54,
      x: { domain: [-0.4, 2.4], axis: null },
      y: {
        domain: [100 * Math.min(0, ...values), 100 * Math.max(0, ...values)],
        nice: true,
        label: "IB (percentage points)",
        labelArrow: false,
      },
      marks: [
        Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8 }),
        Plot.ruleY([0], { stroke: INK.text }),
        Plot.line(own, {
          x,
          y: (row: StepRow) => 100 * row.estimate,
          z: "judge",
          stroke: color,
          strokeWidth: 1.6,
        }),
        Plot.ruleX(own.filter(({ low, high }) => !Number.isNaN(low + high)), {
          x,
          y1: (row: StepRow) => 100 * row.low,
          y2: (row: StepRow) => 100 * row.high,
          stroke: color,
          strokeWidth: 1.6,
        }),
        Plot.dot(own, { x, y: (row: StepRow) => 100 * row.estimate, r: 3.2, fill: color }),
        Plot.axisX(names.map((_, at) => at), {
          label: null,
          tickFormat: tick,
          tickSize: 0,
          tickPadding: 6,
        }),
      ],
    }));
    return { title: panel, svg };
  }));
}

const legendOf = (judges: readonly string[]) => [
  ...judges.map((label, i) => ({ label, color: SERIES[i % SERIES.length], glyph: "line" as const })),
  { label: "95% interval", color: INK.text, glyph: "interval" as const },
];

const judgesOf = (frame: pl.DataFrame) => [...new Set(frame.getColumn("judge").toArray() as string[])];

/**
 * Before-and-after slopes of one's own results, from the frame of `equalizationSteps`.
 *
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { equalizationSteps } from "judgebias";
 * import { equalizationFigure } from "judgebias/figures";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const { svg } = await equalizationFigure(equalizationSteps(pairs, { replicates: 200 }), { title: "GPT-4o" });
 * assert.match(svg, /simulated/);
 * ```
 */
export async function equalizationFigure(
  frame: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const wanted = ["benchmark", "judge", "step", "estimate", "low", "high", "n"];
  const data = ownData("equalizationFigure", frame, wanted, options);
  const judges = judgesOf(data);
  const panels = await slopePanels(data, judges);
  return ownFigure({
    body: { kind: "panels", panels, columns: Math.min(2, panels.length) },
    legend: legendOf(judges),
    data,
  }, options);
}

export const equalizationSlopes = hypothesisFigure({
  id: "hypotheses-equalization-steps",
  file: "equalization_slopes.ts",
  notebook: "08_length_equalized.ipynb",
  title: "Informativeness bias before and after equalising lengths: selection and equalisation",
  available: ["simulated"],
  frames: ["pairs"],
  needs: ["informativeness", "lengths", "length_equalized"],
  build: async (context) => {
    const steps = equalizationSteps(await context.frame("pairs"));
    const data = steps.drop("provenance").withColumns(pl.lit(context.origin).alias("provenance"));
    const judges = judgesOf(data);
    const rows = data.toRecords() as unknown as StepRow[];
    const range = (start: string) => {
      const values = rows.filter(({ step }) => step.startsWith(start)).map(({ estimate }) => 100 * estimate);
      return `${signed(Math.min(...values), 1)} to ${signed(Math.max(...values), 1)} points`;
    };
    const panels = await slopePanels(data, judges);
    return {
      body: { kind: "panels", panels, columns: Math.min(2, panels.length) },
      legend: legendOf(judges),
      data,
      caption:
        "The first step is selection: pairs that could be equalised to within 5 words, against all, both before " +
        `(${range("selection")}). The second is equalisation: the same pairs before and after lengthening (${
          range("equalisation")
        })` +
        `${
          context.origin === "simulated" ? ", in simulated data" : ""
        }. Intervals: BCa, 2,000 resamples of images, the same for all three.`,
      footnotes: [
        "Table 2 of the informativeness-bias paper compares the first value with the third; only the second step holds the pairs fixed.",
      ],
      alt:
        "Slopes of informativeness bias over three steps per judge and benchmark: all pairs, kept pairs before and after lengthening.",
    };
  },
});
