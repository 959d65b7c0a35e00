import type * as PlotModule from "@observablehq/plot";
import { alignDecimals, textWidth } from "../text_width.ts";
import { tint } from "../colors.ts";
import { signed, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, scaleOf, valueText } from "./recipe.ts";
import type { RowOptions } from "./row_options.ts";
import { PLOT_SYMBOL, type Series } from "./series.ts";

/** What stands in a row: dots, bars from 0, or dots joined in pairs. */
export type Kind = "dots" | "bars" | "dumbbells";

export interface Line {
  key: string;
  text: string;
  heading: boolean;
}

export interface RowFrame {
  kind: Kind;
  options: RowOptions & { from?: string; to?: string };
  lines: readonly Line[];
  /** Height of a line, and room for the names of the rows. */
  step: number;
  room: number;
  series: readonly Series[];
  /** Whether no row has two marks in a panel, so that series need neither lines nor columns of their own. */
  alone: boolean;
  apart: number;
}

/** A panel of such a chart: what its values are held against. */
export interface PanelFrame extends RowFrame {
  /** Where an effect is none. */
  none: number;
  /** Whether the axis is that of a logarithm. */
  isLog: boolean;
}

/** What a value is held against: the noise of runs, a coin. */
export const TICK = "#cc3311";

/** What is drawn as a line across a row: a value of that series, or what it says of it. */
export const tickOf = (value: Value, of: string | undefined, series: Channel = "quantity"): number =>
  of === undefined ? NaN : channelOf(series, value) === of ? value.value : value.more[of] ?? NaN;

export const LEFT = 14;

/** A column of numbers at the right of a panel; above it the mark that they belong to, or Δ. */
export interface Column {
  head?: Series | "Δ";
  texts: ReadonlyMap<string, string>;
  width: number;
}

const RIGHT = 14, GUTTER = 13;

/** The numbers of a panel in columns: one where no row has two, else one for each series, as wide as all values (`shown`) want. */
export function columnsOf(values: readonly Value[], frame: RowFrame, shown = values): Column[] {
  const { unit = "percent", decimals = 1, numbers = true, rows = "judge", series = "quantity" } =
    frame.options;
  if (!numbers) return [];
  const { from, to } = frame.options, scale = scaleOf(unit);
  const rowsShown = frame.lines.filter(({ heading }) => !heading);
  // What is not known says so.
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

/** Whether some Δ is not the difference of the two numbers beside it, as these are rounded. */
export function offByRounding([first, second, delta]: readonly Column[]): boolean {
  if (delta?.head !== "Δ") return false;
  const number = (column: Column, row: string) => Number(column.texts.get(row)?.replace("−", "-"));
  return [...delta.texts.keys()].some((row) => {
    const printed = Math.abs(number(second, row) - number(first, row));
    return Math.abs(printed - Math.abs(number(delta, row))) > 1e-6;
  });
}

export const rightOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width + GUTTER, RIGHT);

export function columnMarks(
  Plot: typeof PlotModule,
  columns: readonly Column[],
  lineOf: ReadonlyMap<string, number>,
  tick: string | undefined,
  pale: boolean,
): PlotModule.Markish[] {
  let dx = 0;
  return columns.flatMap(({ head, texts, width }) => {
    dx += GUTTER + width;
    const above = { frameAnchor: "top-right", dy: -9 } as const;
    const bold = head === "Δ" ? { fontWeight: "bold" } : {};
    const text = { textAnchor: "end", lineAnchor: "middle", fontSize: SIZE.note, dx, ...bold } as const;
    return [
      Plot.text([...texts], {
        ...{ ...text, frameAnchor: "right", y: ([row]: [string, string]) => lineOf.get(row)! },
        text: ([, text]: [string, string]) => text,
      }),
      ...(head === undefined ? [] : head === "Δ" ? [Plot.text(["Δ"], { ...above, ...text })] : [
        head.key === tick ? Plot.text([head.label], { ...above, ...text, fill: TICK }) : Plot.dot([head], {
          ...{ ...above, dx: dx - width / 2, r: 4, symbol: PLOT_SYMBOL[head.symbol] },
          ...(pale ? { fill: tint(head.color), stroke: head.color } : { fill: head.color }),
        }),
      ]),
    ];
  });
}
