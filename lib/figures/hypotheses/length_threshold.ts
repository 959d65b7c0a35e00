import pl from "nodejs-polars";
import { biasByThreshold } from "../../hypotheses/bias_by_threshold.ts";
import { takeRows } from "../../hypotheses/take_rows.ts";
import { clusterUnit } from "../../results/cluster_unit.ts";
import { COLOR, counted } from "../theme.ts";
import { hypothesisFigure } from "./hypothesis_figure.ts";
import { curveLegend, type CurveOptions, intervalCurves } from "./interval_curves.ts";
import { shownJudges } from "./shown_judges.ts";

const SERIES_OF: CurveOptions["series"] = [
  { key: "original", label: "pairs as they are, of similar length", color: COLOR.before },
  { key: "length_equalized", label: "after lengthening the shorter answer", color: COLOR.after },
];

/** The threshold of the informativeness-bias paper. */
const PAPER = 5;

interface ThresholdRow {
  series: string;
  threshold: number | null;
  ib: number;
  low: number;
  high: number;
  n: number;
}

export const lengthThreshold = hypothesisFigure({
  id: "hypotheses-length-threshold",
  file: "length_threshold.ts",
  notebook: "08_length_equalized.ipynb",
  title: "Informativeness bias against the length difference up to which pairs are kept",
  available: ["simulated"],
  frames: ["pairs"],
  needs: ["informativeness", "lengths"],
  build: async (context) => {
    const pairs = await context.frame("pairs");
    const shown = shownJudges(pairs);
    const rows = shown.flatMap(({ judge, rows }) =>
      (biasByThreshold(takeRows(pairs, rows)).toRecords() as unknown as ThresholdRow[]).map((row) => ({
        panel: judge,
        ...row,
      }))
    );
    const thresholds = [...new Set(rows.map(({ threshold }) => threshold))];
    const name = (at: number) => thresholds[at] === null ? "all" : String(thresholds[at]);
    const column = (key: "ib" | "low" | "high" | "n" | "threshold") => rows.map((row) => row[key]);
    const data = pl.DataFrame([
      pl.Series("panel", rows.map(({ panel }) => panel), pl.Utf8),
      pl.Series("series", rows.map(({ series }) => series), pl.Utf8),
      pl.Series("threshold", column("threshold"), pl.Float64),
      pl.Series("x", rows.map(({ threshold }) => thresholds.indexOf(threshold)), pl.Float64),
      pl.Series("y", column("ib"), pl.Float64),
      pl.Series("low", column("low"), pl.Float64),
      pl.Series("high", column("high"), pl.Float64),
      pl.Series("n", column("n"), pl.Float64).cast(pl.Int32),
      pl.Series("provenance", rows.map(() => context.origin), pl.Utf8),
    ]);
    const drawn = SERIES_OF.filter(({ key }) => rows.some(({ series }) => series === key));
    const counts = drawn.map(({ key, label }) => {
      const of = (threshold: number | null) =>
        rows.filter((row) => row.series === key && row.threshold === threshold).map(({ n }) => n);
      return `${label}: n = ${counted(Math.max(...of(0)))} at 0 words, ${
        counted(Math.max(...of(PAPER)))
      } at ${PAPER}, ${counted(Math.max(...of(null)))} without limit`;
    });
    return {
      body: {
        kind: "panels",
        panels: await intervalCurves(data, {
          series: drawn,
          xLabel: "Largest difference kept (words)",
          yLabel: "IB (percentage points)",
          columns: Math.min(2, shown.length),
          ticks: { values: thresholds.map((_, at) => at), format: name },
          at: { x: [thresholds.indexOf(PAPER)], y: [0] },
        }),
        columns: Math.min(2, shown.length),
      },
      legend: curveLegend(drawn),
      data,
      caption:
        `${shown[0].benchmark}${
          context.origin === "simulated" ? " (simulated)" : ""
        }; bands: 95% intervals clustered by ${clusterUnit(pairs)}; dashed: the ` +
        `paper's ${PAPER} words. Each set of pairs contains those to its left.`,
      footnotes: [`Pairs (largest over judges): ${counts.join("; ")}.`],
      alt:
        "Curves of informativeness bias against the largest length difference kept, from 0 words to no limit, per judge.",
    };
  },
});
