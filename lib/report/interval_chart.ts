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
    Number.isNaN(value) || value === nullValue
      ? ""
      : `<line class="null" x1="${x(value)}" x2="${x(value)}" y1="${y - 8}" y2="${y + 8}"/>`;
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
      `<line class="grid" x1="${x(tick)}" x2="${x(tick)}" y1="${TOP}" y2="${bottom}"/>` +
      `<text class="tick" x="${x(tick)}" y="${bottom + 16}" text-anchor="middle">${
        valueText(tick, unit).replace(/\.0$/, "")
      }</text>`
    ),
    Number.isNaN(nullValue)
      ? ""
      : `<line class="null" x1="${x(nullValue)}" x2="${x(nullValue)}" y1="${TOP}" y2="${bottom}"/>`,
    `<text class="tick" x="${round((left + WIDTH - RIGHT) / 2)}" y="${height - 3}" text-anchor="middle">${
      { points: "percentage points", percent: "percent", number: "value" }[unit]
    }</text>`,
    ...drawn.map((row, i) => {
      const y = TOP + ROW * i + (narrow ? 30 : ROW / 2), words = narrow ? TOP + ROW * i + 16 : y + 4;
      const text = intervalText(row, unit);
      const said = `${row.label}: ${text}, n = ${countText(row.n)}, ${row.tone}`;
      const limits = Number.isFinite(row.low) && Number.isFinite(row.high)
        ? `<line class="limits" x1="${x(row.low)}" x2="${x(row.high)}" y1="${y}" y2="${y}"/>`
        : "";
      return `<g class="mark ${row.tone.replaceAll(" ", "-")}" tabindex="0" role="img" aria-label="${
        escapeXml(said)
      }"><title>${escapeXml(said)}</title><rect class="hit" x="0" y="${
        TOP + ROW * i
      }" width="${WIDTH}" height="${ROW}"/>` +
        (narrow
          ? `<text class="name" x="2" y="${words}">${escapeXml(labels[i])}</text>`
          : `<text class="name" x="${round(left - 10)}" y="${words}" text-anchor="end">${
            escapeXml(labels[i])
          }</text>`) +
        `${limits}${own(row, y)}<circle cx="${x(row.estimate)}" cy="${y}" r="4"/>` +
        `<text class="value" x="${narrow ? WIDTH - 2 : WIDTH - RIGHT + 10}" y="${words}"${
          narrow ? ` text-anchor="end"` : ""
        }>${escapeXml(texts[i])}</text></g>`;
    }),
  ];
  return `<svg class="intervals ${shape}" viewBox="0 0 ${WIDTH} ${height}" role="group" aria-label="${
    escapeXml(title)
  }">${parts.join("")}</svg>`;
}

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
      `<text class="tick" x="${x(value)}" y="${bottom + 14}" text-anchor="${anchor}">${
        valueText(value, column.unit)
      }</text>`;
    const marks = column.rows.filter(({ estimate }) => Number.isFinite(estimate)).map((row) => {
      const y = y0 + ROW * labels.indexOf(row.label) + ROW / 2;
      const said = `${column.name}, ${row.label}: ${intervalText(row, column.unit)}, n = ${
        countText(row.n)
      }, ${row.tone}`;
      const limits = Number.isFinite(row.low) && Number.isFinite(row.high)
        ? `<line class="limits" x1="${x(row.low)}" x2="${x(row.high)}" y1="${y}" y2="${y}"/>`
        : "";
      return `<g class="mark ${row.tone.replaceAll(" ", "-")}" tabindex="0" role="img" aria-label="${
        escapeXml(said)
      }"><title>${escapeXml(said)}</title><rect class="hit" x="${round(x0)}" y="${y - ROW / 2}" width="${
        round(width)
      }" height="${ROW}"/>${limits}` +
        `<circle cx="${x(row.estimate)}" cy="${y}" r="4"/></g>`;
    });
    return `<text class="head" x="${round(x0 + width / 2)}" y="${y0 - 10}" text-anchor="middle">${
      escapeXml(column.name)
    }</text><line class="null" x1="${x(column.nullValue)}" x2="${
      x(column.nullValue)
    }" y1="${y0}" y2="${bottom}"/>` +
      end(column.nullValue - reach, "start") + end(column.nullValue + reach, "end") + marks.join("");
  });
  const blocks = Math.ceil(drawn.length / fit);
  const sides = Array.from(
    { length: blocks },
    (_, b) =>
      labels.map((label, i) =>
        `<text class="name" x="${round(left - 10)}" y="${
          block * b + 26 + ROW * i + ROW / 2 + 4
        }" text-anchor="end">${escapeXml(names.get(label)!)}</text>`
      ).join(""),
  );
  return `<svg class="intervals ${shape}" viewBox="0 0 ${GRID} ${block * blocks}" role="group" aria-label="${
    escapeXml(title)
  }">${sides.join("")}${parts.join("")}</svg>`;
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
