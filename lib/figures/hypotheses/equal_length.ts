import pl from "nodejs-polars";
import { adjustedBias } from "../../hypotheses/adjusted_bias.ts";
import { equalizedBias } from "../../hypotheses/equalized_bias.ts";
import { hypothesisTable } from "../../hypotheses/hypothesis_table.ts";
import { matchedBias } from "../../hypotheses/matched_bias.ts";
import { informativenessBias } from "../../metrics/informativeness_bias.ts";
import { clusterUnit } from "../../results/cluster_unit.ts";
import { forestLegend, forestPanels, type ForestRow } from "./forest_chart.ts";
import { hypothesisFigure } from "./hypothesis_figure.ts";

/** The ways of equalising length, by what the tests call themselves. */
const WAYS: Record<string, string> = {
  "IB remains at equal length (equalised subset)": "equalised subset",
  "IB remains at the same length difference (matched)": "matched on length",
  "IB remains at equal length (regression)": "regression",
};

/** Resamples behind the steps, which this figure does not show. */
const FEW = 2;

const BEFORE = "all pairs, as they are";

interface TableRow extends ForestRow {
  benchmark: string;
  judge: string;
  hypothesis: string;
  p_value: number;
  p_adjusted: number;
  verdict: string;
  provenance: string;
}

export const equalLength = hypothesisFigure({
  id: "hypotheses-equal-length",
  file: "equal_length.ts",
  notebook: "08_length_equalized.ipynb",
  title: "Informativeness bias at equal length, three ways",
  available: ["simulated"],
  frames: ["pairs"],
  needs: ["informativeness", "lengths"],
  build: async (context) => {
    const pairs = await context.frame("pairs");
    const plain = informativenessBias(pairs, { by: ["benchmark", "judge", "pipeline", "image", "variant"] })
      .filter(
        pl.col("pipeline").eq(pl.lit("base")).and(pl.col("image")).and(
          pl.col("variant").eq(pl.lit("original")),
        ),
      ).toRecords() as unknown as (TableRow & { ib: number; n_ids: number; n_cds: number })[];
    const tested = hypothesisTable(pairs, [
      (frame) => equalizedBias(frame, { replicates: FEW }),
      (frame) => matchedBias(frame, { shuffles: 0 }),
      adjustedBias,
    ]).toRecords() as unknown as TableRow[];
    const shown = tested.filter(({ verdict }) => verdict !== "untestable");
    const rows = plain.flatMap(({ benchmark, judge, ib, low, high, n_ids, n_cds }) => [
      {
        benchmark,
        judge,
        series: BEFORE,
        estimate: ib,
        low,
        high,
        n: n_ids + n_cds,
        p_value: NaN,
        p_adjusted: NaN,
      },
      ...shown.filter((row) => row.benchmark === benchmark && row.judge === judge)
        .map((row) => ({ ...row, series: WAYS[row.hypothesis] })),
    ]);
    const text = (name: string, of: (row: typeof rows[number]) => string) =>
      pl.Series(name, rows.map(of), pl.Utf8);
    const number = (name: "estimate" | "low" | "high" | "n" | "p_value" | "p_adjusted") =>
      pl.Series(name, rows.map((row) => row[name]), pl.Float64);
    const data = pl.DataFrame([
      text("panel", ({ benchmark }) => benchmark),
      text("group", ({ judge }) => judge),
      text("series", ({ series }) => series),
      number("estimate"),
      number("low"),
      number("high"),
      number("n").cast(pl.Int32),
      number("p_value"),
      number("p_adjusted"),
      text("provenance", () => context.origin),
    ]);
    const series = [BEFORE, ...Object.values(WAYS)].filter((name) => rows.some((row) => row.series === name));
    const panels = new Set(rows.map(({ benchmark }) => benchmark)).size;
    const still = shown.filter(({ verdict }) => verdict === "supported").length;
    return {
      body: {
        kind: "panels",
        panels: await forestPanels(data, {
          label: "IB (percentage points)",
          series,
          columns: Math.min(2, panels),
        }),
        columns: Math.min(2, panels),
      },
      legend: forestLegend(series),
      data,
      caption:
        `IB with 95% intervals clustered by ${
          clusterUnit(pairs)
        }: of all pairs as they are; of pairs lengthened to within 5 words; averaged within groups ` +
        `of similar length difference; and by regression at a difference of 0. In ${still} of ${shown.length} ` +
        `${
          context.origin === "simulated" ? "simulated " : ""
        }tests IB is above 0 after Holm's correction over all of them.`,
      footnotes: [
        "The ways answer different questions: only the equalised subset changes the answers; matching averages over the differences that both subsets have, regression is for none. " +
        "n: all pairs; the equalised subset has fewer.",
      ],
      alt:
        "Forest plot of informativeness bias per judge and benchmark: unadjusted and at equal length in three ways.",
    };
  },
});
