import { refusing } from "../results/said.ts";
import { ownFacts } from "../progress/own_facts.ts";
import { notebookDisplay } from "../progress/shown_text.ts";
import { fixed, told } from "../progress/told.ts";
import type { Provenance } from "./provenance.ts";

/** How wide a figure is by default, and in a notebook, whose column may be narrow: letters that are drawn smaller than these cannot be read. */
export const WIDTH = 760, NOTEBOOK_WIDTH = 600;

export const PADDING = 20;

export const INNER = WIDTH - 2 * PADDING;

/** How wide a picture is: in pixels, or as it is printed (`"85mm"`, `"3.3in"`), where it fills its column to the edge. */
export type Width = number | `${number}${"mm" | "cm" | "in"}`;

const PIXELS = { mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }, POINT = 96 / 72, EDGE = 3;

const NARROWEST = 226;

export type Page = ReturnType<typeof pageOf>;

/** A width in pixels, the space around what is drawn in it, how high letters must be to be read (and as it is said), and a width as it was asked for. */
export function pageOf(width: Width = notebookDisplay() ? NOTEBOOK_WIDTH : WIDTH) {
  const [, length, unit] = /^([\d.]+) ?(mm|cm|in)$/.exec(String(width)) ?? [];
  const pixels = typeof width === "number" ? width : Number(length) * PIXELS[unit as keyof typeof PIXELS];
  if (!(pixels >= NARROWEST && pixels < Infinity)) {
    throw refusing("page_width", { NARROWEST, width: told(width) });
  }
  if (typeof width === "number") {
    return {
      width,
      padding: PADDING,
      readable: 7,
      letters: "7 pixels",
      said: (all: number) => `${all} pixels`,
    };
  }
  const said = (all: number) => `${Math.ceil(10 * all * Number(length) / pixels - 1e-6) / 10}${unit}`;
  return { width: pixels, padding: EDGE, readable: 6.5 * POINT, letters: "6.5 points", said };
}

export const FONT = "DejaVu Sans, system-ui, sans-serif";

export const MONO = "DejaVu Sans Mono, monospace";

export const SIZE = {
  ...{ title: 16, subtitle: 11, legend: 11.5, axis: 11 },
  ...{ panel: 12, caption: 11.5, note: 10.5, table: 11.5 },
};

export const INK = { text: "#1c2733", soft: "#5a6775", rule: "#c9d1d9", faint: "#eef1f4", paper: "#ffffff" };

/** What a provenance says of numbers, and the colours of its badge. */
export const BADGE: Record<Provenance, Record<"says" | "ink" | "fill", string>> = ownFacts("provenances");

/** A number as every picture has it: a true minus sign, thousands apart. */
export const numberText = (value: number, decimals: number): string =>
  fixed(value, decimals).replace(/\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

export function signed(value: number, decimals: number): string {
  const text = numberText(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

export const counted = (n: number): string => n.toLocaleString("en-US");

export const rangeText = (values: readonly number[], written: (value: number) => string): string =>
  [...new Set([Math.min(...values), Math.max(...values)].map(written))].join(" to ");

export function countRange(counts: readonly number[]): string {
  const low = Math.min(...counts), high = Math.max(...counts);
  return low === high ? `n = ${counted(low)}` : `n = ${counted(low)}–${counted(high)}`;
}

export const listText = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
