import { displayName } from "../display_names.ts";
import { plain, textWidth, wrapText } from "../text_width.ts";
import { signed, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, type Series, type Unit } from "./recipe.ts";

/** What charts of rows have in common: names down the side, a number along x. */
export interface RowOptions {
  /** What stands down the side; of two keys the first names a group of rows. */
  rows?: Channel;
  /** Whether groups of rows have their name above them, on a line of its own, and not before that of their first row. */
  headed?: boolean;
  /** Charts beside each other on a common scale; at most `columns` of them, the others below with a scale of their own. */
  panels?: Channel;
  /** Most panels beside each other; by default as many as have room for their marks and numbers, all on one scale. */
  columns?: number;
  /** Panels with a scale of their own, and what differs in them: they share the rows alone. */
  each?: Readonly<
    Record<string, Pick<RowOptions, "unit" | "decimals" | "reach" | "label" | "ticks" | "at" | "upTo">>
  >;
  /** Marks of a row that are told apart by colour and shape. */
  series?: Channel;
  /** How rows, panels and series are written. */
  names?: Readonly<Record<string, string>>;
  /** Colours of series by their name; by default from what a series is. */
  colors?: Readonly<Record<string, string>>;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { rows?: readonly string[]; panels?: readonly string[]; series?: readonly string[] };
  /** What the axis shows, with its unit. */
  label?: string;
  /** What numbers are drawn in: fractions as percent (default) or points, others as they are. */
  unit?: Unit;
  /** Decimals of the numbers written, 1 by default. */
  decimals?: number;
  /** Values that the axis must reach, as drawn: `[0]`. */
  reach?: readonly number[];
  /** Where the axis has its numbers, as drawn: where values cannot lie there is nothing to read. */
  ticks?: readonly number[];
  /** The largest value in its place, as drawn: those beyond stand there as arrows with their numbers. */
  upTo?: number;
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
export type Kind = "dots" | "bars" | "dumbbells";

/** Height of a line of marks, of a row with one, between groups, of their headings, above the charts with names and without, and below. */
export const LINE = 13, ROW = 24, GROUP_GAP = 10, HEADING = 18, TOP = 26, BARE_TOP = 4, BOTTOM = 40;

/** What is left between rows of several lines, so that an eye sees which belong together, and between the last row's intervals and the axis. */
export const BETWEEN = 13, ABOVE_AXIS = 5;

/** Space to the right of the last chart. */
export const RIGHT = 12;

/** A value with its place. */
export interface Placed {
  value: Value;
  panel: string;
  /** As drawn: in the unit's scale along x, in pixels along y. */
  x: number;
  y: number;
  series: Series;
  text: string;
  /** Whether it lies beyond the largest that is drawn. */
  beyond: boolean;
}

/** Whether no row of a chart has two marks, so that series need no lines of their own. */
export function aloneInRows(values: readonly Value[], rows: Channel, panels: Channel): boolean {
  const places = values.map((value) => `${channelOf(panels, value)}\n${channelOf(rows, value)}`);
  return new Set(places).size === places.length;
}

/** The line of a series in its row: the same in all rows, but in the middle where it is alone, and no line for what no row has beside it. */
export function lineOf(key: string, own: readonly Series[], all: readonly Series[], lines: number): number {
  if (own.length === 1) return (lines - 1) / 2;
  return (all.length === lines ? all : own).findIndex((one) => one.key === key);
}

/** Whether a row is the first of its group. */
export const beginsGroup = (name: string, before: string | undefined): boolean =>
  name.includes("\n") && before?.split("\n")[0] !== name.split("\n")[0];

/** Where rows begin, with space between groups, and for their headings. */
export function rowTops(names: readonly string[], rowHeight: number, headed = false): number[] {
  let y = 0;
  return names.map((name, i) => {
    const begins = beginsGroup(name, names[i - 1]);
    if (i > 0) y += rowHeight + (begins ? GROUP_GAP : 0);
    if (begins && headed) y += HEADING;
    return y;
  });
}

/** A row's name; of a group's later rows (of all where it has a heading) only what tells them apart. */
export function rowLabel(
  name: string,
  before: string | undefined,
  named: (text: string) => string,
  headed = false,
): string {
  const [group, sub] = name.split("\n");
  if (sub === undefined) return named(group);
  return headed || before?.split("\n")[0] === group ? named(sub) : `${named(group)}, ${named(sub)}`;
}

/** Two marks of a row that are joined. */
export interface Link {
  panel: string;
  y: number;
  x1: number;
  x2: number;
  /** Of the first mark and of the second. */
  series: readonly [string, string];
}

export function linksOf(points: readonly Placed[], { from, to }: { from?: string; to?: string }): Link[] {
  if (from === undefined || to === undefined) return [];
  return points.filter(({ series }) => series.key === from).flatMap((first) => {
    const second = points.find((one) =>
      one.series.key === to && one.y === first.y && one.panel === first.panel
    );
    return second ? [{ panel: first.panel, y: first.y, x1: first.x, x2: second.x, series: [from, to] }] : [];
  });
}

/** What lies between two joined marks: the difference of the numbers as they are drawn. */
export function gapText({ x1, x2 }: Pick<Link, "x1" | "x2">, decimals: number): string {
  return signed(x2 - x1, decimals);
}

/** On which side of a mark its number stands: outside of a pair, else to the right. */
export function sideOf(one: Placed, others: readonly Placed[]): "start" | "end" {
  const middle = ({ value: { value, low, high } }: Placed) => Number.isNaN(value) ? (low + high) / 2 : value;
  const partner = others.find((other) => other !== one && other.y === one.y && other.panel === one.panel);
  if (!partner) return "start";
  // Of two that are equal the first stands on the left: their numbers would lie on each other.
  const apart = middle(one) - middle(partner) || others.indexOf(one) - others.indexOf(partner);
  return apart < 0 ? "end" : "start";
}

/** The outermost drawn end of a value on the side where its number stands. */
export function outer({ value, low, high, interval }: Value, side: "start" | "end", joined: boolean): number {
  if (joined && interval === "95%") return value;
  const known = [value, side === "start" ? high : low].filter((x) => !Number.isNaN(x));
  return side === "start" ? Math.max(...known) : Math.min(...known);
}

/** Letters begin so far from the middle of their mark, and from a line to read it by. */
const ASIDE = 8, OFF_LINE = 5, CLEAR = 2;

/**
 * Where a mark's number stands: outside of a pair, else to the right; to the left where it would lie on a line to read it by
 * (0 or another) and there is room, else beyond that line.
 */
export function numberPlace(
  one: Placed,
  all: readonly Placed[],
  { options: { upTo = Infinity, at = [] }, kind, scale, pixels, domain }: {
    options: RowOptions;
    kind: Kind;
    scale: number;
    pixels: number;
    domain: readonly [number, number];
  },
): { textX: number; dx: number } {
  const joined = kind === "dumbbells";
  if (one.beyond) return { textX: one.x, dx: -ASIDE };
  const side = sideOf(one, joined ? all : []), way = side === "start" ? 1 : -1;
  const end = (side: "start" | "end") => Math.min(upTo, scale * outer(one.value, side, joined));
  const reach = (ASIDE + textWidth(one.text, SIZE.note) + CLEAR) / pixels;
  const lineUnder = (from: number, way: number) =>
    [0, ...at].find((line) => way * (from - line) < 0 && way * (from - line) + reach > 0);
  const from = end(side), under = lineUnder(from, way);
  if (under === undefined) return { textX: from, dx: way * ASIDE };
  const left = end("end");
  if (kind === "dots" && lineUnder(left, -1) === undefined && left - reach >= domain[0]) {
    return { textX: left, dx: -ASIDE };
  }
  return { textX: under, dx: way * Math.max(OFF_LINE, ASIDE - Math.abs(from - under) * pixels) };
}

/** So near to each other, in pixels, one mark would hide the one it is joined with. */
const HIDING = 6;

/** How far a mark is lifted that would hide another: that is seen below it, and neither leaves its place along the axis. */
export const LIFT = 5;

/** Whether a mark lies above the one it is joined with, in the order in which they are drawn, and would hide it. */
export function isLifted(
  one: Placed,
  links: readonly Link[],
  series: readonly Series[],
  pixels: number,
): boolean {
  const link = links.find((link) => link.y === one.y && link.panel === one.panel);
  return link !== undefined && Math.abs(link.x2 - link.x1) * pixels < HIDING &&
    link.series.every((key) => series.findIndex((other) => other.key === key) >= series.indexOf(one.series));
}

/** What names of rows may take of a chart's width, and what else they leave to a single panel: longer ones go on below. */
const NAMES_SHARE = 0.42, LEFT = 240;

/** Names of rows as they are written, the lines of the longest, and how much room they take in a chart. */
export function rowLabels(
  rowNames: readonly string[],
  { names = {}, headed }: RowOptions,
  width: number,
  panels: number,
): { labels: string[]; lines: number; room: number } {
  const texts = rowNames.map((name, i) =>
    wrapText(
      rowLabel(name, rowNames[i - 1], (text) => displayName(text, names), headed),
      SIZE.axis,
      Math.max(NAMES_SHARE * width, width - LEFT * Math.max(1, panels)),
    )
  );
  return {
    labels: texts.map((lines) => lines.join("\n")),
    lines: Math.max(1, ...texts.map(({ length }) => length)),
    room: Math.ceil(Math.max(40, ...texts.flat().map((line) => textWidth(plain(line), SIZE.axis)))) + 14,
  };
}

/** The narrowest panels in which marks can be read, marks with their numbers, and with numbers on both sides. */
const NARROWEST = { marks: 100, numbers: 128, both: 176 };

/** How many panels have room beside the names of their rows. */
export function panelsBeside(
  namesRoom: number,
  width: number,
  { numbers = true }: RowOptions,
  kind: Kind,
): number {
  const least = NARROWEST[!numbers ? "marks" : kind === "dumbbells" ? "both" : "numbers"];
  return Math.max(1, Math.floor((width - namesRoom - RIGHT) / least));
}
