import type pl from "nodejs-polars";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { brokenName, fillOf, fixed, INK, PADDING, SIZE, WIDTH } from "../theme.ts";
import { type BarRow, barRows } from "./bar_rows.ts";

/** One bar of every group: its key in the data, its name and colour. */
export interface BarSeries {
  key: string;
  label: string;
  color: string;
}

/** How a grouped bar chart looks. */
export interface GroupedBarOptions {
  series: readonly BarSeries[];
  /** What the axis shows, with its unit. */
  label: string;
  /** Panels beside each other. */
  columns: number;
  height?: number;
  /** Groups from top to bottom with horizontal bars, for many groups with long names. */
  horizontal?: boolean;
  /** Text of a group on the axis. */
  groupLabel?: (group: string, panel: string) => string;
}

/**
 * Charts of grouped bars from a tidy frame (`panel, group, series, value, provenance`, optionally `sd, low, high`): one chart
 * per panel on a common scale, values as percentages above the bars. Simulated bars are hatched, all others solid. The thick
 * line on a bar is ± sd (the paper's downsampling), the thin one beside it the 95% clustered interval.
 */
export async function groupedBars(frame: pl.DataFrame, given: GroupedBarOptions): Promise<Panel[]> {
  const rows = barRows(frame).filter((row) => !Number.isNaN(row.value));
  const options = { ...given, series: present(rows, given.series) };
  const reach = rows.flatMap(({ value, sd, low, high }) => [value, low, high, value + sd, value - sd])
    .filter((edge) => !Number.isNaN(edge));
  const top = Math.max(0.05, ...reach) * 100, bottom = Math.min(0, ...reach) * 100;
  // Room for the values above the bars.
  const domain: [number, number] = [
    bottom === 0 ? 0 : bottom - 0.1 * (top - bottom),
    top + 0.1 * (top - bottom),
  ];
  const names = [...new Set(rows.map(({ panel }) => panel))];
  const draw = options.horizontal ? horizontalBars : verticalBars;
  return await Promise.all(
    names.map(async (title) => ({
      title,
      svg: await draw(rows.filter(({ panel }) => panel === title), domain, title, options),
    })),
  );
}

/** The legend of a grouped bar chart: its series, and the marks that occur in it. */
export function barLegend(frame: pl.DataFrame, { series }: Pick<GroupedBarOptions, "series">): LegendEntry[] {
  const rows = barRows(frame);
  const simulated = rows.filter(({ provenance }) => provenance === "simulated").length;
  const entries: LegendEntry[] = present(rows, series).map(({ label, color }) => ({ label, color }));
  if (simulated > 0) {
    entries.push({
      label: simulated === rows.length ? "hatched: all simulated" : "hatched: simulated",
      color: INK.soft,
      glyph: "hatched",
    });
  }
  const isSimulated = rows.some((row) => (row.spread_provenance ?? row.provenance) === "simulated")
    ? " (simulated)"
    : "";
  if (rows.some(({ sd }) => !Number.isNaN(sd))) {
    entries.push({ label: `± sd of downsampling${isSimulated}`, color: INK.text, glyph: "spread" });
  }
  if (rows.some(({ low }) => !Number.isNaN(low))) {
    entries.push({ label: `95% clustered interval${isSimulated}`, color: INK.text, glyph: "interval" });
  }
  return entries;
}

/** The series that have a bar at all: no room and no legend for the others. */
function present(rows: readonly BarRow[], series: readonly BarSeries[]): BarSeries[] {
  return series.filter(({ key }) => rows.some((row) => row.series === key));
}

function colorOf(row: BarRow, series: readonly BarSeries[]): string {
  return series.find(({ key }) => key === row.series)?.color ?? INK.soft;
}

/** The outermost drawn edge of a bar, where its value is written. */
function edge({ value, sd, low, high }: BarRow): number {
  const edges = value < 0 ? [value, low, value - sd] : [value, high, value + sd];
  const known = edges.filter((e) => !Number.isNaN(e));
  return 100 * (value < 0 ? Math.min(...known) : Math.max(...known));
}

const percent = (key: "value" | "low" | "high") => (row: BarRow) => 100 * row[key];

function verticalBars(
  rows: BarRow[],
  domain: [number, number],
  panel: string,
  { series, label, columns, height = 270, groupLabel = (group) => brokenName(group) }: GroupedBarOptions,
) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const withSd = rows.filter(({ sd }) => !Number.isNaN(sd)),
    withInterval = rows.filter(({ low }) => !Number.isNaN(low));
  const width = Math.floor((WIDTH - 2 * PADDING) / columns) - (columns > 1 ? 10 : 0);
  const tickLines = Math.max(...groups.map((group) => groupLabel(group, panel).split("\n").length));
  return themedPlot((Plot) => ({
    width,
    height: height + 13 * (tickLines - 1),
    marginLeft: 42,
    marginRight: 6,
    marginTop: 24,
    marginBottom: 12 + 13 * tickLines,
    fx: { domain: groups, axis: null, padding: 0.14 },
    x: { domain: series.map(({ key }) => key), axis: null, padding: 0.06 },
    y: { domain, nice: false, label, grid: false, labelArrow: false },
    marks: [
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8 }),
      Plot.barY(rows, {
        fx: "group",
        x: "series",
        y: percent("value"),
        fill: { value: (row: BarRow) => fillOf(colorOf(row, series), row.provenance), scale: null },
        stroke: { value: (row: BarRow) => colorOf(row, series), scale: null },
      }),
      Plot.ruleX(withSd, {
        fx: "group",
        x: "series",
        y1: (row: BarRow) => 100 * (row.value - row.sd),
        y2: (row: BarRow) => 100 * (row.value + row.sd),
        stroke: INK.text,
        strokeWidth: 2.5,
        dx: -3,
      }),
      Plot.ruleX(withInterval, {
        fx: "group",
        x: "series",
        y1: percent("low"),
        y2: percent("high"),
        stroke: INK.text,
        strokeWidth: 1,
        dx: withSd.length > 0 ? 3 : 0,
      }),
      Plot.text(rows, {
        fx: "group",
        x: "series",
        y: edge,
        text: (row: BarRow) => fixed(100 * row.value, 1),
        dy: -3,
        lineAnchor: "bottom",
        textAnchor: "middle",
        fontSize: 9.5,
        fill: INK.text,
        stroke: "white",
        strokeWidth: 2.5,
        filter: (row: BarRow) => row.value >= 0,
      }),
      Plot.text(rows, {
        fx: "group",
        x: "series",
        y: edge,
        text: (row: BarRow) => fixed(100 * row.value, 1),
        dy: 4,
        lineAnchor: "top",
        fontSize: 9.5,
        fill: INK.text,
        stroke: "white",
        strokeWidth: 2.5,
        filter: (row: BarRow) => row.value < 0,
      }),
      Plot.ruleY([0], { stroke: INK.text }),
      Plot.axisFx({
        anchor: "bottom",
        label: null,
        tickFormat: (group: string) => groupLabel(group, panel),
        tickSize: 0,
        tickPadding: 6,
      }),
    ],
  }));
}

function horizontalBars(
  rows: BarRow[],
  domain: [number, number],
  panel: string,
  { series, label, columns, groupLabel = (group) => group }: GroupedBarOptions,
) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const withInterval = rows.filter(({ low }) => !Number.isNaN(low));
  return themedPlot((Plot) => ({
    width: Math.floor((WIDTH - 2 * PADDING) / columns),
    height: 44 + groups.length * (14 * series.length + 8),
    marginLeft:
      Math.ceil(Math.max(...groups.map((group) => textWidth(groupLabel(group, panel), SIZE.axis)))) + 14,
    marginRight: 40,
    marginTop: 8,
    marginBottom: 34,
    fy: { domain: groups, axis: null, padding: 0.16 },
    y: { domain: series.map(({ key }) => key), axis: null, padding: 0.08 },
    x: { domain, label, labelArrow: false },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8 }),
      Plot.barX(rows, {
        fy: "group",
        y: "series",
        x: percent("value"),
        fill: { value: (row: BarRow) => fillOf(colorOf(row, series), row.provenance), scale: null },
        stroke: { value: (row: BarRow) => colorOf(row, series), scale: null },
      }),
      Plot.ruleY(withInterval, {
        fy: "group",
        y: "series",
        x1: percent("low"),
        x2: percent("high"),
        stroke: INK.text,
      }),
      Plot.text(rows, {
        fy: "group",
        y: "series",
        x: (row: BarRow) => Math.max(edge(row), 0),
        text: (row: BarRow) => fixed(100 * row.value, 1),
        textAnchor: "start",
        dx: 4,
        fontSize: 9.5,
        fill: INK.text,
        stroke: "white",
        strokeWidth: 2.5,
      }),
      Plot.ruleX([0], { stroke: INK.text }),
      Plot.axisFy({
        anchor: "left",
        label: null,
        tickFormat: (group: string) => groupLabel(group, panel),
        tickSize: 0,
        tickPadding: 6,
      }),
    ],
  }));
}
