import type * as PlotModule from "@observablehq/plot";
import { tint } from "../colors.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { HALO, INTERVAL, PLOT_SYMBOL, scaleOf, type Series, tip } from "./recipe.ts";
import {
  gapText,
  isLifted,
  type Kind,
  LIFT,
  LINE,
  linksOf,
  numberPlace,
  type Placed,
  type RowOptions,
} from "./row_places.ts";

/** What a value is held against: the noise of runs. */
export const TICK = "#cc3311";

/** Where the marks of a chart of rows stand. */
export interface RowFrame {
  kind: Kind;
  options: RowOptions & { from?: string; to?: string };
  domain: readonly [number, number];
  ticks: number | number[];
  /** Height above the first row. */
  top: number;
  series: readonly Series[];
  panels: readonly { key: string; name: string }[];
  rows: readonly { text: string; y: number }[];
  /** Names of groups of rows above them, from the left edge. */
  headings: readonly { text: string; y: number; dx: number }[];
  /** Pixels per unit along x. */
  pixels: number;
}

/** The marks of a chart of rows, from the grid below to the numbers above. */
export function rowMarks(
  Plot: typeof PlotModule,
  placed: readonly Placed[],
  { kind, options, domain, ticks, top, series: all, panels, rows, headings, pixels }: RowFrame,
): PlotModule.Markish[] {
  const { unit = "percent", decimals = 1, names = {}, numbers = true, label = "" } = options;
  const wide = textWidth(label, SIZE.axis) > pixels * (domain[1] - domain[0]) && panels.length > 1;
  const joined = kind === "dumbbells", scale = scaleOf(unit);
  const color = { value: ({ series }: Placed) => series.color, scale: null };
  const fill = {
    value: ({ value, series }: Placed) =>
      options.hollow?.where(value)
        ? INK.paper
        : value.provenance === "simulated"
        ? tint(series.color)
        : series.color,
    scale: null,
  };
  const at = { fx: "panel", y: ({ y }: Placed) => top + y };
  const points = placed.filter(({ value }) => !Number.isNaN(value.value));
  const title = { title: ({ value }: Placed) => tip(value, names, unit, decimals) };
  const end = (which: "low" | "high") => ({ value }: Placed) =>
    Math.min(scale * value[which], options.upTo ?? Infinity);
  const ends = { x1: end("low"), x2: end("high") };
  const tickAt = ({ value }: Placed) => scale * (value.more[options.tick?.of ?? ""] ?? NaN);
  const marked = placed.filter((one) => tickAt(one) >= domain[0] && tickAt(one) <= domain[1]);
  const links = joined ? linksOf(points, options) : [];
  const lift = (one: Placed) => isLifted(one, links, all, pixels) ? LIFT : 0;
  const gaps = links.map((link) => ({
    ...link,
    y: link.y -
      Math.max(...points.filter(({ y, panel }) => y === link.y && panel === link.panel).map(lift)) * 0.8,
    text: gapText(link, decimals),
  }));
  const words = { lineAnchor: "middle", fontSize: SIZE.note, fill: INK.text, ...HALO } as const;
  const texts = placed.map((one) => ({
    ...one,
    ...numberPlace(one, placed, { options, kind, scale, pixels, domain }),
  }));
  return [
    // Without numbers an eye needs a line from a name to its marks.
    ...(options.numbers === false ? [Plot.ruleY(rows, { y: ({ y }) => top + y, stroke: INK.faint })] : []),
    Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8, ticks }),
    Plot.axisX({ label: null, ticks, tickSize: 0, tickPadding: 6 }),
    ...(domain[0] <= 0 && domain[1] >= 0 ? [Plot.ruleX([0], { stroke: INK.text, strokeOpacity: 0.7 })] : []),
    Plot.ruleX(options.at ?? [], { stroke: INK.soft, strokeDasharray: "4 3" }),
    Plot.ruleY(
      placed.filter(({ value }) => value.interval === "bounds" || value.interval === "middle half"),
      {
        ...at,
        ...ends,
        ...title,
        stroke: { value: ({ series }: Placed) => tint(series.color, 0.45), scale: null },
        strokeWidth: 8,
      },
    ),
    Plot.link(links, {
      fx: "panel",
      x1: "x1",
      x2: "x2",
      y1: ({ y }: { y: number }) => top + y,
      y2: ({ y }: { y: number }) => top + y,
      stroke: INK.soft,
      strokeWidth: 2.5,
      strokeOpacity: 0.65,
    }),
    ...(kind === "bars"
      ? [Plot.ruleY(points, { ...at, ...title, x1: 0, x2: "x", stroke: fill, strokeWidth: LINE - 3 })]
      : []),
    Plot.ruleY(placed.filter(({ value }) => value.interval === "95%"), {
      ...INTERVAL,
      ...at,
      // Those of two joined marks would lie on each other: below the marks' lowest points, one below the other.
      ...(joined ? { y: ({ y, series }: Placed) => top + y + (series.key === options.from ? 10 : 13) } : {}),
      ...ends,
      stroke: kind === "bars" ? INK.text : color,
      strokeWidth: kind === "bars" ? 1 : 1.6,
    }),
    Plot.link(marked, {
      fx: "panel",
      x1: tickAt,
      x2: tickAt,
      y1: ({ y }: Placed) => top + y - 6,
      y2: ({ y }: Placed) => top + y + 6,
      stroke: TICK,
      strokeWidth: 2,
    }),
    ...(kind === "bars"
      ? []
      // A circle leaves the ends of the diamond below it to be seen, not the other way round.
      : (joined ? all.toReversed() : all).map((one) =>
        Plot.dot(points.filter(({ series, beyond }) => series === one && !beyond), {
          ...at,
          ...title,
          x: "x",
          y: (one: Placed) => top + one.y - lift(one),
          r: 4.6,
          symbol: PLOT_SYMBOL[one.symbol],
          fill,
          stroke: color,
          strokeWidth: 1.3,
        })
      )),
    Plot.dot(points.filter(({ beyond }) => beyond), {
      ...at,
      ...title,
      x: "x",
      r: 4.2,
      symbol: "triangle",
      rotate: 90,
      fill,
      stroke: color,
      strokeWidth: 1.3,
    }),
    ...(numbers
      ? [...new Set(texts.map(({ dx }) => dx))].map((dx) =>
        Plot.text(texts.filter((one) => one.dx === dx), {
          ...at,
          x: "textX",
          dx,
          text: "text",
          textAnchor: dx > 0 ? "start" : "end",
          ...words,
        })
      )
      : []),
    Plot.text(gaps, {
      fx: "panel",
      x: ({ x1, x2 }: { x1: number; x2: number }) => (x1 + x2) / 2,
      y: ({ y }: { y: number }) => top + y - 12,
      text: "text",
      textAnchor: "middle",
      ...words,
      fontWeight: "bold",
    }),
    Plot.text(panels, {
      fx: "key",
      text: "name",
      frameAnchor: "top-left",
      // From the top of the chart, which has room for all their lines.
      dy: 8 - top,
      lineAnchor: "top",
      fontSize: SIZE.panel,
      fontWeight: "bold",
    }),
    Plot.text(rows, {
      fx: () => panels[0].key,
      y: ({ y }: { y: number }) => top + y,
      text: "text",
      frameAnchor: "left",
      dx: -8,
      textAnchor: "end",
      lineAnchor: "middle",
    }),
    Plot.text(headings, {
      fx: () => panels[0].key,
      y: ({ y }: { y: number }) => top + y,
      text: "text",
      frameAnchor: "left",
      dx: headings[0]?.dx ?? 0,
      textAnchor: "start",
      lineAnchor: "middle",
      fontWeight: "bold",
      fill: INK.text,
      ...HALO,
    }),
    // Below each of them, or once below all where it is wider than one.
    Plot.text(wide ? panels.slice(0, 1) : panels, {
      fx: "key",
      text: () => label,
      ...(wide ? { frameAnchor: "bottom-left", textAnchor: "start" } : { frameAnchor: "bottom" }),
      dy: 30,
      lineAnchor: "bottom",
      fill: INK.soft,
    }),
  ];
}
