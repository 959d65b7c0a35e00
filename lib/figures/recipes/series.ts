import { PALE, seriesColor } from "../colors.ts";
import { valueNames } from "../display_names.ts";
import type { LegendEntry } from "../figure_spec.ts";
import { INK } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, levelsOf } from "./recipe.ts";

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

export interface Series {
  key: string;
  label: string;
  color: string;
  symbol: keyof typeof PLOT_SYMBOL;
}

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
    label: valueNames(channel, key, names).join("\n"),
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
