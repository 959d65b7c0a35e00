import type * as PlotModule from "@observablehq/plot";
import pl from "nodejs-polars";
import { displayed } from "../progress/show.ts";
import { requireFrame } from "../results/frame.ts";
import type { ColumnName } from "../results/frames.ts";
import { requireAsked } from "../results/only.ts";
import { requireOptions, requireText } from "../progress/require.ts";
import { type Chart, ownFigure, requireTitle } from "./chart.ts";
import { seriesColors } from "./colors.ts";
import { themedPlot } from "./plot_document.ts";
import { textWidth } from "./text_width.ts";
import { INK, PADDING, SIZE, WIDTH } from "./theme.ts";

/** What charts of raw rows share. */
export interface RawChartOptions {
  /** The column from left to right: numbers. */
  x: ColumnName;
  /** Rows with different values of this column have different colours, which the legend names. */
  color?: ColumnName;
  /** A panel for each value of this column, on the same axes. */
  facet?: ColumnName;
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
  y: ColumnName;
}

/** Options of `histogram`. */
export interface HistogramOptions extends RawChartOptions {
  /** About how many bins; 20 by default, on round numbers. */
  bins?: number;
}

/** Panels beside each other, at most; their height; levels of a colour or facet that can still be told apart. */
const COLUMNS = 3, HEIGHT = 240, MOST_LEVELS = 12;

/** Points of one value stand apart by the golden ratio: evenly for any number, so that equal ones are seen as many. */
const GOLDEN = 0.618033988749895;

interface Row {
  x: number;
  y: number | string;
  color: string;
  facet: string;
  provenance: string;
}

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
  return await rawChart("points", frame, options, (Plot, rows, channels) => {
    const names = rows.some(({ y }) => typeof y === "string")
      ? [...new Set(rows.map(({ y }) => String(y)))].sort()
      : [];
    const strip = names.length > 0;
    const at = ({ y }: Row, i: number) => strip ? names.indexOf(String(y)) + 0.1 + 0.8 * (i * GOLDEN % 1) : y;
    return {
      marginLeft: strip ? Math.ceil(20 + Math.max(...names.map((name) => textWidth(name, SIZE.axis)))) : 46,
      height: strip ? 60 * names.length + 60 : HEIGHT,
      y: strip
        ? {
          label: null,
          domain: [names.length, 0],
          ticks: names.map((_, i) => i + 0.5),
          tickSize: 0,
          tickFormat: (y: number) => names[Math.floor(y)],
        }
        : { label: options.y, labelArrow: "none" },
      marks: [
        Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
        Plot.dot(rows, {
          ...channels,
          x: "x",
          y: at,
          r: 2.6,
          fillOpacity: 0.5,
          title: (row: Row) => `${options.x} ${row.x}, ${options.y} ${row.y}`,
        }),
      ],
    };
  });
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
  return await rawChart("histogram", frame, options, (Plot, rows, { fill, ...facets }) => ({
    marginLeft: 46,
    y: { label: "rows", labelArrow: "none", grid: true },
    marks: [
      Plot.rectY(
        rows,
        Plot.binX<PlotModule.RectYOptions>({ y: "count" }, {
          ...facets,
          fill,
          order: "color",
          x: { value: "x", thresholds: bins },
        }),
      ),
      Plot.ruleY([0], { stroke: INK.soft }),
    ],
  }));
}

async function rawChart(
  action: string,
  frame: pl.DataFrame,
  options: RawChartOptions & { y?: string },
  draw: (
    plot: typeof PlotModule,
    rows: readonly Row[],
    channels: Pick<PlotModule.DotOptions, "fill" | "fx" | "fy">,
  ) => PlotModule.PlotOptions,
): Promise<Chart> {
  requireFrame(action, frame);
  requireTitle(action, options);
  const { x, y, color, facet, title, caption, width = WIDTH } = options;
  const axes = Object.entries(action === "points" ? { x, y } : { x });
  for (const [name, column] of axes) requireText(action, `the name of a column as ${name}`, column);
  const named = Object.entries({ x, y, color, facet }).filter((one): one is [string, string] => !!one[1]);
  requireAsked(action, frame, named.map(([, name]) => name));
  const drawn = frame.select(...named.map(([key, name]) => pl.col(name).alias(key)));
  const records = drawn.toRecords() as Record<string, unknown>[];
  const text = (value: unknown) => value === undefined ? "" : value === null ? "none" : String(value);
  const number = (value: unknown) =>
    typeof value === "number" || typeof value === "bigint" ? Number(value) : NaN;
  const isText = records.some((row) => typeof row.y === "string" || typeof row.y === "boolean");
  const rows = records.map((row, i): Row => ({
    x: number(row.x),
    y: y === undefined ? 0 : isText ? text(row.y) : number(row.y),
    color: text(row.color),
    facet: text(row.facet),
    provenance: frame.columns.includes("provenance") ? text(frame.getColumn("provenance").get(i)) : "results",
  })).filter((row) => !Number.isNaN(row.x) && !Number.isNaN(row.y));
  if (rows.length === 0 && records.length > 0) {
    throw new TypeError(`${action}: wanted numbers in the column ${x}, found ${frame.getColumn(x).dtype}`);
  }
  const levels = levelsOf(action, color, rows.map((row) => row.color));
  const panels = levelsOf(action, facet, rows.map((row) => row.facet));
  const columns = Math.min(COLUMNS, panels.length), panelOf = (row: Row) => panels.indexOf(row.facet);
  // Plot's facets, in rows of three: their names stand above each.
  const place = facet === undefined ? {} : {
    fx: (row: Row) => panelOf(row) % columns,
    fy: (row: Row) => Math.floor(panelOf(row) / columns),
  };
  const inner = width - 2 * PADDING;
  const svg = await themedPlot((Plot) => {
    const { height = HEIGHT, marks = [], ...more } = draw(Plot, rows, {
      fill: color === undefined ? INK.text : "color",
      ...place,
    });
    const heads = Plot.text(panels.map((name) => ({ facet: name }) as Row), {
      ...place,
      text: ({ facet: name }) => facet === undefined ? "" : `${facet}: ${name}`,
      frameAnchor: "top-left",
      dy: -14,
      fontWeight: "bold",
    });
    return {
      width: inner,
      height: height * Math.ceil(panels.length / columns),
      marginTop: 30,
      marginBottom: 40,
      color: { domain: levels, range: seriesColors(levels) },
      x: { label: x, labelAnchor: "center", labelArrow: "none", ticks: columns > 1 ? 3 : 6 },
      fx: { axis: null, padding: 0.12 },
      fy: { axis: null, padding: panels.length > columns ? 0.25 : 0 },
      ...more,
      marks: [...marks, heads],
    };
  });
  const left = records.length - rows.length;
  const places = new Set(rows.map((row) => `${row.facet}\n${row.x}\n${row.y}`)).size;
  const covered = y === undefined || isText ? 0 : rows.length - places;
  const apart = facet === undefined ? " (`facet` draws each apart)" : "";
  const hidden = color === undefined ? "" : ` and may hide their colour${apart}`;
  const facts = [
    `${rows.length} rows`,
    ...left > 0 ? [`${left} without a number are left out`] : [],
    ...covered > 0 ? [`${covered} lie on others${hidden}`] : [],
  ];
  const said = caption ?? `${facts.join("; ")}.`;
  const columnOf = ([key, name]: string[]) => [name, rows.map((row) => row[key as keyof Row])];
  const data = pl.DataFrame(
    Object.fromEntries([...named, ["provenance", "provenance"]].map(columnOf)) as Record<string, unknown[]>,
  );
  const legend = color === undefined ? [] : levels.map((level, i) => ({
    label: `${color} ${level}`,
    color: seriesColors(levels)[i],
    glyph: "dot" as const,
  }));
  const body = { kind: "panels" as const, panels: [{ svg }], columns: 1 };
  const picture = ownFigure({ body, legend, data, width: inner }, { title, caption: said, width });
  return displayed({ ...picture, data, caption: said }, () => ({ svg: picture.svg, alt: title }));
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
