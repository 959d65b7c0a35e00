import { rampColor, RAMPS } from "../color_ramp.ts";
import { readableInk, tint } from "../colors.ts";
import { displayName } from "../display_names.ts";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth, wrapText } from "../text_width.ts";
import { fixed, INK, SIZE } from "../theme.ts";
import { isFrame } from "../../results/require_frame.ts";
import { optionNames } from "../../results/require_options.ts";
import type { Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import {
  type Channel,
  channelOf,
  coarser,
  haveIntervals,
  isKnown,
  levelsOf,
  type Recipe,
  scaleOf,
  tip,
  type Unit,
  valueText,
} from "./recipe.ts";

/** How values become the cells of heatmaps. */
export interface HeatOptions {
  /** What stands below each other. */
  rows: Channel;
  /** What stands side by side; of two keys the first names groups, above them. */
  columns: Channel;
  /** Heatmaps below each other, or beside each other where `beside`. */
  panels?: Channel;
  /** Whether two panels stand beside each other; false by default. */
  beside?: boolean;
  /** Blue below 0, white at 0, red above it; or pale to dark; or colours of one's own from one end to the other. */
  scale?: "diverging" | "sequential" | readonly string[];
  /** Ends of the colours, the same in all panels; those of the values by default. */
  domain?: readonly [number, number];
  /** What the colours mean, beside their ramp. */
  label: string;
  /** What the rows are, above their names. */
  rowTitle?: string;
  /** What the columns are, below their names. */
  columnTitle?: string;
  /** What numbers are written in: as they are (default), or fractions as percent or points. */
  unit?: Unit;
  /** Decimals of the numbers written, 2 by default. */
  decimals?: number;
  /** How keys and quantities are written, by the name that they have in the values. */
  names?: Readonly<Record<string, string>>;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { rows?: readonly string[]; columns?: readonly string[]; panels?: readonly string[] };
  /** Whether the interval stands below each number; false by default. */
  intervals?: boolean;
  /** What stands in a cell for its number. */
  text?: (value: Value) => string;
  /** What stands below a number, where its interval does not. */
  note?: (value: Value) => string;
  /** Which cells have a frame; by default those of the diagonal (row and column of one name). */
  framed?: (value: Value) => boolean;
  /** What stands above a panel, from its values; its name by default. */
  title?: (values: readonly Value[]) => string;
  /** Whether every panel has rows and columns of its own, and nothing stands where two have no value. */
  own?: boolean;
  /** Height of a cell in pixels (default 29). */
  cellHeight?: number;
}

const HEAT_OPTIONS = optionNames<HeatOptions>()([
  ...["rows", "columns", "panels", "beside", "scale", "domain", "label", "rowTitle", "columnTitle"] as const,
  ...["unit", "decimals", "names", "order", "intervals", "text", "note", "framed", "title", "own"] as const,
  "cellHeight",
]);

/**
 * Heatmaps with a number in every cell: printed ones bold, simulated ones washed out, bounds as text
 * without colour, nothing where nothing is known. The diagonal (row and column of one name) is framed. Every cell says what it
 * is when one points at it; what the colours mean stands in the legend, once for all panels.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, heatmap } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "a"], image: [true, false], acc: [0.7, 0.6] });
 * const recipe = heatmap({ rows: "judge", columns: "image", scale: "sequential", label: "accuracy" });
 * const { svg } = await chart(frame, { value: "acc", recipe, title: "Accuracy" });
 * assert.match(svg, /a, true, acc: 0\.70/);
 * ```
 */
export function heatmap(options: HeatOptions): Recipe {
  if (isFrame(options) || options?.rows === undefined || options.columns === undefined) {
    throw new TypeError(
      'heatmap: wanted the columns of a frame in its options, heatmap({ rows: "judge", columns: "image", label: "accuracy" }); the frame ' +
        "itself is chart's: chart(frame, { recipe: heatmap({ … }), value, title })",
    );
  }
  requireRecipeOptions("heatmap", options, HEAT_OPTIONS);
  return async (values, { width, coarse }) => {
    requireMarks(
      "heatmap",
      values,
      { rows: options.rows, columns: options.columns, panels: options.panels },
      (value) =>
        [options.panels ?? [], options.rows, options.columns].map((channel) => channelOf(channel, value)),
    );
    const { panels = [], beside = false, order = {}, unit = "number", decimals = 2 } = options;
    const drawn = { ...options, unit, decimals: coarse ? coarser(unit, decimals) : decimals };
    const names = levelsOf(panels, values, order.panels),
      domain = options.domain ?? domainOf(values, options);
    const side = beside ? Math.min(2, names.length) : 1,
      shown = Math.floor(width / side) - (side > 1 ? 8 : 0);
    const blocks = names.flatMap((panel) => {
      const inPanel = values.filter((value) => channelOf(panels, value) === panel);
      const [rows, columns] = (["rows", "columns"] as const).map((which) =>
        levelsOf(options[which], options.own ? inPanel : values, order[which])
      );
      const title = options.title?.(inPanel) ?? displayName(panel, options.names);
      // Columns for which there is no room go on below.
      const parts = Math.ceil(columns.length / Math.max(1, Math.floor(CELLS_SHARE * shown / NARROWEST)));
      const most = Math.ceil(columns.length / parts);
      return Array.from({ length: parts }, async (_, b): Promise<Panel> => ({
        ...(title === "" || b > 0 ? {} : { title }),
        svg: await heatPanel(inPanel, rows, columns.slice(b * most, (b + 1) * most), shown, {
          ...drawn,
          domain,
        }),
      }));
    });
    return {
      body: { kind: "panels", panels: await Promise.all(blocks), columns: side },
      legend: [rampEntry(values, domain, options)],
      intervals: (options.intervals ?? false) && haveIntervals(values),
    };
  };
}

/** The narrowest cell in which a number can be read, the share of the width that names of rows leave for cells, and the most they take. */
const NARROWEST = 30, CELLS_SHARE = 0.7, NAMES_SHARE = 0.32;

/** Space between names and cells, at the right, and of a line of titles. */
const GAP = 7, RIGHT = 6, TITLE = 18;

const colorsOf = (scale: HeatOptions["scale"] = "diverging") =>
  typeof scale === "string" ? RAMPS[scale] : scale;

/** A cell as it is drawn: its ground, and what stands in it. */
interface Cell {
  row: string;
  group: string;
  column: string;
  fill: string;
  ink: string;
  text: string;
  note: string;
  bold: boolean;
  framed: boolean;
  title: string;
}

type Drawn = HeatOptions & { unit: Unit; decimals: number; domain: readonly [number, number] };

/** One heatmap: a cell for each row and column, its number in it, names in full (slanted below the cells where they do not fit). */
async function heatPanel(
  values: readonly Value[],
  rows: readonly string[],
  columns: readonly string[],
  width: number,
  options: Drawn,
): Promise<SVGSVGElement | HTMLElement> {
  const { names, rowTitle, columnTitle = "" } = options;
  const parts = (column: string) => column.includes("\n") ? column.split("\n") : ["", column];
  const groups = [...new Set(columns.map((column) => parts(column)[0]))];
  const subs = [...new Set(columns.map((column) => parts(column)[1]))];
  const [groupTitle, subTitle] = groups.length > 1 ? columnTitle.split("\n") : ["", columnTitle];
  const rowNames = rows.map((name) =>
    wrapText(displayName(name, names), SIZE.axis, Math.max(110, NAMES_SHARE * width))
  );
  const wide = (texts: readonly string[], size: number = SIZE.axis) =>
    Math.max(0, ...texts.map((text) => textWidth(text, size)));
  const marginLeft = Math.ceil(
    Math.max(wide([...rowNames.flat(), groupTitle ?? "", rowTitle ?? ""]) + GAP + 3, 40),
  );
  const cellWidth = (width - marginLeft - RIGHT) / columns.length;
  const below = columnNames(subs.map((name) => displayName(name, names)), cellWidth - 4);
  const cells = cellsOf(values, rows, columns, options);
  const notes = cells.map(({ note }) => note), noteSize = 0.82 * SIZE.axis;
  // An interval that is wider than its cell stands on two lines.
  const broken = wide(notes.filter((note) => note.includes(", ")), noteSize) > cellWidth - 2;
  const noteLines = notes.every((note) => note === "") ? 0 : broken ? 2 : 1;
  const noteOf = ({ note }: Cell) => broken ? note.replace(", ", ",\n") : note;
  const widest = Math.max(
    wide(cells.map(({ text }) => text)),
    wide(cells.flatMap((cell) => noteOf(cell).split("\n")), noteSize),
  );
  const size = Math.min(SIZE.axis, 0.92 * SIZE.axis * cellWidth / Math.max(1, widest));
  const tallest = Math.max(...rowNames.map(({ length }) => length));
  const cellHeight = Math.max(options.cellHeight ?? 29, 18 + 11 * noteLines, tallest * 13 + 4);
  const top = rowTitle || groups.length > 1 ? TITLE : 3;
  const bottom = below.height + GAP + (subTitle ? TITLE : 0);
  const facet = groups.length > 1 ? { fx: "group" } : {}, at = { ...facet, x: "column", y: "row" };
  const first = groups.length > 1 ? { fx: () => groups[0] } : {};
  const constant = (name: "fill" | "ink") => ({ value: name, scale: null });
  const soft = { fontSize: SIZE.note, fill: INK.soft };
  return await themedPlot((Plot) => ({
    width,
    height: Math.ceil(top + rows.length * cellHeight + bottom),
    marginLeft,
    marginRight: RIGHT,
    marginTop: top,
    marginBottom: bottom,
    x: { type: "band", domain: subs, axis: null, padding: 0 },
    y: { type: "band", domain: [...rows], axis: null, padding: 0 },
    ...(groups.length > 1 ? { fx: { domain: groups, axis: null, padding: 0.04 } } : {}),
    marks: [
      Plot.cell(cells, { ...at, fill: constant("fill"), inset: 0.5, title: "title" }),
      Plot.cell(cells.filter(({ framed }) => framed), {
        ...at,
        inset: 1.5,
        fill: "none",
        stroke: INK.text,
        strokeWidth: 1.75,
      }),
      ...[false, true].flatMap((bold) =>
        [false, true].map((noted) =>
          Plot.text(cells.filter((cell) => cell.bold === bold && (cell.note !== "") === noted), {
            ...{ ...at, text: "text", fill: constant("ink"), fontSize: size, dy: noted ? -6 * noteLines : 0 },
            fontWeight: bold ? "bold" : undefined,
          })
        )
      ),
      Plot.text(cells.filter(({ note }) => note !== ""), {
        ...{ ...at, text: noteOf, fill: constant("ink"), fontSize: 0.82 * size, dy: noteLines === 2 ? 6 : 7 },
      }),
      Plot.text(rows, {
        ...{ ...first, y: (name) => name, text: (_, i) => rowNames[i].join("\n") },
        ...{ frameAnchor: "left", textAnchor: "end", dx: -GAP },
      }),
      Plot.text(
        groups.flatMap((group) => subs.map((column, i) => ({ group, column, text: below.texts[i] }))),
        {
          ...{ ...facet, x: "column", text: "text", frameAnchor: "bottom" },
          ...(below.slanted
            ? { rotate: -45, textAnchor: "end", lineAnchor: "middle", dy: GAP + 3, dx: 3 }
            : { lineAnchor: "top", dy: GAP }),
        },
      ),
      ...(groups.length > 1
        ? [Plot.text(groups, {
          ...{ fx: (name) => name, text: (name) => displayName(name, names) },
          ...{ frameAnchor: "top", dy: -TITLE / 2, fontWeight: "bold" },
        })]
        : []),
      Plot.text([...groups.length > 1 ? [groupTitle] : [], ...rowTitle ? [rowTitle] : []].slice(0, 1), {
        ...{ ...first, ...soft, frameAnchor: "top-left", textAnchor: "end", dx: -GAP, dy: -TITLE / 2 },
      }),
      Plot.text(subTitle ? [subTitle] : [], {
        ...{ ...first, ...soft, lineAnchor: "bottom", dy: bottom - 2 },
        ...(groups.length > 1
          ? { frameAnchor: "bottom-left", textAnchor: "end", dx: -GAP, dy: GAP + 11 }
          : { frameAnchor: "bottom" }),
      }),
    ],
  }));
}

/** Names of columns: upright where their words fit in lines, else slanted. */
function columnNames(
  names: readonly string[],
  width: number,
): { texts: string[]; height: number; slanted: boolean } {
  const lines = names.map((name) => wrapText(name, SIZE.axis, width));
  const whole = names.every((name) =>
    name.split(/(?<=[-/ ])/).every((part) => textWidth(part.trim(), SIZE.axis) <= width)
  );
  const most = Math.max(1, ...lines.map(({ length }) => length));
  if (whole && most <= 3) {
    return { texts: lines.map((one) => one.join("\n")), height: most * 12, slanted: false };
  }
  // As many lines as have room beside each other on the slant.
  const fitting = Math.max(1, Math.floor(width * Math.SQRT1_2 / 12));
  const slanted = names.map((name) => {
    for (let room = 130;; room += 30) {
      const found = wrapText(name, SIZE.axis, room);
      if (found.length <= fitting) return found;
    }
  });
  const longest = Math.max(...slanted.flat().map((line) => textWidth(line, SIZE.axis)));
  return {
    texts: slanted.map((one) => one.join("\n")),
    height: longest * Math.SQRT1_2 + 12 * Math.max(...slanted.map(({ length }) => length)),
    slanted: true,
  };
}

function cellsOf(
  values: readonly Value[],
  rows: readonly string[],
  columns: readonly string[],
  { unit, decimals, domain, intervals = false, ...options }: Drawn,
): Cell[] {
  const place = (row: string, column: string) => `${row}\n\n${column}`;
  const found = new Map(
    values.map((value) => [place(channelOf(options.rows, value), channelOf(options.columns, value)), value]),
  );
  const mixed = new Set(values.map(({ provenance }) => provenance)).size > 1;
  const colors = colorsOf(options.scale), [from, to] = domain;
  const number = (end: number) => fixed(scaleOf(unit) * end, decimals);
  return rows.flatMap((row) =>
    columns.flatMap((key): Cell[] => {
      const [group, column] = key.includes("\n") ? key.split("\n") : ["", key];
      const value = found.get(place(row, key));
      if (!value && options.own) return [];
      const bounded = value !== undefined && Number.isNaN(value.value) && value.interval === "bounds";
      // Of bounds the ground says the sign, where it is certain.
      const shown = value === undefined
        ? NaN
        : !bounded
        ? scaleOf(unit) * value.value
        : value.low >= 0
        ? to / 6
        : value.high <= 0
        ? from / 6
        : NaN;
      const share = (shown - from) / (to - from),
        pale = value?.provenance === "simulated" && typeof options.scale !== "object" ? 0.55 : 1;
      const fill = Number.isNaN(share) ? INK.faint : tint(rampColor(colors, share), pale);
      const twoEnds = bounded && Number.isFinite(value.low + value.high);
      return [{
        ...{ row, group, column, fill, ink: readableInk(fill) },
        text: value === undefined
          ? ""
          : options.text?.(value) ?? (twoEnds ? number(value.low) : valueText(value, unit, decimals) || "–"),
        note: value === undefined
          ? ""
          : twoEnds
          ? `to ${number(value.high)}`
          : intervals && value.interval === "95%"
          ? `[${number(value.low)}, ${number(value.high)}]`
          : options.note?.(value) ?? "",
        bold: mixed && value?.provenance === "published",
        framed: value !== undefined && (options.framed?.(value) ?? (!options.own && row === column)),
        title: value === undefined ? "" : tip(value, options.names ?? {}, unit, decimals),
      }];
    })
  );
}

/** What the colours of a heatmap mean, for the legend. */
function rampEntry(
  values: readonly Value[],
  [low, high]: readonly [number, number],
  options: HeatOptions,
): LegendEntry {
  const known = numbersOf(values, options), colors = colorsOf(options.scale);
  const pale = typeof options.scale !== "object" &&
    values.every(({ provenance }) => provenance === "simulated");
  // As few decimals as say where the colours end to a hundredth of it.
  const end = (value: number) => {
    const size = Math.abs(value), least = Number.isInteger(value) || size >= 10 ? 0 : size >= 1 ? 1 : 2;
    const near = (decimals: number) => Math.abs(Number(size.toFixed(decimals)) - size) <= size / 100;
    return fixed(value, [0, 1].find((decimals) => decimals >= least && near(decimals)) ?? 2);
  };
  return {
    label: options.label,
    color: INK.soft,
    glyph: "ramp",
    ramp: {
      colors: Array.from({ length: 25 }, (_, i) => tint(rampColor(colors, i / 24), pale ? 0.55 : 1)),
      // Values beyond an end have its colour.
      low: (known.some((value) => value < low) ? "≤ " : "") + end(low),
      high: (known.some((value) => value > high) ? "≥ " : "") + end(high),
    },
  };
}

/** What is known, as drawn. */
const numbersOf = (values: readonly Value[], { unit = "number" }: HeatOptions) =>
  values.filter(isKnown).map(({ value }) => scaleOf(unit) * value).filter((value) => !Number.isNaN(value));

/** Ends of the colours: the same distance both ways, or the range of the values. */
function domainOf(values: readonly Value[], options: HeatOptions): [number, number] {
  const known = numbersOf(values, options);
  if (known.length === 0) return [-1, 1];
  const low = Math.min(...known), high = Math.max(...known);
  if ((options.scale ?? "diverging") !== "diverging") {
    return low < high ? [low, high] : [low - 0.5, high + 0.5];
  }
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return [-most, most];
}
