import { mistaken, refusing, said } from "../../results/said.ts";
import { color } from "d3-color";
import { namesLike, requireDecimals, requireOptions } from "../../progress/require.ts";
import { told } from "../../progress/told.ts";
import { isFrame } from "../../results/frame.ts";
import { grouped } from "../../stats/grouped.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, type Colored, isKnown, levelsOf, type Unit } from "./recipe.ts";
import { PALE, seriesColors } from "../colors.ts";
import { valueNames } from "../paper_order.ts";
import type { LegendEntry } from "../figure_spec.ts";
import { INK } from "../theme.ts";

const UNITS: readonly Unit[] = ["percent", "points", "number"];

export function requireRecipeOptions(
  action: string,
  options: { unit?: Unit; decimals?: number; colors?: Colors; groups?: string | { colors?: Colors } },
  known: readonly string[],
): void {
  if (Array.isArray(options) || isFrame(options)) {
    const found = isFrame(options) ? told(options) : "it handed over as it is";
    throw mistaken("recipe_made", { action, found });
  }
  requireOptions(action, options, known);
  const { unit, decimals, colors, groups } = options;
  requireDecimals(action, decimals);
  requireColors(action, { ...colors, ...(typeof groups === "object" ? groups.colors : {}) });
  if (unit === undefined || UNITS.includes(unit)) return;
  throw refusing("recipe_unit", { action, UNITS, found: namesLike([String(unit)], UNITS) });
}

type Colors = Readonly<Record<string, string>>;

export function requireColors(action: string, colors: Colors): void {
  for (const [name, one] of Object.entries(colors)) {
    if (typeof one === "string" && color(one) !== null) continue;
    throw refusing("colours", { action, found: told(one), name });
  }
}

const namesOf = (channel: Channel | undefined): readonly string[] =>
  channel === undefined ? [] : typeof channel === "string" ? [channel] : channel;

/** Throws where a recipe names a key that no value has, or where several values would stand in one place (told apart by `channels` and `more`). */
export function requireMarks(
  action: string,
  values: readonly Value[],
  options: object,
  channels: Readonly<Record<string, Channel>>,
  more: (value: Value) => readonly unknown[] = () => [],
): void {
  const keys = [...new Set(values.flatMap((value) => Object.keys(value.keys)))];
  for (const option of Object.keys(channels)) {
    const channel = (options as Readonly<Record<string, Channel | undefined>>)[option];
    const unknown = namesOf(channel).filter((name) => name !== "quantity" && !keys.includes(name));
    if (unknown.length > 0 && values.length > 0) {
      const known = [...keys, "quantity"], found = namesLike(unknown, keys);
      throw refusing("channel_keys", { action, option, known, found });
    }
  }
  const drawn = values.filter(isKnown);
  const places = grouped(
    drawn,
    (value) => [...Object.values(channels).map((one) => channelOf(one, value)), ...more(value)].join("\n\n"),
  );
  const several = [...places.values()].find(({ length }) => length > 1);
  if (!several) return;
  const apart = ["quantity", ...keys].filter((key) =>
    new Set(several.map((value) => channelOf(key, value))).size > 1
  );
  const where = Object.values(several[0].keys).filter((key) => key !== "");
  const free = Object.keys(channels).findLast((one) => !Object.hasOwn(options, one)) ?? "series";
  const advice = said(apart.length > 0 ? "tell_apart" : "none_apart", {
    ...{ action, free, apart, channels: Object.keys(channels) },
    key: JSON.stringify(apart.length > 1 ? apart : apart[0]),
  });
  throw refusing("one_per_mark", { action, count: several.length, where, advice });
}

export const PLOT_SYMBOL = {
  ...{ dot: "circle", rhombus: "diamond", square: "square" } as const,
  ...{ triangle: "triangle", plus: "cross", star: "star" } as const,
};
const SYMBOLS = Object.keys(PLOT_SYMBOL) as (keyof typeof PLOT_SYMBOL)[];

export type Series = Record<"key" | "label" | "color", string> & { symbol: keyof typeof PLOT_SYMBOL };

export function seriesOf(
  channel: Channel,
  values: readonly Value[],
  { order, names = {}, colors = {} }: Colored & { order?: readonly string[] },
): Series[] {
  const keys = levelsOf(channel, values, order), usual = seriesColors(keys);
  return keys.map((key, i) => ({
    key,
    label: valueNames(channel, key, names).join("\n"),
    color: colors[key] ?? usual[i],
    symbol: SYMBOLS[i % SYMBOLS.length],
  }));
}

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
