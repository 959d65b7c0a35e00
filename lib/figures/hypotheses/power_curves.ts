import pl from "nodejs-polars";
import { power } from "../../hypotheses/power.ts";
import { powerCurve } from "../../hypotheses/power_curve.ts";
import { simulatePower } from "../../hypotheses/simulate_power.ts";
import type { StudyDesign } from "../../hypotheses/study_design.ts";
import { BIRCH_FACTS } from "../../papers/birch.ts";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import { themedPlot } from "../plot_document.ts";
import { counted, INK, PADDING, SERIES, WIDTH } from "../theme.ts";
import { hypothesisFigure } from "./hypothesis_figure.ts";

/** Size of the simulated check of each point, and its seed. */
const REPLICATES = 400, SEED = 9;
const NS = Array.from({ length: 48 }, (_, i) => 250 * (i + 1));
const CHECKED = [500, 2000, 4000, 7750];
const WANTED = 0.8;
const PAIRS = BIRCH_FACTS.pairs["MLLM-as-a-Judge"];

/** A point of a power chart. */
interface PowerPoint {
  design: string;
  n: number;
  power: number;
  low?: number | null;
  high?: number | null;
}

/**
 * Power against the number of pairs: a line per design, from a frame with `design, n, power`; rows with `low, high` are
 * drawn as dots with their interval (power by simulation).
 */
export async function powerChart(
  frame: pl.DataFrame,
  { marked }: { marked?: { n: number; label: string } } = {},
): Promise<Panel> {
  const points = frame.toRecords() as unknown as PowerPoint[];
  const designs = designsOf(frame);
  const color = { value: (p: PowerPoint) => SERIES[designs.indexOf(p.design) % SERIES.length], scale: null };
  const checked = (p: PowerPoint) => typeof p.low === "number" && !Number.isNaN(p.low);
  const dots = points.filter(checked), lines = points.filter((p) => !checked(p));
  const y = (p: PowerPoint) => 100 * p.power;
  const svg = await themedPlot((Plot) => ({
    width: WIDTH - 2 * PADDING,
    height: 330,
    marginLeft: 46,
    marginRight: 20,
    marginTop: 24,
    marginBottom: 38,
    x: {
      domain: [0, Math.max(...points.map(({ n }) => n))],
      label: "Pairs",
      labelArrow: false,
      labelAnchor: "center",
      tickFormat: counted,
    },
    y: { domain: [0, 100], label: "Power (%)", labelArrow: false },
    marks: [
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8 }),
      Plot.ruleY([100 * WANTED], { stroke: INK.soft, strokeDasharray: "4 3" }),
      ...(marked
        ? [
          Plot.ruleX([marked.n], { stroke: INK.soft, strokeDasharray: "4 3" }),
          Plot.text([marked], {
            x: "n",
            text: "label",
            frameAnchor: "top",
            dy: -14,
            textAnchor: "end",
            fill: INK.soft,
          }),
        ]
        : []),
      Plot.line(lines, { x: "n", y, z: "design", stroke: color, strokeWidth: 2 }),
      Plot.ruleX(dots, {
        x: "n",
        y1: (p: PowerPoint) => 100 * p.low!,
        y2: (p: PowerPoint) => 100 * p.high!,
        stroke: color,
        strokeOpacity: 0.7,
      }),
      Plot.dot(dots, { x: "n", y, r: 3.5, fill: "white", stroke: color, strokeWidth: 1.6 }),
    ],
  }));
  return { svg };
}

function designsOf(frame: pl.DataFrame): string[] {
  return [...new Set(frame.getColumn("design").toArray() as string[])];
}

function powerLegend(frame: pl.DataFrame): LegendEntry[] {
  const lines: LegendEntry[] = designsOf(frame).map((label, i) => ({
    label,
    color: SERIES[i % SERIES.length],
    glyph: "line",
  }));
  return frame.columns.includes("low")
    ? [...lines, { label: "power of simulated studies, 95% interval", color: INK.soft, glyph: "circle" }]
    : lines;
}

/**
 * A power chart of one's own designs, from the frame of `powerCurve` (`design, n, power`).
 *
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { powerCurve } from "judgebias";
 * import { powerFigure } from "judgebias/figures";
 *
 * const design = { metric: "ib", accIds: 0.7, accCds: 0.6, cdsShare: 0.32 } as const;
 * const { svg } = await powerFigure(powerCurve({ mine: design }, { ns: [100, 400, 900] }), { title: "Mine" });
 * assert.match(svg, /Mine/);
 * ```
 */
export async function powerFigure(frame: pl.DataFrame, options: OwnFigureOptions): Promise<{ svg: string }> {
  const data = ownData("powerFigure", frame, ["design", "n", "power"], {
    provenance: "simulated",
    ...options,
  });
  return ownFigure({
    body: { kind: "panels", panels: [await powerChart(data)], columns: 1 },
    legend: powerLegend(data),
    data,
  }, options);
}

/** Two judges on the same pairs whose IBs differ by so many points. */
function twoJudges(points: number): StudyDesign {
  return {
    metric: "ib_difference",
    first: { accIds: 0.8, accCds: 0.4 },
    second: { accIds: 0.8, accCds: 0.4 + points / 100 },
    cdsShare: BIRCH_FACTS.cdsShare / 100,
    correlation: 0.4,
    pairsPerImage: PAIRS / BIRCH_FACTS.images,
    icc: 0.2,
  };
}

export const powerCurves = hypothesisFigure({
  id: "hypotheses-power",
  file: "power_curves.ts",
  notebook: "09_plan_a_study.ipynb",
  title: "How many pairs show that two judges differ in informativeness bias",
  available: ["simulated"],
  build: async () => {
    const designs = Object.fromEntries(
      [3, 5, 10].map((points) => [`${points} points apart`, twoJudges(points)]),
    );
    const curve = powerCurve(designs, { ns: NS });
    const checks = Object.entries(designs).flatMap(([design, spec]) =>
      CHECKED.map((n) => ({ design, ...simulatePower(spec, { n, replicates: REPLICATES, seed: SEED }) }))
    );
    const number = (name: string, of: number[], from: (number | null)[]) =>
      pl.Series(name, [...of.map(() => null), ...from], pl.Float64);
    const lines = curve.getColumn("n").toArray() as number[];
    const text = (name: string, first: string[], second: string[]) =>
      pl.Series(name, [...first, ...second], pl.Utf8);
    const data = pl.DataFrame([
      text("design", curve.getColumn("design").toArray() as string[], checks.map(({ design }) => design)),
      text("method", lines.map(() => "formula"), checks.map(() => "simulation")),
      pl.Series("n", [...lines, ...checks.map(({ n }) => n)], pl.Float64).cast(pl.Int32),
      pl.Series("power", [...curve.getColumn("power").toArray() as number[], ...checks.map((c) => c.power)]),
      number("low", lines, checks.map(({ low }) => low)),
      number("high", lines, checks.map(({ high }) => high)),
      text("provenance", lines.map(() => "simulated"), checks.map(() => "simulated")),
    ]);
    const needed = Object.entries(designs).map(([name, design]) => `${counted(power(design).n)} (${name})`);
    return {
      body: {
        kind: "panels",
        panels: [
          await powerChart(data, { marked: { n: PAIRS, label: `MLLM-as-a-Judge: ${counted(PAIRS)}` } }),
        ],
        columns: 1,
      },
      legend: powerLegend(data),
      data,
      caption:
        `Pairs needed for 80% power at the 5% level: ${needed.join(", ")}. Both judges see the same pairs: ` +
        "accuracy 80% on IDS, 40% and more on CDS, 32% CDS, correlation 0.4 between the judges, 1.76 pairs per image with " +
        `correlation 0.2. Lines: normal approximation. Circles: simulated, ${
          counted(REPLICATES)
        } studies each, analysed ` +
        "with the clustered interval.",
      footnotes: ["These are assumptions of a plan, not findings about any model; notebook 09 takes yours."],
      alt: `Power against the number of pairs for IBs 3, 5 and 10 points apart; 80% is reached at ${
        needed.join(", ")
      }.`,
    };
  },
});
