import type * as PlotModule from "@observablehq/plot";
import pl from "nodejs-polars";
import { displayed } from "../progress/displayed.ts";
import { nearest } from "../progress/nearest.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireFrame } from "../results/require_frame.ts";
import { type Chart, ownFigure, requireTitle } from "./chart.ts";
import { seriesColors } from "./colors.ts";
import type { LegendEntry, Panel } from "./figure_spec.ts";
import { themedPlot } from "./plot_document.ts";
import { textWidth } from "./text_width.ts";
import { INK, PADDING, SIZE, WIDTH } from "./theme.ts";

/** What charts of raw rows share. */
export interface RawChartOptions {
  /** The column from left to right: numbers. */
  x: string;
  /** Rows with different values of this column have different colours, which the legend names. */
  color?: string;
  /** A panel for each value of this column, on the same axes. */
  facet?: string;
  /** Stands above the chart. */
  title: string;
  /** Stands below it; how many rows are shown and left out by default. */
  caption?: string;
  /** In pixels; a figure's usual width by default. */
  width?: number;
}

/** Options of `points`. */
export interface PointsOptions extends RawChartOptions {
  /** The column from below: numbers, or text for a row of points per value (a strip). */
  y: string;
}

/** Options of `histogram`. */
export interface HistogramOptions extends RawChartOptions {
  /** About how many bins; 20 by default, on round numbers. */
  bins?: number;
}

/** Panels beside each other, at most; their height; levels of a colour or facet that can still be told apart. */
const COLUMNS = 3, HEIGHT = 240, MOST_LEVELS = 12;

/**
 * Every row of any frame as a point: look before you test. Numbers against numbers are a scatter, numbers against text a strip. Rows without a number are
 * left out and counted in the caption.
 *
 * @throws {TypeError} for a column that the frame lacks (with the nearest), or one along x that is no number
 * @throws {RangeError} for unknown options, or a colour or facet of more than twelve values
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs, withSubsets } from "judgebias";
 * import { points } from "judgebias/figures";
 *
 * const pairs = withSubsets(readPairs("data/examples/pairs.csv"));
 * const { svg } = await points(pairs, { x: "words_a", y: "words_b", color: "correct", title: "Lengths of both answers" });
 * assert.match(svg, /Lengths of both answers/);
 * ```
 */
export async function points(frame: pl.DataFrame, options: PointsOptions): Promise<Chart> {
  requireOptions("points", options, ["x", "y", "color", "facet", "title", "caption", "width"]);
  return await rawChart("points", frame, options, options?.y, (Plot, { rows, isText, fill, domain }) => ({
    y: isText ? { axis: null } : { label: options.y, labelArrow: "none", domain: domain("y") },
    ...(isText ? strip(rows) : { marginLeft: 46 }),
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
      Plot.dot(rows, {
        x: "x",
        // A strip's points stand apart (by the golden ratio, evenly for any number), so that equal ones are seen as many.
        ...(isText ? { fy: "y", y: (_: Row, i: number) => i * 0.618033988749895 % 1 } : { y: "y" }),
        r: 2.6,
        fill,
        fillOpacity: 0.5,
        title: (row: Row) => `${options.x} ${row.x}, ${options.y} ${row.y}`,
      }),
    ],
  }));
}

/** Room for the names of a strip's rows of points, and a height for as many as there are. */
function strip(rows: readonly Row[]) {
  const names = [...new Set(rows.map(({ y }) => String(y)))];
  return {
    fy: { label: null, padding: 0.15 },
    marginLeft: Math.ceil(20 + Math.max(...names.map((name) => textWidth(name, SIZE.axis)))),
    marginRight: 8,
    height: 60 + 60 * names.length,
  };
}

/**
 * How many rows of any frame lie where along a column, stacked by colour. Rows without a number are left out and counted in the caption.
 *
 * @throws as `points`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { readPairs } from "judgebias";
 * import { histogram } from "judgebias/figures";
 *
 * const pairs = readPairs("data/examples/pairs.csv").withColumns(pl.col("words_a").sub(pl.col("words_b")).alias("words_apart"));
 * const { data } = await histogram(pairs, { x: "words_apart", facet: "judge", title: "How far answers differ in length" });
 * assert.equal(data.height, pairs.height);
 * ```
 */
export async function histogram(frame: pl.DataFrame, options: HistogramOptions): Promise<Chart> {
  requireOptions("histogram", options, ["x", "color", "facet", "bins", "title", "caption", "width"]);
  const { bins = 20 } = options ?? {};
  return await rawChart("histogram", frame, options, undefined, (Plot, { rows, fill, domain }) => {
    const [low, high] = domain("x") ?? [0, 1], step = roundStep((high - low) / bins);
    const from = Math.floor(low / step), to = Math.floor(high / step) + 1;
    // Edges of all panels alike, and beyond the ends, so that no row falls out.
    const thresholds = Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step);
    const ends: [number, number] = [from * step, to * step];
    const x = { value: "x", thresholds, domain: ends };
    return {
      x: { label: options.x, labelAnchor: "center", labelArrow: "none", domain: ends, ticks: 4 },
      y: { label: "rows", labelArrow: "none", grid: true },
      marginLeft: 46,
      marks: [
        Plot.rectY(rows, Plot.binX<PlotModule.RectYOptions>({ y: "count" }, { x, fill, order: "color" })),
        Plot.ruleY([0], { stroke: INK.soft }),
      ],
    };
  });
}

/** The next of 1, 2 and 5 times a power of ten. */
function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * (raw <= power ? 1 : raw <= 2 * power ? 2 : raw <= 5 * power ? 5 : 10);
}

/** A row as it is drawn. */
interface Row {
  x: number;
  y: number | string | null;
  color: string;
  facet: string;
}

type Plots = Parameters<Parameters<typeof themedPlot>[0]>[0];
type PlotOptions = ReturnType<Parameters<typeof themedPlot>[0]>;

async function rawChart(
  action: string,
  frame: pl.DataFrame,
  options: RawChartOptions,
  y: string | undefined,
  draw: (
    plot: Plots,
    given: {
      rows: Row[];
      isText: boolean;
      fill: (row: Row) => string;
      domain: (axis: "x" | "y") => [number, number] | undefined;
    },
  ) => PlotOptions,
): Promise<Chart> {
  requireFrame(action, frame);
  requireTitle(action, options);
  const { x, color, facet, title, caption, width = WIDTH } = options;
  const text = (name: string | undefined) =>
    name === undefined
      ? null
      : cells(action, frame, name).map((value) => value === null ? "none" : String(value));
  const along = cells(action, frame, x).map(number),
    second = y === undefined ? null : cells(action, frame, y);
  if (along.every(Number.isNaN) && frame.height > 0) {
    throw new TypeError(`${action}: wanted numbers in the column ${x}, found ${frame.getColumn(x).dtype}`);
  }
  const isText = second?.some((value) => typeof value === "string" || typeof value === "boolean") ?? false;
  const colors = text(color),
    facets = text(facet),
    sources = frame.columns.includes("provenance") ? frame.getColumn("provenance").toArray() : null;
  const rows = along.map((value, i): Row => ({
    x: value,
    y: second === null ? null : isText ? String(second[i] ?? "none") : number(second[i]),
    color: colors?.[i] ?? "",
    facet: facets?.[i] ?? "",
  }));
  const isDrawn = ({ x, y }: Row) => !Number.isNaN(x) && !Number.isNaN(y);
  const shown = rows.filter(isDrawn), levels = levelsOf(action, color, shown.map((row) => row.color));
  const panels = levelsOf(action, facet, shown.map((row) => row.facet));
  const palette = new Map(levels.map((level, i) => [level, seriesColors(levels)[i]]));
  const fill = (row: Row) => color === undefined ? INK.text : palette.get(row.color)!;
  const domain = (axis: "x" | "y"): [number, number] | undefined => {
    const values = shown.map((row) => Number(row[axis]));
    const low = values.reduce((a, b) => Math.min(a, b), Infinity),
      high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    return low < high ? [low, high] : Number.isFinite(low) ? [low - 1, high + 1] : undefined;
  };
  const inner = width - 2 * PADDING, columns = Math.min(COLUMNS, panels.length);
  const drawn = await Promise.all(panels.map(async (name): Promise<Panel> => ({
    title: facet === undefined ? undefined : `${facet}: ${name}`,
    svg: await themedPlot((Plot) => ({
      width: Math.floor((inner - 16 * (columns - 1)) / columns),
      height: HEIGHT,
      marginBottom: 40,
      x: {
        label: x,
        labelAnchor: "center",
        labelArrow: "none",
        domain: domain("x"),
        ticks: columns > 1 ? 3 : 6,
      },
      ...draw(Plot, { rows: shown.filter((row) => row.facet === name), isText, fill, domain }),
    })),
  })));
  const left = rows.length - shown.length;
  const legend: LegendEntry[] = color === undefined
    ? []
    : levels.map((level) => ({ label: `${color} ${level}`, color: palette.get(level)!, glyph: "dot" }));
  const data = pl.DataFrame({
    [x]: shown.map((row) => row.x),
    ...(y === undefined ? {} : { [y]: shown.map((row) => row.y) }),
    ...(color === undefined ? {} : { [color]: shown.map((row) => row.color) }),
    ...(facet === undefined ? {} : { [facet]: shown.map((row) => row.facet) }),
    provenance: rows.flatMap((row, i) => isDrawn(row) ? [String(sources?.[i] ?? "results")] : []),
  });
  const said = `${shown.length} rows${left > 0 ? `; ${left} without a number are left out` : ""}.`;
  const { svg } = ownFigure(
    { body: { kind: "panels", panels: drawn, columns }, legend, data, width: inner },
    {
      title,
      caption: caption ?? said,
      width,
    },
  );
  return displayed({ svg, data }, () => ({ svg, alt: title }));
}

function cells(action: string, frame: pl.DataFrame, name: string): unknown[] {
  if (!frame.columns.includes(name)) {
    const [like] = nearest(name, frame.columns, { count: 1 });
    throw new TypeError(
      `${action}: wanted one of the columns ${frame.columns.join(", ")}, found ${name}${
        like ? ` (is it ${like}?)` : ""
      }`,
    );
  }
  return frame.getColumn(name).toArray();
}

function number(value: unknown): number {
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : NaN;
}

function levelsOf(action: string, name: string | undefined, values: readonly string[]): string[] {
  const levels = [...new Set(values)].sort();
  if (name !== undefined && levels.length > MOST_LEVELS) {
    throw new RangeError(
      `${action}: wanted at most ${MOST_LEVELS} different values in ${name}, found ${levels.length}; choose some with only(frame, { ${name}: […] })`,
    );
  }
  return levels.length > 0 ? levels : [""];
}
