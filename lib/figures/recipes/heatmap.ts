import { mistaken } from "../../results/said.ts";
import { rampColor, RAMPS, readableInk, tint } from "../colors.ts";
import { INK, numberText } from "../theme.ts";
import type { Value } from "../values/value.ts";
import {
  axisName,
  calledBy,
  channelOf,
  coarser,
  haveIntervals,
  intervalText,
  isKnown,
  levelsOf,
  type Recipe,
  scaleOf,
  tip,
  valueText,
} from "./recipe.ts";
import { valueNames } from "../paper_order.ts";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import {
  type Cell,
  type Drawn,
  HEAT_OPTIONS,
  heatLayout,
  type HeatOptions,
  heatPanel,
} from "./heat_panel.ts";

const colorsOf = ({ scale = "diverging" }: HeatOptions) => typeof scale === "string" ? RAMPS[scale] : scale;

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
  const colors = colorsOf(options), [from, to] = domain;
  return rows.flatMap((row) =>
    columns.flatMap((column): Cell[] => {
      const value = found.get(place(row, column)), at = { row, column };
      const ground = (fill: string) => ({ fill, ink: readableInk(fill) });
      if (!value) {
        const empty = { ...ground(INK.faint), text: "", note: "", bold: false, framed: false, title: "" };
        return options.own ? [] : [{ ...at, ...empty }];
      }
      const shown = scaleOf(unit) * value.value, simulated = value.provenance === "simulated";
      const told = simulated ? Number(shown.toFixed(decimals)) : shown;
      const share = (told - from) / (to - from);
      const isColored = !Number.isNaN(share) && options.colored?.(value) !== false;
      const pale = simulated && typeof options.scale !== "object" ? PALE : 1;
      const text = options.text?.(value);
      return [{
        ...at,
        ...ground(isColored ? tint(rampColor(colors, share), pale) : INK.faint),
        ...(options.colored?.(value) === false ? { ink: INK.soft } : {}),
        text: text ?? (valueText(value, unit, decimals) || "–"),
        note: intervals && intervalText(value, unit, decimals) || (options.note?.(value) ?? ""),
        bold: mixed && value.provenance === "published",
        framed: options.framed?.(value) ?? (!options.own && row === column),
        title: tip(value, options.names ?? {}, unit, decimals, text),
      }];
    })
  );
}

const PALE = 0.55;

/** The narrowest cell in which a number can be read, and the share of the width that names of rows leave for cells. */
const NARROWEST = 30, CELLS_SHARE = 0.7;

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
 * const frame = pl.DataFrame({
 *   judge: ["a", "a"], image: [true, false], acc: [0.7, 0.6],
 * });
 * const recipe = heatmap({
 *   rows: "judge", columns: "image", scale: "sequential", label: "accuracy",
 * });
 * const { svg } = await chart(frame, { value: "acc", recipe, title: "Accuracy" });
 * assert.match(svg, /a, true, acc: 0\.70/);
 * ```
 */
export function heatmap(options: HeatOptions): Recipe {
  requireRecipeOptions("heatmap", options, HEAT_OPTIONS);
  if (options.rows === undefined || options.columns === undefined) throw mistaken("heatmap_channels");
  return async (values, { width, coarse, own }) => {
    const { rows, columns, panels = [], beside = false, order = {}, unit = "number", decimals = 2 } = options;
    requireMarks("heatmap", values, options, { rows, columns, panels });
    const domain = options.domain ?? domainOf(values, options);
    const named = own && {
      rowTitle: axisName(rows, options.names),
      columnTitle: axisName(columns, options.names),
    };
    const drawn = { ...named, ...options, unit, decimals: coarse ? coarser(decimals) : decimals, domain };
    const names = levelsOf(panels, values, order.panels), side = beside ? Math.min(2, names.length) : 1;
    const shown = Math.floor(width / side) - (side > 1 ? 8 : 0);
    const all = names.map((panel) => {
      const inPanel = values.filter((value) => channelOf(panels, value) === panel);
      const [rows, columns] = (["rows", "columns"] as const).map((which) =>
        levelsOf(options[which], options.own ? inPanel : values, order[which])
      );
      const layout = heatLayout(cellsOf(inPanel, rows, columns, drawn), rows, columns, shown, drawn);
      return { panel, inPanel, rows, columns, layout };
    });
    const [left, right] = (["marginLeft", "marginRight"] as const).map((margin) =>
      Math.max(...all.map(({ layout }) => layout[margin]))
    );
    const blocks = all.flatMap(({ panel, inPanel, rows, columns, layout }) => {
      const title = options.title?.(inPanel) ?? valueNames(panels, panel, options.names).join("\n");
      // Columns for which there is no room go on below.
      const parts = Math.ceil(columns.length / Math.max(1, Math.floor(CELLS_SHARE * shown / NARROWEST)));
      const most = Math.ceil(columns.length / parts);
      const margins = side > 1 ? { marginLeft: left, marginRight: right } : {};
      return Array.from({ length: parts }, async (_, b): Promise<Panel> => {
        const some = columns.slice(b * most, (b + 1) * most);
        const cells = parts > 1 ? cellsOf(inPanel, rows, some, drawn) : layout.cells;
        return {
          ...(title === "" || b > 0 ? {} : { title }),
          svg: await heatPanel({ ...heatLayout(cells, rows, some, shown, drawn), ...margins }, shown, drawn),
        };
      });
    });
    return {
      body: { kind: "panels", panels: await Promise.all(blocks), columns: side },
      drawnIn: options.unit,
      legend: [rampEntry(values, domain, options)],
      names: options.names,
      intervals: (options.intervals ?? false) && haveIntervals(values),
    };
  };
}

function rampEntry(
  values: readonly Value[],
  [low, high]: readonly [number, number],
  options: HeatOptions,
): LegendEntry {
  const known = numbersOf(values, options), colors = colorsOf(options);
  const isPale = typeof options.scale !== "object" &&
    values.every(({ provenance }) => provenance === "simulated");
  // As few decimals as say where the colours end to a hundredth of it.
  const end = (value: number) => {
    const size = Math.abs(value), least = Number.isInteger(value) || size >= 10 ? 0 : size >= 1 ? 1 : 2;
    const near = (decimals: number) => Math.abs(Number(size.toFixed(decimals)) - size) <= size / 100;
    return numberText(value, [0, 1].find((decimals) => decimals >= least && near(decimals)) ?? 2);
  };
  return {
    label: options.label ?? calledBy(values, { unit: "number", ...options }),
    color: INK.soft,
    glyph: "ramp",
    ramp: {
      colors: Array.from({ length: 25 }, (_, i) => tint(rampColor(colors, i / 24), isPale ? PALE : 1)),
      low: (known.some((value) => value < low) ? "≤ " : "") + end(low),
      high: (known.some((value) => value > high) ? "≥ " : "") + end(high),
      ticks: (options.ticks ?? (low === -high ? [0] : [])).map((tick) => [
        (tick - low) / (high - low),
        end(tick),
      ]),
    },
  };
}

const numbersOf = (values: readonly Value[], { unit = "number" }: HeatOptions) =>
  values.filter(isKnown).map(({ value }) => scaleOf(unit) * value).filter((value) => !Number.isNaN(value));

function domainOf(values: readonly Value[], options: HeatOptions): [number, number] {
  const known = numbersOf(values, options).filter(Number.isFinite);
  if (known.length === 0) return [-1, 1];
  const low = Math.min(...known), high = Math.max(...known);
  if ((options.scale ?? "diverging") !== "diverging") {
    return low < high ? [low, high] : [low - 0.5, high + 0.5];
  }
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return [-most, most];
}
