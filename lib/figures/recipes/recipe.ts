import type { Drawing, LegendEntry } from "../figure_spec.ts";
import { PALE, seriesColor } from "../colors.ts";
import { displayName } from "../display_names.ts";
import { countRange, fixed, INK } from "../theme.ts";
import type { Value } from "../values/value.ts";

/** How wide a figure is inside its margins. */
export interface Look {
  /** In pixels. */
  width: number;
  /** Whether simulated numbers stand for a paper's: without decimals. */
  coarse?: boolean;
  /** Whether options are for these values alone: a name in them that sounds like one of the values is a slip. */
  own?: boolean;
  /** What numbers are drawn in, and with how many decimals, where the options do not say it. */
  usual?: { unit: Unit; decimals: number };
}

/** Unit and decimals of a recipe: as told, else as usual for what is drawn. */
export const unitsOf = (
  { unit, decimals }: { unit?: Unit; decimals?: number },
  { usual = { unit: "percent", decimals: 1 } }: Look,
): { unit: Unit; decimals: number } => ({
  unit: unit ?? usual.unit,
  decimals: decimals ?? (unit === undefined ? usual.decimals : 1),
});

/** What a recipe gives: the picture, its legend; for captions, whether 95% intervals and a column Δ are seen in it and what is to be said of rows and numbers. */
export type Drawn = Pick<Drawing, "body" | "legend"> & {
  intervals: boolean;
  delta?: boolean;
  /** Of a table with one unit: what it is called. */
  unit?: string;
  notes?: readonly string[];
};

/** A way to draw values: what a figure's file names, and what a chart of one's own is given. */
export type Recipe = (values: readonly Value[], look: Look) => Promise<Drawn>;

/** Whether any of some values has an interval of confidence. */
export const haveIntervals = (values: readonly Value[]): boolean =>
  values.some(({ value, interval }) => interval === "95%" && !Number.isNaN(value));

/** Whether something of a value can be drawn: the number itself, or the bounds that it lies between. */
export const isKnown = ({ value, interval }: Value): boolean => !Number.isNaN(value) || interval === "bounds";

/** Charts beside each other as one, each as wide as it is. */
export function beside(
  charts: readonly (SVGSVGElement | HTMLElement)[],
  width: number,
): SVGSVGElement | HTMLElement {
  const [first, ...others] = charts;
  let x = Number(first.getAttribute("width"));
  for (const chart of others) {
    chart.setAttribute("x", String(x));
    x += Number(chart.getAttribute("width"));
    first.append(chart);
  }
  first.setAttribute("width", String(width));
  first.setAttribute("viewBox", `0 0 ${width} ${first.getAttribute("height")}`);
  return first;
}

/** Charts below each other as one: an entry of their legends that several have stands once. */
export function below(
  charts: readonly Drawn[],
): Drawn & { body: Extract<Drawn["body"], { kind: "panels" }> } {
  const legend = charts.flatMap(({ legend = [] }) => legend);
  return {
    body: {
      kind: "panels",
      panels: charts.flatMap(({ body }) => body.kind === "panels" ? body.panels : []),
      columns: 1,
    },
    legend: legend.filter((one, i) => legend.findIndex(({ label }) => label === one.label) === i),
    intervals: charts.some(({ intervals }) => intervals),
  };
}

/** What marks of intervals are called in a picture, for screen readers. */
export const INTERVAL = { ariaDescription: "95% interval" } as const;

/** What a row, panel or series of a chart is: a key of the values, several of them, or `quantity`. */
export type Channel = string | readonly string[];

/** The text of a channel for a value; several keys are joined by line breaks. */
export function channelOf(channel: Channel, { keys, quantity }: Value): string {
  const one = (name: string) => name === "quantity" ? quantity : keys[name] ?? "";
  return typeof channel === "string" ? one(channel) : channel.map(one).join("\n");
}

/** The distinct texts of a channel: those of `order`, by the whole (`a · b`) or a key of it, then the others as they come; of several keys those of one first key together. */
export function levelsOf(
  channel: Channel,
  values: readonly Value[],
  order: readonly string[] = [],
): string[] {
  const rank = (name: string) => order.includes(name) ? order.indexOf(name) : order.length;
  const ranks = new Map(values.map((value) => {
    const name = channelOf(channel, value);
    return [name, [name, name.replaceAll("\n", " · "), ...name.split("\n")].map(rank)];
  }));
  const all = [...ranks.keys()].sort((a, b) => {
    const [one, other] = [ranks.get(a)!, ranks.get(b)!];
    return one.map((place, i) => place - other[i]).find((apart) => apart !== 0) ?? 0;
  });
  if (typeof channel === "string") return all;
  const first = all.map((name) => name.split("\n")[0]);
  return [...new Set(first)].flatMap((group) => all.filter((_, i) => first[i] === group));
}

/** What numbers are drawn in: fractions as percent or points, others as they are. */
export type Unit = "percent" | "points" | "number";

/** What a fraction is multiplied by to be drawn in a unit. */
export const scaleOf = (unit: Unit): number => unit === "number" ? 1 : 100;

/** Decimals of simulated numbers in a paper's figure: none of percentages, one fewer of others. */
export const coarser = (unit: Unit, decimals: number): number =>
  unit === "number" ? Math.max(0, decimals - 1) : 0;

/** A value as text: as printed where it is, else with a fixed number of decimals; leading zeros, true minus signs. */
export function valueText(
  { value, printed, low, high, interval }: Value,
  unit: Unit,
  decimals: number,
): string {
  if (printed !== null) return printed.replace("-", "−").replace(/^([+−]?)\./, "$10.");
  // Counts have their thousands apart.
  const text = (x: number) =>
    fixed(scaleOf(unit) * x, decimals).replace(
      /^(−?\d{4,})$/,
      (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","),
    );
  if (!Number.isNaN(value)) return text(value);
  if (interval !== "bounds") return "";
  // A bound as it is said, without decimals that nobody gave.
  const end = (x: number) => text(x).replace(/\.0+$/, "");
  if (low === -Infinity) return `< ${end(high)}`;
  return high === Infinity ? `> ${end(low)}` : `${text(low)} to ${text(high)}`;
}

/** What a mark says when one points at it. */
export function tip(
  value: Value,
  names: Readonly<Record<string, string>>,
  unit: Unit,
  decimals: number,
  said = valueText(value, unit, decimals),
): string {
  const { keys, quantity, low, high, interval, n, provenance } = value;
  const ends = interval === "95%"
    ? `95% interval ${fixed(scaleOf(unit) * low, decimals)} to ${fixed(scaleOf(unit) * high, decimals)}`
    : interval === "bounds"
    ? "bounds that printed facts leave"
    : interval === "middle half"
    ? `middle half ${fixed(scaleOf(unit) * low, decimals)} to ${fixed(scaleOf(unit) * high, decimals)}`
    : "";
  // Where the interval is not from where the number is, that is said of it by itself.
  const apart = ends !== "" && value.intervalProvenance !== null && value.intervalProvenance !== provenance
    ? `, ${value.intervalProvenance}`
    : "";
  const facts = [ends + apart, Number.isNaN(n) ? "" : countRange([n]), provenance].filter((fact) =>
    fact !== ""
  );
  // The number of a panel is its place on the page, and names nothing.
  const named = Object.entries(keys).flatMap(([key, name]) => key === "panel" ? [] : [name]);
  const what = [...named, quantity].filter((part) => part !== "").map((part) => displayName(part, names));
  return `${what.join(", ")}: ${said || "no number"} (${facts.join("; ")})`;
}

/** Ink that keeps a text free of the lines below it. */
export const HALO = { stroke: INK.paper, strokeWidth: 3 } as const;

/** Marks by which series are told apart without colour, as Plot names them. */
export const PLOT_SYMBOL = {
  dot: "circle",
  rhombus: "diamond",
  square: "square",
  triangle: "triangle",
  plus: "cross",
  star: "star",
} as const;
const SYMBOLS = Object.keys(PLOT_SYMBOL) as (keyof typeof PLOT_SYMBOL)[];

/** A series of a chart with how it looks. */
export interface Series {
  key: string;
  label: string;
  color: string;
  symbol: keyof typeof PLOT_SYMBOL;
}

/** The series of some values, with names, colours and marks. */
export function seriesOf(
  channel: Channel,
  values: readonly Value[],
  { order, names = {}, colors = {} }: {
    order?: readonly string[];
    names?: Readonly<Record<string, string>>;
    colors?: Readonly<Record<string, string>>;
  },
): Series[] {
  return levelsOf(channel, values, order).map((key, i) => ({
    key,
    label: displayName(key, names),
    color: colors[key] ?? seriesColor(key, i),
    symbol: SYMBOLS[i % SYMBOLS.length],
  }));
}

/** Whether a legend names series: several, or one that its order tells from others, which are not in these numbers. */
export const areNamed = (keys: readonly string[], order: readonly string[] = []): boolean =>
  keys.length > 1 || order.length > 1 && keys.some((key) => order.includes(key));

/** The legend of series and of where numbers come from, where they differ; a series of bounds alone has no mark, and none here. */
export function seriesLegend(
  series: readonly Series[],
  values: readonly Value[],
  channel: Channel = "quantity",
  isNamed = series.length > 1,
): LegendEntry[] {
  const bounded = new Set(values.map((value) => channelOf(channel, value)));
  for (const value of values) if (!Number.isNaN(value.value)) bounded.delete(channelOf(channel, value));
  // A key looks as its marks do: filled where any of them is.
  const solid = new Set(
    values.filter(({ provenance }) => provenance !== "simulated").map((value) => channelOf(channel, value)),
  );
  const entries: LegendEntry[] = !isNamed ? [] : series.map(({ key, label, color, symbol }) => ({
    label: bounded.has(key) ? `${label}, bounds` : label,
    color,
    glyph: bounded.has(key) ? "bounds" : symbol,
    ...(solid.has(key) || values.length === 0 ? {} : { fill: PALE }),
  }));
  const simulated = values.filter(({ provenance }) => provenance === "simulated").length;
  const ink = series.length === 1 ? series[0].color : INK.soft;
  if (simulated > 0 && simulated < values.length) {
    entries.push({ label: "simulated", color: ink, glyph: "dot", fill: PALE });
  }
  if (values.some(({ interval }) => interval === "95%")) {
    entries.push({ label: "95% interval", color: ink, glyph: "range" });
  }
  // Said once: series of bounds alone have said it beside their own colour.
  const ends = values.filter((value) =>
    value.interval === "bounds" && (!isNamed || !bounded.has(channelOf(channel, value)))
  ).map(({ low, high }) => low + high);
  if (ends.some(Number.isFinite)) {
    entries.push({ label: "between these bounds", color: ink, glyph: "bounds" });
  }
  for (const [end, side] of [[-Infinity, "below"], [Infinity, "above"]] as const) {
    if (ends.includes(end)) entries.push({ label: `somewhere ${side} this bound`, color: ink, glyph: side });
  }
  if (values.some(({ interval }) => interval === "middle half")) {
    entries.push({ label: "middle half", color: INK.soft, glyph: "range" });
  }
  return entries;
}
