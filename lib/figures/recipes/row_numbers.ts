import type * as PlotModule from "@observablehq/plot";
import { alignDecimals } from "../align_decimals.ts";
import { tint } from "../colors.ts";
import { textWidth } from "../text_width.ts";
import { signed, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { channelOf, scaleOf, valueText } from "./recipe.ts";
import { PLOT_SYMBOL, type Series } from "./series.ts";
import { type RowFrame, TICK } from "./row_options.ts";

/** A column of numbers at the right of a panel; above it the mark that they belong to, or Δ. */
export interface Column {
  head?: Series | "Δ";
  texts: ReadonlyMap<string, string>;
  width: number;
}

/** Space right of a panel, and between columns of numbers. */
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
  const number = (text = "") => Number(text.replace("−", "-"));
  return [...delta.texts].some(([row, text]) =>
    text !== "–" &&
    Math.abs(number(second.texts.get(row)) - number(first.texts.get(row)) - number(text)) > 1e-6
  );
}

/** How much room columns and the margin take at the right of a panel. */
export const rightOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width + GUTTER, RIGHT);

/** Numbers in columns, with the marks that they belong to above them. */
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
