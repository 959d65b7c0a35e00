import pl from "nodejs-polars";
import { cdsRatioSweep } from "../../metrics/cds_ratio_sweep.ts";
import { BIRCH_FACTS } from "../../papers/birch.ts";
import type { FigureContext, Panel } from "../figure_spec.ts";
import type { Provenance } from "../provenance.ts";
import { themedPlot } from "../plot_document.ts";
import { counted, INK, PADDING, SERIES, WIDTH } from "../theme.ts";
import { birchFigure, orderedJudges, provenanceNote } from "./birch_figure.ts";
import { figureValues, findValue } from "./pair_values.ts";
import { valueAt } from "../../results/value_at.ts";

/** Shares of CDS at which subsamples are drawn, and how many per share. */
const SHARES = [0.1, 0.2, 0.32, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9], DRAWS = 100, SEED = 4;

/** A point of the figure: the expected accuracy (a line) or the mean of subsamples (a dot). */
interface SharePoint {
  judge: string;
  mark: "expected" | "subsamples";
  ratio: number;
  accuracy: number;
  sd: number;
  low: number;
  high: number;
  n: number;
  provenance: Provenance;
}

/**
 * The chart from a tidy frame with `judge, mark, ratio, accuracy` (fractions) and optionally `low, high`: lines for
 * `expected`, dots with intervals for `subsamples`.
 */
export async function cdsShareChart(
  frame: pl.DataFrame,
  judges: readonly string[],
  height = 330,
): Promise<Panel> {
  const points = frame.toRecords() as unknown as SharePoint[];
  const color = (point: SharePoint) => SERIES[judges.indexOf(point.judge) % SERIES.length];
  const lines = points.filter(({ mark }) => mark === "expected"),
    dots = points.filter(({ mark }) => mark === "subsamples");
  const x = (point: SharePoint) => 100 * point.ratio, y = (point: SharePoint) => 100 * point.accuracy;
  const svg = await themedPlot((Plot) => ({
    width: WIDTH - 2 * PADDING,
    height,
    marginLeft: 46,
    marginRight: 20,
    marginTop: 22,
    marginBottom: 38,
    x: {
      domain: [0, 100],
      label: "Share of correctness-driven pairs, CDS (%)",
      labelArrow: false,
      labelAnchor: "center",
    },
    y: { label: "Accuracy (%)", labelArrow: false, nice: true },
    marks: [
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8 }),
      Plot.ruleX([BIRCH_FACTS.cdsShare, 50], { stroke: INK.soft, strokeDasharray: "4 3" }),
      Plot.text([[BIRCH_FACTS.cdsShare, "original 32%"], [50, "balanced 50%"]], {
        x: (d) => d[0],
        text: (d) => d[1],
        frameAnchor: "top",
        dy: -14,
        fill: INK.soft,
      }),
      Plot.ruleY([50], { stroke: INK.soft, strokeOpacity: 0.6 }),
      Plot.text(["chance"], {
        x: 99,
        y: 50,
        dy: -7,
        textAnchor: "end",
        fill: INK.soft,
        text: (d: string) => d,
      }),
      Plot.line(lines, { x, y, z: "judge", stroke: { value: color, scale: null }, strokeWidth: 2 }),
      Plot.ruleX(dots.filter(({ low }) => low !== null && !Number.isNaN(low)), {
        x,
        y1: (point: SharePoint) => 100 * point.low,
        y2: (point: SharePoint) => 100 * point.high,
        stroke: { value: color, scale: null },
        strokeOpacity: 0.6,
      }),
      Plot.dot(dots, {
        x,
        y,
        r: 3.5,
        fill: "white",
        stroke: { value: color, scale: null },
        strokeWidth: 1.6,
      }),
    ],
  }));
  return { svg };
}

export const fig4 = birchFigure({
  file: "fig4_cds_share.ts",
  number: "Figure 4",
  title: "Accuracy against how often informativeness misleads",
  kind: "chart",
  needs: ["informativeness"],
  available: ["published", "simulated"],
  build: async (context: FigureContext) => {
    const { values, provenance } = await figureValues(context, [8]);
    const pairs = await context.frame("pairs");
    const is = (column: string, value: string | boolean) => pl.col(column).eq(pl.lit(value));
    const base = pairs.filter(is("pipeline", "base").and(is("image", true)).and(is("variant", "original")));
    const benchmark = "MLLM-as-a-Judge";
    const own = context.source === "results" && base.filter(is("benchmark", benchmark)).height === 0
      ? String(valueAt(base, "benchmark", 0))
      : benchmark;
    const published = values.filter((v) =>
      v.benchmark === own && v.pipeline === "base" && v.quantity === "Acc_CDS"
    );
    const subsetsOf = (judge: string) =>
      (["Acc_IDS", "Acc_CDS"] as const).flatMap((quantity) =>
        findValue(values, { benchmark: own, judge, quantity }) ?? []
      );
    const found = orderedJudges(published.map(({ judge }) => judge));
    // A judge with one side alone has no share to vary.
    const judges = found.filter((judge) => subsetsOf(judge).length === 2)
      .filter((judge) => context.source !== "simulated" || judge !== "LLaVA-1.5-13B").slice(0, SERIES.length);
    if (judges.length === 0) {
      throw new RangeError(
        `birch-fig4: wanted a judge with pairs of both subsets (column more_informative), found ${
          found.join(", ") || "none"
        } with one alone`,
      );
    }
    const expected = judges.flatMap((judge) => {
      const [ids, cds] = subsetsOf(judge);
      return Array.from({ length: 21 }, (_, i): SharePoint => {
        const ratio = i / 20;
        const accuracy = (1 - ratio) * ids.value + ratio * cds.value;
        return {
          judge,
          mark: "expected",
          ratio,
          accuracy,
          sd: NaN,
          low: NaN,
          high: NaN,
          n: ids.n + cds.n,
          provenance,
        };
      });
    });
    const sweep = cdsRatioSweep(base.filter(is("benchmark", own).and(pl.col("judge").isIn(judges))), {
      ratios: SHARES,
      draws: DRAWS,
      seed: SEED,
      by: ["judge"],
    }).toRecords() as unknown as (SharePoint & { n_ids: number; n_cds: number })[];
    const drawnFrom: Provenance = context.source === "results" ? context.origin : "simulated";
    const drawn = sweep.map((row): SharePoint => ({
      ...row,
      mark: "subsamples",
      n: row.n_ids + row.n_cds,
      provenance: drawnFrom,
    }));
    const points = [...expected, ...drawn];
    const number = (name: keyof SharePoint) => pl.Series(name, points.map((p) => p[name]), pl.Float64);
    const data = pl.DataFrame([
      pl.Series("judge", points.map(({ judge }) => judge), pl.Utf8),
      pl.Series("mark", points.map(({ mark }) => mark), pl.Utf8),
      ...(["ratio", "accuracy", "sd", "low", "high"] as const).map(number),
      pl.Series("n", points.map(({ n }) => Number.isNaN(n) ? null : n), pl.Float64).cast(pl.Int32),
      pl.Series("provenance", points.map((p) => p.provenance), pl.Utf8),
    ]);
    const note = drawnFrom === "simulated" ? " (simulated)" : "";
    return {
      body: { kind: "panels", panels: [await cdsShareChart(data, judges)], columns: 1 },
      legend: [
        ...judges.map((label, i) => ({ label, color: SERIES[i % SERIES.length], glyph: "line" as const })),
        {
          label: `mean of ${DRAWS} subsamples, 95% clustered interval${note}`,
          color: INK.soft,
          glyph: "circle",
        },
      ],
      data,
      caption:
        `Base pipeline on ${own}. Lines: expected accuracy (1 − s)·Acc_{IDS} + s·Acc_{CDS} at CDS share s` +
        `${
          context.source === "published" ? " from Table 8 (published)" : ""
        }. Circles: subsamples with that share, ` +
        `${counted(Math.min(...drawn.map(({ n }) => n)))} to ${
          counted(Math.max(...drawn.map(({ n }) => n)))
        } pairs each. ` +
        provenanceNote([provenance, drawnFrom], context).replace(
          "Solid: as published. Hatched, spreads and intervals: simulated; these",
          "Circles and intervals are simulated; they",
        ),
      footnotes: provenance === "published"
        ? [
          "At 32% the paper states accuracies above 65, at 50% around 55; Gemini-2.5-Flash comes to 59.6 there, and Phi-4-multimodal starts at 59.2.",
        ]
        : [],
      alt: `Lines of accuracy against the share of CDS pairs for ${judges.join(", ")}.`,
    };
  },
});
