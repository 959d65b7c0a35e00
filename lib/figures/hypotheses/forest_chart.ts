import pl from "nodejs-polars";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { ownData, ownFigure, type OwnFigureOptions } from "../own_figure.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { counted, INK, INNER, SERIES, SIZE } from "../theme.ts";

/** An estimate with its interval in a forest plot. */
export interface ForestRow {
  group: string;
  series: string;
  estimate: number;
  low: number;
  high: number;
  n?: number;
  panel?: string | null;
}

/** Height of one estimate, and space between groups. */
const LINE = 13, GAP = 9;

/**
 * Forest plot from a tidy frame with `group, series, estimate, low, high` (fractions; optionally `panel, n`): one line per estimate, groups
 * down the side, series by colour; estimates of NaN have no line.
 */
export function forestPanels(
  frame: pl.DataFrame,
  { label, series, columns, zero = 0 }: {
    label: string;
    series: readonly string[];
    columns: number;
    zero?: number;
  },
): Promise<Panel[]> {
  const rows = (frame.toRecords() as unknown as ForestRow[]).filter(({ estimate }) =>
    !Number.isNaN(estimate)
  );
  const panels = [...new Set(rows.map(({ panel }) => panel ?? null))];
  const finite = rows.flatMap(({ estimate, low, high }) => [estimate, low, high]).filter(Number.isFinite);
  const domain = [Math.min(zero, ...finite), Math.max(zero, ...finite)].map((v) => 100 * v);
  const margin = 0.04 * (domain[1] - domain[0] || 1);
  return Promise.all(panels.map(async (panel) => {
    const own = rows.filter((row) => (row.panel ?? null) === panel);
    const groups = [...new Set(own.map(({ group }) => group))];
    const pairsOf = (rows: readonly ForestRow[]) => Math.max(...rows.map(({ n }) => n ?? NaN));
    const total = pairsOf(own);
    // One count for all stands in the panel's title, different ones beside the groups.
    const same = groups.every((group) => pairsOf(own.filter((row) => row.group === group)) === total);
    const counts = Number.isNaN(total) ? "" : same ? "all" : "each";
    const labelOf = (group: string) =>
      counts === "each"
        ? `${group} (n = ${counted(pairsOf(own.filter((row) => row.group === group)))})`
        : group;
    const title = [panel ?? "", counts === "all" ? `n = ${counted(total)}` : ""].filter(Boolean).join(", ");
    const withInterval = own.filter(({ low, high }) => !Number.isNaN(low + high));
    const color = {
      value: (row: ForestRow) => SERIES[series.indexOf(row.series) % SERIES.length],
      scale: null,
    };
    const svg = await themedPlot((Plot) => ({
      width: Math.floor(INNER / columns),
      height: 46 + groups.length * (LINE * series.length + GAP),
      marginLeft: Math.ceil(Math.max(...groups.map((group) => textWidth(labelOf(group), SIZE.axis)))) + 14,
      marginRight: 16,
      marginTop: 6,
      marginBottom: 36,
      fy: { domain: groups, axis: null, padding: 0.14 },
      y: { domain: [...series], axis: null, padding: 0.2 },
      x: {
        domain: [domain[0] - margin, domain[1] + margin],
        label,
        labelArrow: false,
        labelAnchor: "center",
        ticks: columns > 1 ? 5 : 8,
      },
      marks: [
        Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8 }),
        Plot.ruleX([100 * zero], { stroke: INK.text }),
        Plot.ruleY(withInterval, {
          fy: "group",
          y: "series",
          x1: (row: ForestRow) => 100 * row.low,
          x2: (row: ForestRow) => 100 * row.high,
          stroke: color,
          strokeWidth: 1.6,
        }),
        Plot.dot(own, {
          fy: "group",
          y: "series",
          x: (row: ForestRow) => 100 * row.estimate,
          r: 3.2,
          fill: color,
        }),
        Plot.axisFy({ anchor: "left", label: null, tickFormat: labelOf, tickSize: 0, tickPadding: 6 }),
      ],
    }));
    return { ...title ? { title } : {}, svg };
  }));
}

/** Legend of a forest plot. */
export function forestLegend(series: readonly string[]): LegendEntry[] {
  return [
    ...series.map((label, i): LegendEntry => ({ label, color: SERIES[i % SERIES.length], glyph: "dot" })),
    { label: "95% interval", color: INK.text, glyph: "interval" },
  ];
}

/**
 * A forest plot of one's own results, from the frame of `hypothesisTable` (rows named by `group`: its first columns, such as judge) or from
 * any frame with `estimate, low, high` and a column to name the rows by. Rows that could not be tested have no line.
 *
 * @param group column that names the groups down the side; `series` the column that tells lines of a group apart
 * @throws {TypeError} when the frame lacks a column
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { forestFigure } from "judgebias/figures";
 *
 * const table = pl.DataFrame({
 *   judge: ["a", "b"], hypothesis: ["IB", "IB"], estimate: [0.3, 0.1], low: [0.2, -0.1], high: [0.4, 0.3],
 * });
 * const { svg } = await forestFigure(table, { title: "Two judges" });
 * assert.match(svg, /Two judges/);
 * ```
 */
export async function forestFigure(
  frame: pl.DataFrame,
  {
    group = "judge",
    series = "hypothesis",
    panel,
    label = "Estimate (percentage points)",
    zero = 0,
    ...options
  }:
    & OwnFigureOptions
    & {
      group?: string;
      series?: string;
      panel?: string;
      label?: string;
      zero?: number;
    },
): Promise<{ svg: string }> {
  const names = [group, series, ...panel ? [panel] : []];
  const data = ownData("forestFigure", frame, [...names, "estimate", "low", "high"], options);
  const kept = data.select(
    pl.col(group).alias("group"),
    pl.col(series).alias("series"),
    ...panel ? [pl.col(panel).alias("panel")] : [],
    ...["estimate", "low", "high", ...data.columns.includes("n") ? ["n"] : []].map((name) => pl.col(name)),
  );
  const keys = [...new Set(kept.getColumn("series").toArray() as string[])];
  const panels = await forestPanels(kept, { label, series: keys, columns: 1, zero });
  return ownFigure(
    { body: { kind: "panels", panels, columns: 1 }, legend: forestLegend(keys), data },
    options,
  );
}
