import { tint } from "../colors.ts";
import { displayName } from "../display_names.ts";
import type { Drawing } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { plain, textWidth } from "../text_width.ts";
import { INK, signed, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import {
  type Channel,
  channelOf,
  HALO,
  levelsOf,
  type Look,
  scaleOf,
  type Series,
  seriesLegend,
  seriesOf,
  tip,
  type Unit,
  valueText,
} from "./recipe.ts";

/** What charts of rows have in common: names down the side, a number along x. */
export interface RowOptions {
  /** What stands down the side; of two keys the first names a group of rows. */
  rows?: Channel;
  /** Charts beside each other on a common scale; at most so many, the others below with a scale of their own. */
  panels?: Channel;
  columns?: number;
  /** Panels with a scale of their own, and what differs in them: they share the rows alone. */
  each?: Readonly<Record<string, Pick<RowOptions, "unit" | "decimals" | "reach" | "label" | "at">>>;
  /** Marks of a row that are told apart by colour and shape. */
  series?: Channel;
  /** How rows, panels and series are written. */
  names?: Readonly<Record<string, string>>;
  colors?: Readonly<Record<string, string>>;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { rows?: readonly string[]; panels?: readonly string[]; series?: readonly string[] };
  /** What the axis shows, with its unit. */
  label?: string;
  unit?: Unit;
  decimals?: number;
  /** Values that the axis must reach, as drawn: `[0]`. */
  reach?: readonly number[];
  /** Vertical lines to read the marks by, as drawn. */
  at?: readonly number[];
  /** Whether numbers have their sign, as changes do. */
  signed?: boolean;
  /** Marks that are not filled, and what the legend says of them. */
  hollow?: { where: (value: Value) => boolean; label: string };
  /** A further number of the values (in `more`) that is drawn as a short red line across the row. */
  tick?: { of: string; label: string };
  /** Whether every mark has its number beside it; true by default. */
  numbers?: boolean;
}

/** What stands in a row: dots, bars from 0, or dots joined in pairs. */
type Kind = "dots" | "bars" | "dumbbells";

/** Height of a line of marks, of a row with one, between groups, above the charts and below. */
const LINE = 13, ROW = 24, GROUP_GAP = 10, TOP = 26, BOTTOM = 40;

/** A value with its place. */
interface Placed {
  value: Value;
  panel: string;
  /** As drawn: in the unit's scale along x, in pixels along y. */
  x: number;
  y: number;
  series: Series;
  text: string;
}

/** Draws values in rows: what `dots`, `bars` and `dumbbells` share. */
export async function rowChart(
  values: readonly Value[],
  look: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
): Promise<Pick<Drawing, "body" | "legend">> {
  const { panels = [], columns = Infinity } = options;
  const names = levelsOf(panels, values, options.order?.panels);
  if (options.each) return await sideBySide(values, names, look, kind, options);
  if (names.length <= columns) return await oneChart(values, look, kind, options);
  const rows = Math.ceil(names.length / columns);
  const charts = await Promise.all(Array.from({ length: rows }, (_, r) => {
    const own = names.slice(r * columns, (r + 1) * columns);
    return oneChart(values.filter((value) => own.includes(channelOf(panels, value))), look, kind, options);
  }));
  const drawn = charts.flatMap(({ body }) => body.kind === "panels" ? body.panels : []);
  return { body: { kind: "panels", panels: drawn, columns: 1 }, legend: charts[0].legend };
}

/** Charts of the same rows beside each other, of which only the first names them. */
async function sideBySide(
  values: readonly Value[],
  names: readonly string[],
  { width }: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
): Promise<Pick<Drawing, "body" | "legend">> {
  const { rows = "judge", panels = [] } = options;
  const rowNames = levelsOf(rows, values, options.order?.rows);
  const side = namesWidth(rowNames, options), plot = Math.floor((width - side) / names.length);
  const charts = await Promise.all(names.map((name, i) => {
    const own = values.filter((value) => channelOf(panels, value) === name);
    const shown = { ...options, ...options.each?.[name], order: { ...options.order, rows: rowNames } };
    return oneChart(own, { width: plot + (i === 0 ? side : 0) }, kind, shown, { rowNames, named: i === 0 });
  }));
  const drawn = charts.flatMap(({ body }) => body.kind === "panels" ? body.panels.map(({ svg }) => svg) : []);
  const [first, ...others] = drawn;
  others.forEach((svg, i) => {
    svg.setAttribute("x", String(side + (i + 1) * plot));
    first.append(svg);
  });
  first.setAttribute("width", String(width));
  first.setAttribute("viewBox", `0 0 ${width} ${first.getAttribute("height")}`);
  const legends = charts.flatMap(({ legend = [] }) => legend);
  const legend = legends.filter((one, i) => legends.findIndex(({ label }) => label === one.label) === i);
  return { body: { kind: "panels", panels: [{ svg: first }], columns: 1 }, legend };
}

/** How much room the names of rows take. */
function namesWidth(rowNames: readonly string[], { names = {} }: RowOptions): number {
  const labels = rowNames.map((name, i) =>
    rowLabel(name, rowNames[i - 1], (text) => displayName(text, names))
  );
  return Math.ceil(Math.max(40, ...labels.map((label) => textWidth(plain(label), SIZE.axis)))) + 14;
}

async function oneChart(
  values: readonly Value[],
  { width }: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
  /** The rows of a chart beside others, and whether it names them. */
  beside?: { rowNames: readonly string[]; named: boolean },
): Promise<Pick<Drawing, "body" | "legend">> {
  const {
    rows = "judge",
    panels = [],
    series = "quantity",
    names = {},
    unit = "percent",
    decimals = 1,
    order = {},
  } = options;
  const known = values.filter(({ value, interval }) => !Number.isNaN(value) || interval === "bounds");
  const panelNames = levelsOf(panels, values, order.panels);
  const rowNames = beside?.rowNames ?? levelsOf(rows, values, order.rows);
  const all = seriesOf(series, known, { order: order.series, names, colors: options.colors });
  const named = (text: string) => displayName(text, names);
  // One line for all marks of a row, or one for each series where their numbers or intervals would collide.
  const joined = kind === "dumbbells";
  const lines = joined || aloneInRows(known, rows, panels) ? 1 : Math.max(1, all.length);
  const rowHeight = joined ? ROW + 8 : Math.max(ROW, lines * LINE + 9);
  const tops = rowTops(rowNames, rowHeight);
  const scale = scaleOf(unit);
  const placed = known.map((value): Placed => {
    const row = channelOf(rows, value), key = channelOf(series, value);
    const line = lines === 1 ? 0 : all.findIndex((one) => one.key === key);
    return {
      value,
      panel: channelOf(panels, value),
      x: scale * value.value,
      y: tops[rowNames.indexOf(row)] +
        (joined ? rowHeight / 2 + 4 : (rowHeight - lines * LINE) / 2 + LINE * (line + 0.5)),
      series: all.find((one) => one.key === key)!,
      text: options.signed && !Number.isNaN(value.value)
        ? signed(scale * value.value, decimals)
        : valueText(value, unit, decimals),
    };
  });
  const height = TOP + (tops.at(-1) ?? 0) + rowHeight + BOTTOM;
  const unnamed = beside?.named === false;
  const labels = unnamed ? [] : rowNames.map((name, i) => rowLabel(name, rowNames[i - 1], named));
  const marginLeft = unnamed ? 14 : namesWidth(rowNames, options);
  const numbers = options.numbers ?? true;
  const ticks = beside ? 4 : panelNames.length > 3 ? 3 : panelNames.length > 1 ? 5 : 8;
  const domain = domainOf(
    placed,
    options,
    scale,
    kind,
    (width - marginLeft) / Math.max(1, panelNames.length),
  );
  const svg = await themedPlot((Plot) => {
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
    const at = { fx: "panel", y: ({ y }: Placed) => TOP + y };
    const points = placed.filter(({ value }) => !Number.isNaN(value.value));
    const title = { title: ({ value }: Placed) => tip(value, names, unit, decimals) };
    const ends = {
      x1: ({ value }: Placed) => scale * value.low,
      x2: ({ value }: Placed) => scale * value.high,
    };
    const tickAt = ({ value }: Placed) => scale * (value.more[options.tick?.of ?? ""] ?? NaN);
    const marked = placed.filter((one) => tickAt(one) >= domain[0] && tickAt(one) <= domain[1]);
    const links = joined ? linksOf(points, options) : [];
    const gaps = links.map((link) => ({ ...link, text: gapText(link, decimals) }));
    const words = { lineAnchor: "middle", fontSize: SIZE.note, fill: INK.text, ...HALO } as const;
    return {
      width,
      height,
      marginLeft,
      marginRight: 12,
      marginTop: TOP,
      marginBottom: BOTTOM,
      fx: { domain: panelNames, axis: null, padding: panelNames.length > 1 ? 0.06 : 0 },
      x: { domain, axis: null },
      y: { type: "identity", axis: null },
      marks: [
        Plot.gridX({
          stroke: INK.rule,
          strokeOpacity: 0.8,
          ticks,
        }),
        Plot.axisX({
          label: null,
          ticks,
          tickSize: 0,
          tickPadding: 6,
        }),
        ...(domain[0] <= 0 ? [Plot.ruleX([0], { stroke: INK.text, strokeOpacity: 0.7 })] : []),
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
          y1: ({ y }: { y: number }) => TOP + y,
          y2: ({ y }: { y: number }) => TOP + y,
          stroke: INK.soft,
          strokeWidth: 2.5,
          strokeOpacity: 0.65,
        }),
        ...(kind === "bars"
          ? [Plot.ruleY(points, { ...at, ...title, x1: 0, x2: "x", stroke: fill, strokeWidth: LINE - 3 })]
          : []),
        Plot.ruleY(placed.filter(({ value }) => value.interval === "95%"), {
          ...at,
          // Those of two joined marks would lie on each other: below the marks, one below the other.
          ...(joined
            ? { y: ({ y, series }: Placed) => TOP + y + (series.key === options.from ? 7 : 10) }
            : {}),
          ...ends,
          stroke: kind === "bars" ? INK.text : color,
          strokeWidth: kind === "bars" ? 1 : 1.6,
        }),
        Plot.link(marked, {
          fx: "panel",
          x1: tickAt,
          x2: tickAt,
          y1: ({ y }: Placed) => TOP + y - 6,
          y2: ({ y }: Placed) => TOP + y + 6,
          stroke: TICK,
          strokeWidth: 2,
        }),
        ...(kind === "bars" ? [] : all.map((one) =>
          Plot.dot(points.filter(({ series }) => series === one), {
            ...at,
            ...title,
            x: "x",
            r: 4.6,
            symbol: PLOT_SYMBOL[one.symbol],
            fill,
            stroke: color,
            strokeWidth: 1.3,
          })
        )),
        ...(numbers
          ? (["start", "end"] as const).map((anchor) => {
            const dx = anchor === "start" ? 8 : -8;
            return Plot.text(placed.filter((one) => sideOf(one, joined ? placed : []) === anchor), {
              ...at,
              x: (one: Placed) => scale * outer(one.value, anchor, joined),
              dx,
              text: "text",
              textAnchor: anchor,
              ...words,
            });
          })
          : []),
        Plot.text(gaps, {
          fx: "panel",
          x: ({ x1, x2 }: { x1: number; x2: number }) => (x1 + x2) / 2,
          y: ({ y }: { y: number }) => TOP + y - 11,
          text: "text",
          textAnchor: "middle",
          ...words,
          fontWeight: "bold",
        }),
        Plot.text(panelNames, {
          fx: (name: string) => name,
          text: (name: string) => named(name),
          frameAnchor: "top-left",
          dy: -18,
          lineAnchor: "top",
          fontSize: SIZE.panel,
          fontWeight: "bold",
        }),
        Plot.text(labels.map((text, i) => ({ text, y: TOP + tops[i] + rowHeight / 2 + (joined ? 4 : 0) })), {
          fx: () => panelNames[0],
          y: "y",
          text: "text",
          frameAnchor: "left",
          dx: -8,
          textAnchor: "end",
          lineAnchor: "middle",
        }),
        Plot.text(panelNames, {
          fx: (name: string) => name,
          text: () => options.label ?? "",
          frameAnchor: "bottom",
          dy: 30,
          lineAnchor: "bottom",
          fill: INK.soft,
        }),
      ],
    };
  });
  const { tick, hollow } = options;
  const ticked = tick && known.some(({ more }) => !Number.isNaN(more[tick.of] ?? NaN));
  return {
    body: { kind: "panels", panels: [{ svg }], columns: 1 },
    legend: [
      // A legend would repeat the headings of the panels.
      ...seriesLegend(series === panels ? [] : all, known),
      ...(hollow && known.some(hollow.where)
        ? [{ label: hollow.label, color: INK.soft, glyph: "circle" as const }]
        : []),
      ...(ticked ? [{ label: tick.label, color: TICK, glyph: "line" as const }] : []),
    ],
  };
}

/** What a value is held against: the noise of runs. */
const TICK = "#cc3311";

/** Whether no row of a chart has two marks, so that series need no lines of their own. */
function aloneInRows(values: readonly Value[], rows: Channel, panels: Channel): boolean {
  const places = values.map((value) => `${channelOf(panels, value)}\n${channelOf(rows, value)}`);
  return new Set(places).size === places.length;
}

const PLOT_SYMBOL = { dot: "circle", rhombus: "diamond", square: "square", triangle: "triangle" } as const;

/** Where rows begin, with space between groups. */
function rowTops(names: readonly string[], rowHeight: number): number[] {
  let y = 0;
  return names.map((name, i) => {
    const [group, sub] = name.split("\n");
    if (i > 0) y += rowHeight + (sub !== undefined && names[i - 1].split("\n")[0] !== group ? GROUP_GAP : 0);
    return y;
  });
}

/** A row's name; of a group's later rows only what tells them apart. */
function rowLabel(name: string, before: string | undefined, named: (text: string) => string): string {
  const [group, sub] = name.split("\n");
  if (sub === undefined) return named(group);
  return before?.split("\n")[0] === group ? named(sub) : `${named(group)}, ${named(sub)}`;
}

/** Two marks of a row that are joined. */
interface Link {
  panel: string;
  y: number;
  x1: number;
  x2: number;
}

function linksOf(points: readonly Placed[], { from, to }: { from?: string; to?: string }): Link[] {
  return points.filter(({ series }) => series.key === from).flatMap((first) => {
    const second = points.find((one) =>
      one.series.key === to && one.y === first.y && one.panel === first.panel
    );
    return second ? [{ panel: first.panel, y: first.y, x1: first.x, x2: second.x }] : [];
  });
}

/** What lies between two joined marks: the difference of the numbers as they are drawn. */
function gapText({ x1, x2 }: Link, decimals: number): string {
  return signed(Number((x2 - x1).toFixed(decimals)), decimals);
}

/** On which side of a mark its number stands: outside of a pair, else to the right. */
function sideOf(one: Placed, others: readonly Placed[]): "start" | "end" {
  const middle = ({ value: { value, low, high } }: Placed) => Number.isNaN(value) ? (low + high) / 2 : value;
  const partner = others.find((other) => other !== one && other.y === one.y && other.panel === one.panel);
  return partner && middle(one) < middle(partner) ? "end" : "start";
}

/** The outermost drawn end of a value on the side where its number stands. */
function outer({ value, low, high, interval }: Value, side: "start" | "end", joined: boolean): number {
  if (joined && interval === "95%") return value;
  const known = [value, side === "start" ? high : low].filter((x) => !Number.isNaN(x));
  return side === "start" ? Math.max(...known) : Math.min(...known);
}

/** The ends of the axis, with room for the numbers beside the outermost marks. */
function domainOf(
  placed: readonly Placed[],
  { reach = [], at = [], numbers = true, signed = false }: RowOptions,
  scale: number,
  kind: Kind,
  panelWidth: number,
): [number, number] {
  const ends = placed.flatMap(({ value: { value, low, high } }) => [value, low, high])
    .filter((x) => !Number.isNaN(x)).map((x) => scale * x);
  const edges = [...ends, ...reach, ...at, ...(kind === "bars" ? [0] : [])];
  const low = Math.min(...edges), high = Math.max(...edges);
  const span = high > low ? high - low : Math.abs(high) || 1;
  // What a number takes of the axis; twice that at most is needed, once on either side.
  const shareOf = ({ text }: Placed) => numbers ? (textWidth(text, SIZE.note) + 16) / panelWidth : 0;
  const share = Math.max(...placed.map(shareOf));
  const room = (one: Placed) => span * shareOf(one) / Math.max(0.2, 1 - (signed ? 1 : 2) * share),
    edge = 0.02 * span;
  const pairs = kind === "dumbbells" ? placed : [];
  const lefts = placed.filter((one) => sideOf(one, pairs) === "end").map((one) =>
    scale * outer(one.value, "end", pairs.length > 0) - room(one)
  );
  const rights = placed.filter((one) => sideOf(one, pairs) === "start").map((one) =>
    scale * outer(one.value, "start", pairs.length > 0) + room(one)
  );
  return [Math.min(low === 0 ? 0 : low - edge, ...lefts), Math.max(high === 0 ? 0 : high + edge, ...rights)];
}
