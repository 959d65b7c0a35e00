import type { Provenance } from "./provenance.ts";

/** Width of every figure in pixels: a column of text. */
export const WIDTH = 760;

/** Space around and between the parts of a figure. */
export const PADDING = 20;

/** Width between the margins. */
export const INNER = WIDTH - 2 * PADDING;

export const FONT = "DejaVu Sans, system-ui, sans-serif";

/** Sizes of text in pixels. */
export const SIZE = {
  title: 16,
  subtitle: 11,
  legend: 11.5,
  axis: 11,
  panel: 12,
  caption: 11.5,
  note: 10.5,
  table: 11.5,
};

export const INK = { text: "#1c2733", soft: "#5a6775", rule: "#c9d1d9", faint: "#eef1f4", paper: "#ffffff" };

/**
 * Colours by meaning, the same in all figures; distinguishable with the common colour-vision deficiencies (Okabe and Ito's
 * palette, darkened where text stands on them).
 */
export const COLOR = {
  ids: "#0072b2",
  cds: "#d55e00",
  ib: "#d55e00",
  lb: "#009e73",
  withImage: "#0072b2",
  withoutImage: "#e69f00",
  helps: "#009e73",
  hurts: "#cc3311",
  before: "#999fa6",
  after: "#0072b2",
};

/** Colours for series without a meaning of their own: judges, domains. */
export const SERIES = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#cc79a7",
  "#e69f00",
  "#56b4e9",
  "#5c5c8a",
  "#8c510a",
];

/** Colours of the badge that says where the numbers come from. */
export const BADGE: Record<Provenance, { ink: string; fill: string }> = {
  published: { ink: "#1f5f3f", fill: "#e3f3ea" },
  "computed from published": { ink: "#1f5f3f", fill: "#e3f3ea" },
  redrawn: { ink: "#3d4652", fill: "#eceff2" },
  simulated: { ink: "#8a4b00", fill: "#fdf0d9" },
  results: { ink: "#174a7c", fill: "#e2edf8" },
};

/** The pattern that marks simulated bars: hatching in the bar's own colour. */
export function hatch(color: string): string {
  return `url(#hatch-${color.slice(1)})`;
}

/** Fill of a mark by where its number comes from: solid, or hatched for simulated. */
export function fillOf(color: string, provenance: Provenance): string {
  return provenance === "simulated" ? hatch(color) : color;
}

/**
 * A number with a fixed number of decimals, a true minus sign, and never −0.00; nothing for a missing one.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fixed } from "@/figures/theme.ts";
 *
 * assert.deepEqual([fixed(-1.234, 1), fixed(-0.001, 2), fixed(NaN, 1)], ["−1.2", "0.00", ""]);
 * ```
 */
export function fixed(value: number | null | undefined, decimals: number): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "";
  const text = Math.abs(value).toFixed(decimals);
  return (value < 0 && Number(text) !== 0 ? "−" : "") + text;
}

/** A change with its sign: +1.2, −0.3, 0.0. */
export function signed(value: number, decimals: number): string {
  const text = fixed(value, decimals);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A count with thin separators: 7,756. */
export function counted(n: number): string {
  return n.toLocaleString("en-US");
}

/** A range of counts as it stands in a label: `n = 7,756` or `n = 120–138`. */
export function countRange(counts: readonly number[]): string {
  const low = Math.min(...counts), high = Math.max(...counts);
  return low === high ? `n = ${counted(low)}` : `n = ${counted(low)}–${counted(high)}`;
}

/** A judge's name over two lines, broken at a hyphen near the middle, for narrow axes. */
export function brokenName(name: string, longest = 12): string {
  if (name.length <= longest) return name;
  const breaks = [...name.matchAll(/[- ]/g)].map((match) => match.index + 1).filter((at) => at < name.length);
  if (breaks.length === 0) return name;
  const best = breaks.reduce((a, b) => Math.abs(b - name.length / 2) < Math.abs(a - name.length / 2) ? b : a);
  return `${name.slice(0, best).trimEnd()}\n${name.slice(best)}`;
}
