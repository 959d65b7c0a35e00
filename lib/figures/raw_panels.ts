import { mistaken, refusing, said } from "../results/said.ts";
import type * as PlotModule from "@observablehq/plot";
import pl from "nodejs-polars";
import { requireOptions, requireText } from "../progress/require.ts";
import { displayed, rowsInWords } from "../progress/show.ts";
import { thousands, told } from "../progress/told.ts";
import { requireFrame, sourceOf } from "../results/frame.ts";
import { requireAsked } from "../results/only.ts";
import { type Chart, ownFigure, type RawChartOptions } from "./chart.ts";
import { seriesColors } from "./colors.ts";
import { columnName, displayName, inOrder } from "./paper_order.ts";
import { themedPlot } from "./plot_document.ts";
import { axisDomain } from "./recipes/axis.ts";
import { requireColors } from "./recipes/require_marks.ts";
import { textWidth, wrapText } from "./text_width.ts";
import { INK, pageOf, SIZE } from "./theme.ts";

/** The narrowest panel, panels beside each other at most; their height, that of a row of text; levels that can still be told apart. */
const NARROWEST = 220, COLUMNS = 3, HEIGHT = 240, ROW = 60, MOST_LEVELS = 12;

export type Row = Record<"x" | "at", number> & Record<"color" | "facet" | "provenance", string> & {
  y: number | string;
};

export type Bin = Record<"from" | "to" | "rows", number> & Record<"color" | "facet" | "provenance", string>;

/** What is drawn: marks, how far the axis from below reaches, what it is called, or the texts along it. */
export interface Drawing<Mark> {
  marks: readonly Mark[];
  heights: readonly number[];
  label: string;
  texts?: readonly string[];
  said?: string;
  draw(
    plot: typeof PlotModule,
    marks: readonly Mark[],
    fill: PlotModule.ChannelValueSpec,
  ): PlotModule.Markish[];
  columns: Readonly<Record<string, (mark: Mark) => unknown>>;
}

export async function rawChart<Mark extends Row | Bin>(
  action: string,
  frame: pl.DataFrame,
  options: RawChartOptions & { y?: string },
  known: readonly string[],
  drawing: (rows: readonly Row[], levels: readonly string[]) => Drawing<Mark>,
): Promise<Chart> {
  requireFrame(action, frame);
  requireOptions(action, options, known);
  const { x, y, color, facet, title, caption, names = {}, colors = {}, order = {} } = options;
  const { width, badge } = options, page = pageOf(width), inner = page.width - 2 * page.padding;
  for (const [name, column] of Object.entries(action === "points" ? { x, y } : { x })) {
    requireText(action, `the name of a column as ${name}`, column);
  }
  requireColors(action, colors);
  const named = Object.entries({ x, y, color, facet }).filter((one): one is [string, string] => !!one[1]);
  requireAsked(action, frame, named.map(([, name]) => name));
  const columns = Object.fromEntries(named.map(([key, name]) => [key, frame.getColumn(name).toArray()]));
  const origins = frame.columns.includes("provenance") ? frame.getColumn("provenance").toArray() : [];
  const text = (value: unknown) => value === undefined ? "" : value === null ? "none" : String(value);
  const number = (value: unknown) =>
    typeof value === "number" || typeof value === "bigint" ? Number(value) : NaN;
  const isText = columns.y?.some((one) => typeof one === "string" || typeof one === "boolean");
  const rows = Array.from(columns.x, (one, at): Row => ({
    x: number(one),
    y: y === undefined ? 0 : isText ? text(columns.y[at]) : number(columns.y[at]),
    color: text(columns.color?.[at]),
    facet: text(columns.facet?.[at]),
    provenance: String(origins[at] ?? sourceOf(frame)),
    at,
  })).filter(({ x, y }) => Number.isFinite(x) && (typeof y === "string" || Number.isFinite(y)));
  if (rows.length === 0 && frame.height > 0) {
    const way = said(y === undefined || isText ? "count_texts" : "texts_along_y", { x, y });
    throw mistaken("numbers_along_x", { action, x, found: told(columns.x[0]), way });
  }
  const levels = levelsOf(action, color, rows.map((row) => row.color), order.color);
  const panels = levelsOf(action, facet, rows.map((row) => row.facet), order.facet);
  const usual = seriesColors(levels), colorOf = levels.map((level, i) => colors[level] ?? usual[i]);
  const { marks, heights, label, texts, said: remark, draw, columns: own } = drawing(rows, levels);
  const perRow = Math.max(1, Math.min(COLUMNS, panels.length, Math.floor(inner / NARROWEST)));
  const panelWidth = Math.floor(inner / perRow) - (perRow > 1 ? 8 : 0);
  const { height = texts ? ROW * texts.length + 60 : HEIGHT } = options;
  const wrapped = (text: string, room: number) => wrapText(text, SIZE.axis, room).join("\n");
  const rowNames = texts?.map((name) => wrapped(displayName(name, names), panelWidth / 3));
  const lines = rowNames?.flatMap((name) => name.split("\n")) ??
    [thousands(Math.max(0, ...heights)), "0,000"];
  const marginLeft = Math.ceil(14 + Math.max(...lines.map((line) => textWidth(line, SIZE.axis))));
  const [above, below] = [texts ? "" : label, options.label ?? columnName(x, names)].map((one) =>
    wrapped(one, panelWidth - 20)
  );
  const [marginTop, marginBottom] = [above, below].map((one, i) => 8 + 18 * i + 14 * one.split("\n").length);
  const ends = marks.flatMap((mark) => "from" in mark ? [mark.from, mark.to] : [mark.x]);
  const word = { fill: INK.soft, fontSize: SIZE.axis }, rule = { stroke: INK.rule, strokeOpacity: 0.8 };
  const ticks = Math.max(2, panelWidth / 90);
  const fill = (mark: Mark) => color === undefined ? INK.text : colorOf[levels.indexOf(mark.color)];
  const drawnPanels = panels.map(async (panel) => ({
    ...facet === undefined ? {} : { title: valueName(facet, panel, names) },
    svg: await themedPlot((Plot) => ({
      ...{ width: panelWidth, height, marginTop, marginBottom, marginLeft, marginRight: 14 },
      x: { domain: axisDomain(ends), nice: true, inset: remark ? 18 : 7, label: null, ticks },
      y: {
        ...{
          domain: texts ? [texts.length, 0] : axisDomain(heights),
          nice: !texts,
          label: null,
          inset: remark ? 14 : 0,
        },
        ...rowNames && {
          ticks: rowNames.map((_, i) => i + 0.5),
          tickFormat: (at: number) => rowNames[Math.floor(at)],
        },
        ...y === undefined && { tickFormat: (at: number) => Number.isInteger(at) ? thousands(at) : "" },
      },
      marks: [
        ...texts ? [] : [Plot.gridY(rule)],
        ...y === undefined ? [] : [Plot.gridX({ ...rule, ticks })],
        ...draw(Plot, marks.filter((mark) => mark.facet === panel), fill),
        Plot.text([above], {
          ...{ ...word, frameAnchor: "top-left", lineAnchor: "top", dx: 4 - marginLeft, dy: -marginTop },
        }),
        Plot.text([below], { ...word, frameAnchor: "bottom", lineAnchor: "top", dy: 24 }),
      ],
    })),
  }));
  const lost = frame.height - rows.length;
  const facts = [
    rowsInWords(rows.length),
    ...remark ? [remark] : [],
    ...lost > 0 ? [`${thousands(lost)} without a number are left out`] : [],
  ];
  const shown = caption ?? `${facts.join("; ")}.`;
  const keys = named.filter(([key]) => key === "color" || key === "facet");
  const data = pl.DataFrame({
    ...y === undefined ? {} : { row: column("row", rows.map(({ at }) => at + 1)) },
    ...Object.fromEntries(Object.entries(own).map(([name, of]) => [name, column(name, marks.map(of))])),
    ...Object.fromEntries(keys.map(([key, name]) => [name, marks.map((mark) => mark[key as "color"])])),
    provenance: pl.Series("provenance", marks.map(({ provenance }) => provenance || null), pl.Utf8),
  });
  const legend = color === undefined ? [] : levels.map((level, i) => ({
    label: valueName(color, level, names),
    color: colorOf[i],
    glyph: y === undefined ? "bar" as const : "dot" as const,
  }));
  const body = { kind: "panels" as const, panels: await Promise.all(drawnPanels), columns: perRow };
  const alt = title || [y, x].filter(Boolean).map((name) => displayName(name!, names)).join(" by ");
  const words = { title, caption: shown, alt, width, badge };
  const picture = ownFigure({ body, legend, data, width: inner }, words);
  return displayed({ ...picture, data, caption: shown || "" }, () => ({ svg: picture.svg, alt }));
}

const column = (name: string, cells: readonly unknown[]) =>
  cells.every((cell) => Number.isInteger(cell) && Math.abs(Number(cell)) < 2 ** 31)
    ? pl.Series(name, [...cells], pl.Int32)
    : [...cells];

const valueName = (column: string, value: string, names: Readonly<Record<string, string>>): string =>
  Object.hasOwn(names, value) ? names[value] : `${columnName(column, names)}: ${displayName(value)}`;

function levelsOf(
  action: string,
  name: string | undefined,
  values: readonly string[],
  order: readonly string[] = [],
): string[] {
  const levels = inOrder(values, order);
  if (name !== undefined && levels.length > MOST_LEVELS) {
    throw refusing("most_levels", { action, MOST_LEVELS, name, found: levels.length });
  }
  return levels.length > 0 ? levels : [""];
}
