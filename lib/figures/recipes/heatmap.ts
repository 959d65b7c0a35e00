import type { LegendEntry, Panel } from "../figure_spec.ts";
import { displayName } from "../display_names.ts";
import { fixed, INK } from "../theme.ts";
import type { HeatmapCell } from "../heatmap_cells.ts";
import { cellColor, heatmapPanel } from "../heatmap_panel.ts";
import { optionNames } from "../../results/require_options.ts";
import type { Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import {
  type Channel,
  channelOf,
  haveIntervals,
  levelsOf,
  type Recipe,
  scaleOf,
  tip,
  type Unit,
  valueText,
} from "./recipe.ts";
import { isFrame } from "../../results/require_frame.ts";

/** How values become the cells of heatmaps. */
export interface HeatOptions {
  /** What stands below each other. */
  rows: Channel;
  /** What stands side by side; of two keys the first names groups, on a level of its own below (`columnTitle`: a line for each). */
  columns: Channel;
  /** Heatmaps below each other, or beside each other where `beside`. */
  panels?: Channel;
  /** Whether two panels stand beside each other; false by default. */
  beside?: boolean;
  /** Blue below 0, white at 0, red above it; or pale to dark. */
  scale?: "diverging" | "sequential";
  /** Ends of the colours, the same in all panels; those of the values by default. */
  domain?: readonly [number, number];
  /** What the colours mean, beside their ramp. */
  label: string;
  /** What the rows are, beside their names. */
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
  ...[
    "unit",
    "decimals",
    "names",
    "order",
    "intervals",
    "note",
    "framed",
    "title",
    "own",
    "cellHeight",
  ] as const,
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
  return async (values, { width }) => {
    const { rows, columns } = options;
    requireMarks(
      "heatmap",
      values,
      { rows, columns, panels: options.panels },
      (value) => [options.panels ?? [], rows, columns].map((channel) => channelOf(channel, value)),
    );
    const { panels = [], beside = false, order = {}, scale = "diverging" } = options;
    const names = levelsOf(panels, values, order.panels);
    const domain = options.domain ?? domainOf(values, options);
    const side = beside ? Math.min(2, names.length) : 1;
    const drawn = await Promise.all(names.map(async (panel): Promise<Panel[]> => {
      const inPanel = values.filter((value) => channelOf(panels, value) === panel);
      const [rows, columns] = (["rows", "columns"] as const).map((which) =>
        levelsOf(options[which], options.own ? inPanel : values, order[which])
      );
      const title = options.title?.(inPanel) ?? displayName(panel, options.names);
      const shown = Math.floor(width / side) - (side > 1 ? 8 : 0);
      // Columns for which there is no room go on below.
      const blocks = Math.ceil(columns.length / Math.max(1, Math.floor(CELLS_SHARE * shown / NARROWEST)));
      const most = Math.ceil(columns.length / blocks);
      const parts = Array.from({ length: blocks }, (_, b) => columns.slice(b * most, (b + 1) * most));
      return await Promise.all(parts.map(async (columns, b) => ({
        ...(title === "" || b > 0 ? {} : { title }),
        svg: await heatmapPanel(cellsOf(inPanel, rows, columns, options), {
          rows,
          columns,
          scale,
          domain,
          decimals: options.decimals,
          rowTitle: options.rowTitle,
          columnTitle: options.columnTitle,
          cellHeight: options.cellHeight,
          width: shown,
          nameOf: (name) => displayName(name, options.names),
        }),
      })));
    }));
    const pale = values.every(({ provenance }) => provenance === "simulated");
    return {
      body: { kind: "panels", panels: drawn.flat(), columns: side },
      legend: [rampEntry(options.label, scale, domain, pale, knownOf(values, options))],
      intervals: (options.intervals ?? false) && haveIntervals(values),
    };
  };
}

/** The narrowest cell in which a number can be read, and the share of the width that names of rows leave for cells. */
const NARROWEST = 30, CELLS_SHARE = 0.7;

/** What the colours of a heatmap mean, for the legend. */
function rampEntry(
  label: string,
  scale: "diverging" | "sequential",
  [low, high]: readonly [number, number],
  pale: boolean,
  known: readonly number[],
): LegendEntry {
  // As few decimals as say where the colours end to a hundredth of it.
  const end = (value: number) => {
    const size = Math.abs(value), least = Number.isInteger(value) || size >= 10 ? 0 : size >= 1 ? 1 : 2;
    const near = (decimals: number) => Math.abs(Number(size.toFixed(decimals)) - size) <= size / 100;
    return fixed(value, [0, 1].find((decimals) => decimals >= least && near(decimals)) ?? 2);
  };
  const colors = Array.from({ length: 25 }, (_, i) => cellColor(scale, i / 24, pale));
  const ramp = {
    colors,
    // Values beyond an end have its colour.
    low: (known.some((value) => value < low) ? "≤ " : "") + end(low),
    high: (known.some((value) => value > high) ? "≥ " : "") + end(high),
  };
  return { label, color: INK.soft, glyph: "ramp", ramp };
}

/** What is known, as drawn. */
const knownOf = (values: readonly Value[], { unit = "number" }: HeatOptions) =>
  values.map(({ value }) => scaleOf(unit) * value).filter((value) => !Number.isNaN(value));

function cellsOf(
  values: readonly Value[],
  rows: readonly string[],
  columns: readonly string[],
  options: HeatOptions,
): HeatmapCell[] {
  const { unit = "number", decimals = 2, intervals = false } = options;
  const place = (row: string, column: string) => `${row}\n\n${column}`;
  const found = new Map(
    values.map((value) => [place(channelOf(options.rows, value), channelOf(options.columns, value)), value]),
  );
  const mixed = new Set(values.map(({ provenance }) => provenance)).size > 1;
  return rows.flatMap((row) =>
    columns.map((column): HeatmapCell => {
      const value = found.get(place(row, column));
      if (!value) return { row, column, value: NaN, text: "", ...(options.own ? { absent: true } : {}) };
      const number = scaleOf(unit) * value.value, title = tip(value, options.names ?? {}, unit, decimals);
      if (Number.isNaN(number) && value.interval === "bounds") {
        return { row, column, value: NaN, title, ...boundsOf(value, unit, decimals, options.domain) };
      }
      return {
        row,
        column,
        value: number,
        title,
        text: valueText(value, unit, decimals) || "–",
        ...(options.note ? { note: options.note(value) } : {}),
        ...(options.framed ? { outlined: options.framed(value) } : options.own ? { outlined: false } : {}),
        pale: value.provenance === "simulated",
        bold: mixed && value.provenance === "published",
        ...(intervals && value.interval === "95%"
          ? {
            note: `[${
              [value.low, value.high].map((end) => fixed(scaleOf(unit) * end, decimals)).join(", ")
            }]`,
          }
          : {}),
      };
    })
  );
}

/** Bounds on two lines of a cell, on a pale ground of its colour where the sign is certain; of a sign alone, the sign. */
function boundsOf(
  { low, high }: Value,
  unit: Unit,
  decimals: number,
  domain: readonly [number, number] = [-1, 1],
): Partial<HeatmapCell> {
  const text = (word: string, end: number) => word + fixed(scaleOf(unit) * end, decimals);
  const ground = low >= 0 ? { ground: domain[1] / 6 } : high <= 0 ? { ground: domain[0] / 6 } : {};
  if (!Number.isFinite(high)) return { text: text("> ", low), ...ground };
  if (!Number.isFinite(low)) return { text: text("< ", high), ...ground };
  return { text: text("", low), note: text("to ", high), ...ground };
}

function domainOf(values: readonly Value[], options: HeatOptions): [number, number] {
  const { scale = "diverging" } = options, known = knownOf(values, options);
  if (known.length === 0) return [-1, 1];
  const low = Math.min(...known), high = Math.max(...known);
  if (scale === "sequential") return low < high ? [low, high] : [low - 0.5, high + 0.5];
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return [-most, most];
}
