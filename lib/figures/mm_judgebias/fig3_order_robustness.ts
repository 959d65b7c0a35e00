import pl from "nodejs-polars";
import { positionRobustness } from "../../metrics/position_robustness.ts";
import { verbosityRobustness } from "../../metrics/verbosity_robustness.ts";
import { barFrame, type BarRow } from "../birch/bar_rows.ts";
import { barLegend, groupedBars } from "../birch/grouped_bars.ts";
import type { FigureContext } from "../figure_spec.ts";
import { countRange } from "../theme.ts";
import { mmJudgebiasFigure } from "./mm_judgebias_figure.ts";

const SERIES = [
  { key: "position", label: "position: the same answer wins in both orders", color: "#0072b2" },
  { key: "verbosity", label: "verbosity: the original beats its padded version", color: "#d55e00" },
];

type Row = Record<"n" | "robustness" | "low" | "high" | "n_clusters", number> & { judge: string };

async function orderPairs(context: FigureContext): Promise<pl.DataFrame> {
  if (context.source === "results") return await context.frame("pairs");
  return (await import("../../simulate/scores/order_pairs.ts")).simulateOrderPairs();
}

export const fig3 = mmJudgebiasFigure({
  file: "fig3_order_robustness.ts",
  number: "Figure 3",
  title: "Robustness to position and verbosity",
  kind: "chart",
  frames: ["pairs"],
  needs: ["swapped", "verbose"],
  available: ["simulated"],
  build: async (context) => {
    const pairs = await orderPairs(context);
    const original = pairs.filter(pl.col("variant").eq(pl.lit("original")));
    const by = ["judge"];
    const tables = {
      position: positionRobustness(original, { by }),
      verbosity: verbosityRobustness(pairs, { by }),
    };
    const panel = "Robustness";
    const rows = Object.entries(tables).flatMap(([series, frame]) =>
      (frame.toRecords() as unknown as Row[]).filter(({ n }) => n > 0).map((row): BarRow => ({
        panel,
        group: row.judge,
        series,
        value: row.robustness,
        sd: NaN,
        low: row.low,
        high: row.high,
        n: row.n,
        n_clusters: row.n_clusters,
        provenance: context.origin,
        spread_provenance: null,
      }))
    ).sort((a, b) => a.group < b.group ? -1 : a.group > b.group ? 1 : 0);
    const data = barFrame(rows);
    const charts = await groupedBars(data, { series: SERIES, label: "Robustness (% of pairs)", columns: 1 });
    return {
      body: {
        kind: "panels",
        panels: charts.map(({ svg }) => ({
          title: `${countRange(rows.map(({ n }) => n))} pairs per bar`,
          svg,
        })),
        columns: 1,
      },
      legend: barLegend(data, { series: SERIES }),
      data,
      caption:
        "Position: share of pairs of good answers in which the same one wins whichever comes first. Verbosity: share of the judgments, " +
        "in both orders, in which an answer beats a longer version of itself that says nothing more. Thin lines: 95% interval clustered " +
        `by pair. ${
          context.source === "results"
            ? context.origin === "simulated"
              ? "Simulated: all numbers are computed from results that say so of themselves."
              : "All numbers are computed from the given results."
            : "Simulated: judges and values are invented so as to show what the paper says of its five judges, which it does not name: " +
              "position robustness differs widely, verbosity robustness is lower, and the two go together."
        }`,
      alt: "Grouped bars of position and verbosity robustness per judge.",
    };
  },
});
