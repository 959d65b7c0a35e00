import { limitsText } from "../../progress/estimate_cells.ts";
import { fixed, scaleOf, type Unit } from "../../progress/told.ts";
import type { Drawing } from "../figure_spec.ts";
import { columnName, displayName } from "../paper_order.ts";
import { countRange, INK, numberText } from "../theme.ts";
import type { Value } from "../values/value.ts";

/** How wide a figure is inside its margins. */
export interface Look {
  /** In pixels. */
  width: number;
  /** Whether simulated numbers stand for a paper's: without decimals. */
  coarse?: boolean;
  /** Whether the values are one's own: axes are named by what they show. */
  own?: boolean;
  /** What numbers are drawn in where nothing says it: percent unless told. */
  unit?: Unit;
  /** With how many decimals numbers are drawn where the options do not say it. */
  usual?: Readonly<Record<Unit, number>>;
}

/** Unit and decimals of what is drawn on one scale: as told, else as it is known of all of it, else as usual. */
export function unitsOf(
  { unit: told, decimals }: { unit?: Unit; decimals?: number },
  { usual, unit: guess = "percent" }: Look,
  values: readonly Value[],
): { unit: Unit; decimals: number } {
  const [one, ...others] = new Set(values.flatMap(({ unit }) => unit ?? []));
  const mixed = [one, ...others].includes("number") ? "number" : "points";
  const unit = told ?? (others.length > 0 ? mixed : one ?? guess);
  return { unit, decimals: decimals ?? usual?.[unit] ?? 1 };
}

/** What a recipe gives: the picture, its legend; for captions, whether 95% intervals and a column Δ are seen in it and what is to be said of rows and numbers. */
export type Drawn = Pick<Drawing, "body" | "legend"> & {
  intervals: boolean;
  delta?: boolean;
  /** What numbers are drawn in, as the recipe's options say it. */
  drawnIn?: Unit;
  /** Of a table with one unit: what it is called. */
  unit?: string;
  notes?: readonly string[];
  /** How keys are written in it. */
  names?: Written["names"];
};

/** A way to draw values: what a figure's file names, and what a chart of one's own is given. */
export type Recipe = (values: readonly Value[], look: Look) => Promise<Drawn>;

export const axisName = (channel: Channel, names?: Written["names"]): string =>
  [channel].flat().map((one) => columnName(one, names)).join(", ");

export const haveIntervals = (values: readonly Value[]): boolean =>
  values.some(({ value, interval }) => interval === "95%" && !Number.isNaN(value));

/** Whether something of a value can be drawn: the number itself, or the bounds that it lies between. */
export const isKnown = ({ value, interval }: Value): boolean => !Number.isNaN(value) || interval === "bounds";

export function beside(charts: readonly (SVGSVGElement | HTMLElement)[], width: number) {
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

export function below(charts: readonly Drawn[]) {
  const legend = charts.flatMap(({ legend = [] }) => legend);
  return {
    body: {
      kind: "panels" as const,
      panels: charts.flatMap(({ body }) => body.kind === "panels" ? body.panels : []),
      columns: 1,
    },
    legend: legend.filter((one, i) => legend.findIndex(({ label }) => label === one.label) === i),
    intervals: charts.some(({ intervals }) => intervals),
  };
}

export const INTERVAL = { ariaDescription: "95% interval" } as const;

/** What a row, panel or series of a chart is: a key of the values, several of them, or `quantity`. */
export type Channel = string | readonly string[];

export function channelOf(channel: Channel, { keys, quantity }: Value): string {
  const one = (name: string) => name === "quantity" ? quantity : keys[name] ?? "";
  return typeof channel === "string" ? one(channel) : channel.map(one).join("\n");
}

/** The distinct texts of a channel: those of `order`, by the whole (`a · b`) or a key of it, then the others as they come; of several keys those of one first key together. */
export function levelsOf(channel: Channel, values: readonly Value[], order: readonly string[] = []) {
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

export { scaleOf, type Unit };

export interface Written {
  /** What numbers are drawn in: fractions as percent (default) or points, others as they are. */
  unit?: Unit;
  /** Decimals of the numbers written, 1 by default. */
  decimals?: number;
  /** How keys and quantities are written, by the name that they have in the values. */
  names?: Readonly<Record<string, string>>;
}

export interface Colored extends Written {
  /** Colours of series by their name; by default from what a series is. */
  colors?: Readonly<Record<string, string>>;
}

export function calledBy(values: readonly Value[], { unit = "percent", names }: Written): string {
  const shown = [...new Set(values.map(({ quantity }) => columnName(quantity, names)))].join(", ");
  return unit === "number" ? shown : `${shown} (${unit})`;
}

/** Decimals of simulated numbers in a paper's figure: one fewer than others have, of percentages none unless more are asked for. */
export const coarser = (decimals: number): number => Math.max(0, decimals - 1);

export function intervalText({ low, high, interval }: Value, unit: Unit, decimals: number): string {
  const text = (end: number) => fixed(scaleOf(unit) * end, decimals);
  return interval === "95%" ? limitsText(text(low), text(high)) : "";
}

/** A value as text: as printed where it is, else with a fixed number of decimals; leading zeros, true minus signs. */
export function valueText({ value, printed, low, high, interval }: Value, unit: Unit, decimals: number) {
  if (printed !== null) return printed.replace("-", "−").replace(/^([+−]?)\./, "$10.");
  const text = (x: number) => numberText(scaleOf(unit) * x, decimals);
  if (!Number.isNaN(value)) return text(value);
  if (interval !== "bounds") return "";
  const end = (x: number) => text(x).replace(/\.0+$/, "");
  if (low === -Infinity) return `< ${end(high)}`;
  return high === Infinity ? `> ${end(low)}` : `${text(low)} to ${text(high)}`;
}

export function tip(
  value: Value,
  names: Readonly<Record<string, string>>,
  unit: Unit,
  decimals: number,
  said = valueText(value, unit, decimals),
): string {
  const { keys, quantity, low, high, interval, n, provenance } = value;
  const [from, to] = [low, high].map((end) => numberText(scaleOf(unit) * end, decimals));
  const kind = interval === "95%" ? "95% interval" : interval;
  const ends = interval === "bounds"
    ? "bounds that printed facts leave"
    : kind === null
    ? ""
    : `${kind} ${from} to ${to}`;
  // Where the interval is not from where the number is, that is said of it by itself.
  const apart = ends !== "" && value.intervalProvenance !== null && value.intervalProvenance !== provenance
    ? `, ${value.intervalProvenance}`
    : "";
  const facts = [ends + apart, Number.isNaN(n) ? "" : countRange([n]), provenance].filter((fact) =>
    fact !== ""
  );
  const named = Object.entries(keys).flatMap(([key, name]) => key === "panel" ? [] : [name]);
  const what = [...named, quantity].filter((part) => part !== "").map((part) => displayName(part, names));
  return `${what.join(", ")}: ${said || "no number"} (${facts.join("; ")})`;
}

export const HALO = { stroke: INK.paper, strokeWidth: 3 } as const;
