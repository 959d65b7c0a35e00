import type * as PlotModule from "@observablehq/plot";
import pl from "nodejs-polars";
import { displayed, rowsInWords } from "../progress/show.ts";
import { thousands } from "../progress/told.ts";
import { requireFrame, sourceOf } from "../results/frame.ts";
import { requireAsked } from "../results/only.ts";
import { requireText } from "../progress/require.ts";
import { type Chart, ownFigure, type RawChartOptions } from "./chart.ts";
import { seriesColors } from "./colors.ts";
import { columnName, displayName, inOrder } from "./display_names.ts";
import { themedPlot } from "./plot_document.ts";
import { axisDomain, axisTicks, numberedDomain, tickText } from "./recipes/axis.ts";
import { requireColors, requireHeld } from "./recipes/require_marks.ts";
import { KEYS } from "./values/computed.ts";
import { textWidth, wrapText } from "./text_width.ts";
import { INK, pageOf, SIZE } from "./theme.ts";

/** The narrowest panel, panels beside each other at most; their height, that of a row of text; levels that can still be told apart. */
const NARROWEST = 220, COLUMNS = 3, HEIGHT = 240, ROW = 60, MOST_LEVELS = 12;

const INSET = 7;

/** A panel of a histogram that fills less of the height of all shows little. */
const LITTLE = 1 / 3;

/** A row of the frame, as far as it is drawn. */
export interface Row {
  x: number;
  y: number | string;
  color: string;
  facet: string;
  provenance: string;
  /** Its place in the frame. */
  at: number;
}

/** Rows of one bin, panel, colour and provenance. */
export interface Bin extends Omit<Row, "x" | "y" | "at"> {
  from: number;
  to: number;
  rows: number;
}

/** What is drawn in a panel: its marks, how far its axes reach, and what the one from below is called. */
export interface Drawing<Mark> {
  marks: readonly Mark[];
  reach: (marks: readonly Mark[]) => Record<"ends" | "heights", readonly number[]>;
  label: string;
  /** The values of a scale, which stand below the axis in place of round numbers. */
  ticks?: readonly number[];
  /** Texts from above, where numbers are not what stands there. */
  texts?: readonly string[];
  draw: (
    plot: typeof PlotModule,
    marks: readonly Mark[],
    fill: (mark: Mark) => string,
  ) => PlotModule.Markish[];
  /** Columns of the data drawn, by their names. */
  columns: Readonly<Record<string, (mark: Mark) => unknown>>;
}

/** Draws rows of a frame: panels on the same axes, the legend of their colours, and how many rows are shown. */
export async function rawChart<Mark extends Row | Bin>(
  action: string,
  frame: pl.DataFrame,
  options: RawChartOptions & { y?: string },
  drawing: (rows: readonly Row[], levels: readonly string[]) => Drawing<Mark>,
): Promise<Chart> {
  requireFrame(action, frame);
  const { x, y, color, facet, title, caption, names = {}, colors = {}, order = {} } = options;
  const { width, badge, font } = options, page = pageOf(width), inner = page.width - 2 * page.padding;
  const axes = Object.entries(action === "points" ? { x, y } : { x });
  for (const [name, column] of axes) requireText(action, `the name of a column as ${name}`, column);
  requireColors(action, colors);
  const named = Object.entries({ x, y, color, facet }).filter((one): one is [string, string] => !!one[1]);
  requireAsked(action, frame, named.map(([, name]) => name));
  const drawn = frame.select(...named.map(([key, name]) => pl.col(name).alias(key)));
  const records = drawn.toRecords() as Record<string, unknown>[];
  const text = (value: unknown) => value === undefined ? "" : value === null ? "none" : String(value);
  const source = sourceOf(frame),
    origins = frame.columns.includes("provenance") ? frame.getColumn("provenance").toArray() : [];
  const number = (value: unknown) =>
    typeof value === "number" || typeof value === "bigint" ? Number(value) : NaN;
  const isText = records.some((row) => typeof row.y === "string" || typeof row.y === "boolean");
  const rows = records.map((row, i): Row => ({
    x: number(row.x),
    y: y === undefined ? 0 : isText ? text(row.y) : number(row.y),
    color: text(row.color),
    facet: text(row.facet),
    provenance: String(origins[i] ?? source),
    at: i,
  })).filter((row) => !Number.isNaN(row.x) && !Number.isNaN(row.y));
  if (rows.length === 0 && records.length > 0) {
    throw new TypeError(`${action}: wanted numbers in the column ${x}, found ${frame.getColumn(x).dtype}`);
  }
  const held = rows.flatMap((row) => [row.color, row.facet, ...isText ? [String(row.y)] : []]);
  requireHeld(action, { names, colors, order }, [...held, ...named.map(([, name]) => name)]);
  const levels = levelsOf(action, color, rows.map((row) => row.color), order.color);
  const panels = levelsOf(action, facet, rows.map((row) => row.facet), order.facet);
  const usual = seriesColors(levels), colorOf = levels.map((level, i) => colors[level] ?? usual[i]);
  const { marks, reach, label, ticks: scale, texts, draw, columns: own } = drawing(rows, levels);
  const all = reach(marks),
    ofPanel = panels.map((panel) => reach(marks.filter(({ facet }) => facet === panel)));
  // Of a histogram each has its own heights where one would fill little of those of all.
  const isOwn = y === undefined &&
    ofPanel.some(({ heights }) => Math.max(...heights) < LITTLE * Math.max(...all.heights));
  const columns = Math.max(1, Math.min(COLUMNS, panels.length, Math.floor(inner / NARROWEST)));
  const panelWidth = Math.floor(inner / columns) - (columns > 1 ? 8 : 0);
  const { height = texts ? ROW * texts.length + 60 : HEIGHT } = options;
  const rowNames = texts?.map((name) => wrapText(displayName(name, names), SIZE.axis, panelWidth / 3));
  const [above, below] = [label, options.label ?? columnName(x, names)].map((one) =>
    wrapText(one, SIZE.axis, panelWidth - 20)
  );
  const [marginTop, marginBottom] = [8 + 14 * (texts ? 0 : above.length), 26 + 14 * below.length];
  const decimals = rows.every((row) => Number.isInteger(row.x)) ? 0 : 1;
  const tall = height - marginTop - marginBottom;
  const heightText = y === undefined ? () => thousands : tickText;
  const axesOf = ({ heights }: typeof all) => {
    const places = y === undefined ? 0 : 1;
    const yDomain = texts ? heights : numberedDomain(heights, "number", places, 2.5 * tall);
    const yTicks = axisTicks(yDomain as [number, number], "number", places, 2.5 * tall);
    const left = rowNames ? rowNames.flat() : yTicks.map(heightText(yTicks));
    const marginLeft = Math.ceil(14 + Math.max(...left.map((line) => textWidth(line, SIZE.axis))));
    const wide = panelWidth - marginLeft - 14 - 2 * INSET;
    const domain = scale ? axisDomain(all.ends) : numberedDomain(all.ends, "number", decimals, wide);
    return { yDomain, yTicks, marginLeft, domain, ticks: axisTicks(domain, "number", decimals, wide, scale) };
  };
  const word = { fill: INK.soft, fontSize: SIZE.axis }, rule = { stroke: INK.rule, strokeOpacity: 0.8 };
  const drawPanel = (panel: string, at: number) => {
    const { yDomain, yTicks, marginLeft, domain, ticks } = axesOf(isOwn ? ofPanel[at] : all);
    return themedPlot((Plot) => ({
      ...{ width: panelWidth, height, marginTop, marginBottom, marginLeft, marginRight: 14 },
      x: { domain, insetLeft: INSET, insetRight: INSET, ticks, tickFormat: tickText(ticks), label: null },
      y: {
        domain: [...yDomain],
        label: null,
        ...texts ? {} : { insetTop: INSET, insetBottom: y === undefined ? 0 : INSET },
        ...rowNames
          ? {
            ticks: rowNames.map((_, i) => i + 0.5),
            tickFormat: (at: number) => rowNames[Math.floor(at)].join("\n"),
          }
          : { ticks: yTicks, tickFormat: heightText(yTicks) },
      },
      marks: [
        ...texts ? [] : [Plot.gridY(yTicks, rule)],
        ...y === undefined ? [] : [Plot.gridX(ticks, rule)],
        ...draw(
          Plot,
          marks.filter((mark) => mark.facet === panel),
          (mark) => color === undefined ? INK.text : colorOf[levels.indexOf(mark.color)],
        ),
        Plot.text([texts ? "" : above.join("\n")], {
          ...{ ...word, frameAnchor: "top-left", lineAnchor: "top", dx: 4 - marginLeft, dy: -marginTop },
        }),
        Plot.text([below.join("\n")], { ...word, frameAnchor: "bottom", lineAnchor: "top", dy: 24 }),
      ],
    }));
  };
  const drawnPanels = panels.map(async (panel, at) => ({
    ...facet === undefined ? {} : { title: valueName(facet, panel, names) },
    svg: await drawPanel(panel, at),
  }));
  const lost = records.length - rows.length;
  const places = new Set(rows.map((row) => `${row.facet}\n${row.x}\n${row.y}`)).size;
  const covered = y === undefined || isText ? 0 : rows.length - places;
  const apart = facet === undefined ? " (`facet` draws each apart)" : "";
  const hidden = color === undefined ? "" : ` and may hide their colour${apart}`;
  const facts = [
    rowsInWords(rows.length),
    ...lost > 0 ? [`${thousands(lost)} without a number are left out`] : [],
    ...covered > 0 ? [`${thousands(covered)} lie on others${hidden}`] : [],
  ];
  const said = caption ?? `${facts.join("; ")}.${isOwn ? " Each panel has its own scale of rows." : ""}`;
  const keys = named.filter(([key]) => key === "color" || key === "facet");
  // A point says which row it is.
  const ids = frame.columns.filter((name) => y !== undefined && KEYS.test(name)).map((name) => {
    const cells = frame.getColumn(name).toArray();
    return [name, column(name, rows.map(({ at }) => cells[at]))] as const;
  });
  const data = pl.DataFrame({
    ...y === undefined ? {} : { row: column("row", rows.map(({ at }) => at + 1)) },
    ...Object.fromEntries(ids),
    ...Object.fromEntries(Object.entries(own).map(([name, of]) => [name, column(name, marks.map(of))])),
    ...Object.fromEntries(keys.map(([key, name]) => [name, marks.map((mark) => mark[key as "color"])])),
    provenance: pl.Series("provenance", marks.map(({ provenance }) => provenance || null), pl.Utf8),
  });
  const legend = color === undefined ? [] : levels.map((level, i) => ({
    label: valueName(color, level, names),
    color: colorOf[i],
    glyph: y === undefined ? "bar" as const : "dot" as const,
  }));
  const body = { kind: "panels" as const, panels: await Promise.all(drawnPanels), columns };
  const alt = title || [y, x].filter(Boolean).map((name) => displayName(name!, names)).join(" by ");
  const words = { title, caption: said, alt, width, badge, font };
  const picture = ownFigure({ body, legend, data, width: inner }, words);
  return displayed({ ...picture, data, caption: said || "" }, () => ({ svg: picture.svg, alt }));
}

/** A column of the data drawn: of whole numbers one of such. */
const column = (name: string, cells: readonly unknown[]) =>
  cells.every((cell) => Number.isInteger(cell) && Math.abs(Number(cell)) < 2 ** 31)
    ? pl.Series(name, [...cells], pl.Int32)
    : [...cells];

/** A column's value as it is written: by its own name where it has one, else behind the column's. */
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
    throw new RangeError(
      `${action}: wanted at most ${MOST_LEVELS} different values in ${name}, found ${levels.length}; choose some with only(frame, { ${name}: […] })`,
    );
  }
  return levels.length > 0 ? levels : [""];
}
