import { optionNames } from "../../progress/require.ts";
import { alignDecimals, textWidth } from "../text_width.ts";
import { signed, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, type Colored, scaleOf, valueText } from "./recipe.ts";
import type { Series } from "./require_marks.ts";

/** What charts of rows have in common: names down the side, a number along x. */
export interface RowOptions extends Colored {
  /** What stands down the side; of two keys the first names a group of rows, in a heading. */
  rows?: Channel;
  /** Charts beside each other on a common scale, those that have no room below. */
  panels?: Channel;
  /** Most panels beside each other; by default as many as have room. */
  columns?: number;
  /** Panels with a scale of their own, and what differs in them: they share the rows alone. */
  each?: Readonly<
    Record<string, Pick<RowOptions, "unit" | "decimals" | "reach" | "label" | "ticks" | "at" | "signed">>
  >;
  /** Marks of a row that are told apart by colour and shape. */
  series?: Channel;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { rows?: readonly string[]; panels?: readonly string[]; series?: readonly string[] };
  /** Rows from the largest value to the smallest: of all series, or of the one that is named, in the first panel that has it. Groups stay together. */
  sort?: true | string;
  /** What the axis shows, with its unit; in a `chart` by default the quantities and the unit. */
  label?: string;
  /** Values that the axis must reach, as drawn: `[0]`. */
  reach?: readonly number[];
  /** Where the axis has its numbers, as drawn: where values cannot lie there is nothing to read. */
  ticks?: readonly number[];
  /** Vertical lines to read the marks by, as drawn, and what stands above them. */
  at?: readonly (number | { x: number; label: string })[];
  /** A range of the axis in which marks are as they should be, as drawn: a grey ground. */
  band?: readonly [number, number];
  /** Whether numbers have their sign, as changes do. */
  signed?: boolean;
  /** Marks that are not filled, and what the legend says of them and of the filled ones. */
  hollow?: { where: (value: Value) => boolean; label: string; filled: string };
  /** A series, or a further number of the values (in `more`), that is drawn as a short red line across the row. */
  tick?: { of: string; label: string };
  /** Least height of a row in pixels, 22 by default: less for long lists, as far as names and marks have room. */
  rowHeight?: number;
  /** Whether the marks of a row stand on one line, whatever lies on what. */
  together?: boolean;
  /** Whether numbers stand in columns at the right, or of which series (`Δ`: of what lies between two); true by default, of `intervals` false. */
  numbers?: boolean | readonly string[];
}

export const ROW_OPTIONS = optionNames<RowOptions>()(
  "rows panels columns each series names colors order sort label unit decimals reach ticks at band signed hollow tick together numbers rowHeight",
);

export type Kind = "dots" | "bars" | "dumbbells";

export type Line = Record<"key" | "text", string> & { height: number; heading: boolean };

export interface RowFrame {
  kind: Kind;
  options: RowOptions & { from?: string; to?: string };
  lines: readonly Line[];
  room: number;
  series: readonly Series[];
  /** Whether no row has two marks in a panel, so that series need neither lines nor columns of their own. */
  alone: boolean;
  apart: number;
}

export interface PanelFrame extends RowFrame {
  none: number;
  isLog: boolean;
}

export const TICK = "#cc3311";

export const tickOf = (value: Value, of: string | undefined, series: Channel = "quantity"): number =>
  of === undefined ? NaN : channelOf(series, value) === of ? value.value : value.more[of] ?? NaN;

export const LEFT = 14;

/** A column of numbers at the right of a panel; above it the mark that they belong to, or Δ. */
export interface Column {
  head?: Series | "Δ";
  texts: ReadonlyMap<string, string>;
  width: number;
}

const RIGHT = 14;

export const GUTTER = 13;

/** The numbers of a panel in columns: one where no row has two, else one for each series, as wide as all values (`shown`) want. */
export function columnsOf(values: readonly Value[], frame: RowFrame, shown = values): Column[] {
  const { unit = "percent", decimals = 1, numbers = true, rows = "judge", series = "quantity" } =
    frame.options;
  if (!numbers) return [];
  const { from, to } = frame.options, scale = scaleOf(unit);
  const rowsShown = frame.lines.filter(({ heading }) => !heading);
  const column = (cells: readonly (readonly [string, string])[], head?: Column["head"], wide = cells) => ({
    head,
    texts: new Map([
      ...rowsShown.map(({ key }) => [key, "–"] as const),
      ...alignDecimals(cells.map(([, text]) => text)).map((text, c) => [cells[c][0], text] as const),
    ]),
    width: Math.max(
      12,
      typeof head === "object" && head.key === frame.options.tick?.of ? textWidth(head.label, SIZE.note) : 0,
      ...wide.map(([, text]) => textWidth(text, SIZE.note, { bold: head === "Δ" })),
    ),
  });
  const cell = (value: Value) =>
    [
      channelOf(rows, value),
      frame.options.signed && !Number.isNaN(value.value)
        ? signed(scale * value.value, decimals)
        : valueText(value, unit, decimals),
    ] as const;
  if (frame.alone) return [column(values.map(cell))];
  const own = (key: string | undefined, from = values) =>
    from.filter((value) => channelOf(series, value) === key);
  const each = frame.series.filter(({ key }) =>
    (numbers === true || numbers.includes(key)) && own(key, shown).length > 0
  ).map((one) => column(own(one.key).map(cell), one, own(one.key, shown).map(cell)));
  const gaps = frame.kind !== "dumbbells" ? [] : own(from).flatMap((first) => {
    const row = channelOf(rows, first), second = own(to).find((value) => channelOf(rows, value) === row);
    const gap = scale * ((second?.value ?? NaN) - first.value);
    return Number.isNaN(gap) ? [] : [[row, signed(gap, decimals)] as const];
  });
  return gaps.length === 0 || numbers !== true && !numbers.includes("Δ")
    ? each
    : [...each, column(gaps, "Δ")];
}

export function offByRounding([first, second, delta]: readonly Column[]): boolean {
  if (delta?.head !== "Δ") return false;
  const number = (column: Column, row: string) =>
    Number(column.texts.get(row)?.replace("−", "-").replaceAll(",", ""));
  return [...delta.texts.keys()].some((row) => {
    const printed = Math.abs(number(second, row) - number(first, row));
    return Math.abs(printed - Math.abs(number(delta, row))) > 1e-6;
  });
}

export const rightOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width + GUTTER, RIGHT);
