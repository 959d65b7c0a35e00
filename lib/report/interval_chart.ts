import { escapeXml } from "../figures/svg_text.ts";
import { countText, intervalText, valueText } from "./number_text.ts";
import type { Estimate, Unit } from "./report_types.ts";

/** A row of an interval chart: what it is called, its estimate, and the verdict that colours it. */
export interface ChartRow extends Pick<Estimate, "estimate" | "low" | "high" | "n"> {
  label: string;
  tone: string;
  /** Where the row alone has a value to be compared with: a mark across it. */
  nullValue?: number;
}

const ROW = 22, TOP = 8, AXIS = 34, LONGEST = 40;

/** Shapes of a chart: beside each other on a page; names and numbers above their intervals on a phone, where 358 px are left. */
const SHAPES = {
  wide: { width: 720, right: 150, row: ROW, longest: LONGEST, most: 300 },
  narrow: { width: 358, right: 8, row: 42, longest: 26, most: 8 },
} as const;

/** Which shape a chart is drawn in: the page shows the one that fits. */
export type ChartShape = keyof typeof SHAPES;
/** Average width of a character of the page's font at 13 px; names are cut by characters, never by pixels. */
const CHARACTER = 7.1;

/**
 * Intervals down a page: a row per estimate with its name on the left and its numbers on the right, the null value as a line, the range of
 * practical absence as a band. Marks are coloured by the page's style sheet, so that they follow its dark mode; each row is
 * a stop of the Tab key and says its numbers as its name.
 */
export function intervalChart(
  rows: readonly ChartRow[],
  { unit, nullValue, delta, title, shape = "wide" }: {
    unit: Unit;
    nullValue: number;
    delta: number;
    title: string;
    shape?: ChartShape;
  },
): string {
  const { width: WIDTH, right, row: ROW, longest, most: widest } = SHAPES[shape];
  const narrow = shape === "narrow";
  const drawn = rows.filter(({ estimate }) => Number.isFinite(estimate));
  if (drawn.length === 0) return "";
  const band = Number.isNaN(delta) ? [] : [nullValue - delta, nullValue + delta];
  const own = ({ nullValue: value = NaN }: ChartRow, y: number) =>
    Number.isNaN(value) || value === nullValue ? "" : upright("null", x(value), y - 8, y + 8);
  const ends = drawn.flatMap(({ estimate, low, high, nullValue = NaN }) => [estimate, low, high, nullValue])
    .concat(Number.isNaN(nullValue) ? [] : [nullValue], band).filter(Number.isFinite);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const space = (most - least || 1) * 0.05;
  const labels = drawn.map(({ label }) => shortened(label, longest));
  const left = Math.min(widest, 16 + CHARACTER * Math.max(...labels.map((label) => [...label].length)));
  const texts = drawn.map((row) => intervalText(row, unit).replace(/ points$|%$/, ""));
  const RIGHT = narrow
    ? right
    : Math.max(right, 16 + CHARACTER * Math.max(...texts.map(({ length }) => length)));
  const x = (value: number) =>
    round(left + (WIDTH - left - RIGHT) * (value - least + space) / (most - least + 2 * space));
  const height = TOP + ROW * drawn.length + AXIS, bottom = TOP + ROW * drawn.length;
  const ticks = tickValues(least - space, most + space, unit);
  const parts = [
    band.length === 2
      ? `<rect class="band" x="${x(band[0])}" y="${TOP}" width="${round(x(band[1]) - x(band[0]))}" height="${
        bottom - TOP
      }"/>`
      : "",
    ...ticks.map((tick) =>
      upright("grid", x(tick), TOP, bottom) +
      text("tick", x(tick), bottom + 16, valueText(tick, unit).replace(/\.0$/, ""), "middle")
    ),
    Number.isNaN(nullValue) ? "" : upright("null", x(nullValue), TOP, bottom),
    text("tick", round((left + WIDTH - RIGHT) / 2), height - 3, AXES[unit], "middle"),
    ...drawn.map((row, i) => {
      const top = TOP + ROW * i, y = top + (narrow ? 30 : ROW / 2), words = narrow ? top + 16 : y + 4;
      return mark(row, `${row.label}: ${intervalText(row, unit)}`, x, [0, top, WIDTH, ROW], y, {
        name: text("name", narrow ? 2 : round(left - 10), words, labels[i], narrow ? "" : "end"),
        across: own(row, y),
        value: text("value", narrow ? WIDTH - 2 : WIDTH - RIGHT + 10, words, texts[i], narrow ? "end" : ""),
      });
    }),
  ];
  return chart(shape, WIDTH, height, title, parts);
}

/** What stands below an axis. */
const AXES = { points: "percentage points", percent: "percent", number: "value" };

/** A vertical line of a chart. */
const upright = (kind: string, x: number, from: number, to: number) =>
  `<line class="${kind}" x1="${x}" x2="${x}" y1="${from}" y2="${to}"/>`;

/** A text of a chart. */
const text = (kind: string, x: number, y: number, words: string, anchor = "") =>
  `<text class="${kind}" x="${x}" y="${y}"${anchor && ` text-anchor="${anchor}"`}>${escapeXml(words)}</text>`;

/** An estimate with its interval, which says its numbers; its place (x, y, width, height) is a stop of the Tab key. */
function mark(
  row: ChartRow,
  said: string,
  x: (value: number) => number,
  [left, top, width, height]: readonly number[],
  y: number,
  { name = "", across = "", value = "" } = {},
): string {
  const limits = Number.isFinite(row.low) && Number.isFinite(row.high)
    ? `<line class="limits" x1="${x(row.low)}" x2="${x(row.high)}" y1="${y}" y2="${y}"/>`
    : "";
  const words = escapeXml(`${said}, n = ${countText(row.n)}, ${row.tone}`),
    kind = row.tone.replaceAll(" ", "-");
  return `<g class="mark ${kind}" tabindex="0" role="img" aria-label="${words}"><title>${words}</title>` +
    `<rect class="hit" x="${left}" y="${top}" width="${width}" height="${height}"/>` +
    `${name}${limits}${across}<circle cx="${x(row.estimate)}" cy="${y}" r="4"/>${value}</g>`;
}

const chart = (shape: ChartShape, width: number, height: number, title: string, parts: readonly string[]) =>
  `<svg class="intervals ${shape}" viewBox="0 0 ${width} ${height}" role="group" aria-label="${
    escapeXml(title)
  }">${parts.join("")}</svg>`;

/** One question's lines in a picture of several. */
export interface GridColumn {
  name: string;
  unit: Unit;
  nullValue: number;
  rows: readonly ChartRow[];
}

/** Least width of a column of the grid; more columns than fit go below. */
const COLUMN = 112, GRIDS = { wide: { width: 860, most: 300 }, narrow: { width: 358, most: 130 } } as const;

/**
 * The verdicts at a glance: a row per group, a column per question with a scale of its own around its null value, each estimate a small
 * interval in the colour of its verdict. Columns that do not fit beside each other stand below.
 */
export function verdictGrid(
  columns: readonly GridColumn[],
  title: string,
  shape: ChartShape = "wide",
): string {
  const { width: GRID, most: widest } = GRIDS[shape];
  const drawn = columns.filter(({ rows }) => rows.some(({ estimate }) => Number.isFinite(estimate)));
  if (drawn.length === 0) return "";
  const labels = [...new Set(drawn.flatMap(({ rows }) => rows.map(({ label }) => label)))];
  const names = new Map(labels.map((label) => [label, shortened(label, shape === "wide" ? LONGEST : 16)]));
  const left = Math.min(
    widest,
    16 + CHARACTER * Math.max(...[...names.values()].map((name) => [...name].length)),
  );
  const fit = Math.max(1, Math.floor((GRID - left) / COLUMN));
  const width = (GRID - left) / Math.min(fit, drawn.length);
  const block = 26 + ROW * labels.length + 22;
  const parts = drawn.map((column, c) => {
    const x0 = left + width * (c % fit), y0 = block * Math.floor(c / fit) + 26;
    const all = column.rows.flatMap(({ estimate, low, high }) => [estimate, low, high]).filter(
      Number.isFinite,
    );
    const reach = Math.max(...all.map((value) => Math.abs(value - column.nullValue))) || 1;
    const x = (value: number) =>
      round(x0 + width / 2 + (width / 2 - 10) * (value - column.nullValue) / reach);
    const bottom = y0 + ROW * labels.length;
    const end = (value: number, anchor: string) =>
      text("tick", x(value), bottom + 14, valueText(value, column.unit), anchor);
    const marks = column.rows.filter(({ estimate }) => Number.isFinite(estimate)).map((row) => {
      const top = y0 + ROW * labels.indexOf(row.label);
      const said = `${column.name}, ${row.label}: ${intervalText(row, column.unit)}`;
      return mark(row, said, x, [round(x0), top, round(width), ROW], top + ROW / 2);
    });
    return text("head", round(x0 + width / 2), y0 - 10, column.name, "middle") +
      upright("null", x(column.nullValue), y0, bottom) +
      end(column.nullValue - reach, "start") + end(column.nullValue + reach, "end") + marks.join("");
  });
  const blocks = Math.ceil(drawn.length / fit);
  const sides = Array.from(
    { length: blocks },
    (_, b) =>
      labels.map((label, i) =>
        text("name", round(left - 10), block * b + 26 + ROW * i + ROW / 2 + 4, names.get(label)!, "end")
      ).join(""),
  );
  return chart(shape, GRID, block * blocks, title, [...sides, ...parts]);
}

/** A name that would not fit keeps its beginning and its end: versions of a model differ at the end. */
export function shortened(name: string, longest: number): string {
  const characters = [...name];
  if (characters.length <= longest) return name;
  const tail = Math.floor(longest / 3);
  return `${characters.slice(0, longest - tail - 1).join("")}…${characters.slice(-tail).join("")}`;
}

/** Round values in a range, at most seven. */
function tickValues(least: number, most: number, unit: Unit): number[] {
  const scale = unit === "number" ? 1 : 100;
  const raw = (most - least) * scale / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
  const first = Math.ceil(least * scale / step);
  const count = Math.floor(most * scale / step) - first + 1;
  return Array.from({ length: count }, (_, i) => (first + i) * step / scale);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
