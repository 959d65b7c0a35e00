import type pl from "nodejs-polars";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import { SERIES } from "../theme.ts";
import { cdsShareChart } from "./fig4_cds_share.ts";
import { imageScatter } from "./fig11_image_by_domain.ts";
import { barLegend, type BarSeries, groupedBars } from "./grouped_bars.ts";

/**
 * A grouped bar chart from a tidy frame with `group, series, value` (fractions; optionally `panel, sd, low, high, n`): the
 * builder of the informativeness-bias paper's figures 1, 3, 5, 6 and 10, for one's own numbers.
 *
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { groupedBarFigure } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ group: ["a", "b"], series: ["IB", "IB"], value: [0.4, 0.2] });
 * const { svg } = await groupedBarFigure(frame, { title: "Two judges", label: "IB (points)" });
 * assert.match(svg, /Two judges/);
 * ```
 */
export async function groupedBarFigure(
  frame: pl.DataFrame,
  { label, series, horizontal = false, ...options }: OwnFigureOptions & {
    label: string;
    series?: readonly BarSeries[];
    horizontal?: boolean;
  },
): Promise<{ svg: string }> {
  const data = ownData("groupedBarFigure", frame, ["group", "series", "value"], options);
  const keys = [...new Set(data.getColumn("series").toArray() as string[])];
  const drawn = series ?? keys.map((key, i) => ({ key, label: key, color: SERIES[i % SERIES.length] }));
  const panels = await groupedBars(data, { series: drawn, label, columns: 1, horizontal });
  return ownFigure({
    body: { kind: "panels", panels, columns: 1 },
    legend: barLegend(data, { series: drawn }),
    data,
  }, options);
}

/** Lines and dots of accuracy against the share of CDS (figure 4) from `judge, mark, ratio, accuracy` (and `low, high`). */
export async function cdsShareFigure(
  frame: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const data = ownData("cdsShareFigure", frame, ["judge", "mark", "ratio", "accuracy"], options);
  const judges = [...new Set(data.getColumn("judge").toArray() as string[])];
  const legend = judges.map((label, i) => ({
    label,
    color: SERIES[i % SERIES.length],
    glyph: "line" as const,
  }));
  return ownFigure({
    body: { kind: "panels", panels: [await cdsShareChart(data, judges)], columns: 1 },
    legend,
    data,
  }, options);
}

/** Scatter of accuracy with against without image (figure 11) from `judge, domain, acc_image, acc_no_image, n`. */
export async function imageScatterFigure(
  frame: pl.DataFrame,
  options: OwnFigureOptions,
): Promise<{ svg: string }> {
  const data = ownData(
    "imageScatterFigure",
    frame,
    ["judge", "domain", "acc_image", "acc_no_image", "n"],
    options,
  );
  const judges = [...new Set(data.getColumn("judge").toArray() as string[])].slice(0, 3);
  return ownFigure({
    body: { kind: "panels", panels: await imageScatter(data, judges), columns: judges.length },
    data,
  }, options);
}
