import { fixed } from "../../progress/told.ts";
import { optionNames } from "../../progress/require.ts";
import { rampColor, RAMPS, readableInk, tint } from "../colors.ts";
import { INK } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, scaleOf, tip, type Unit, valueText, type Written } from "./recipe.ts";

/** How values become the cells of heatmaps. */
export interface HeatOptions extends Pick<Written, "names"> {
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
  /** Numbers in the ramp of the colours, as drawn; by default 0 where that is in its middle. */
  ticks?: readonly number[];
  /** What the colours mean, beside their ramp; the quantity by default. */
  label?: string;
  /** What the rows are, above their names. */
  rowTitle?: string;
  /** What the columns are, below their names. */
  columnTitle?: string;
  /** What numbers are written in: as they are (default), or fractions as percent or points. */
  unit?: Unit;
  /** Decimals of the numbers written, 2 by default. */
  decimals?: number;
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
  /** Which cells have a colour; by default all of which something is known. */
  colored?: (value: Value) => boolean;
  /** What stands above a panel, from its values; its name by default. */
  title?: (values: readonly Value[]) => string;
  /** Whether every panel has rows and columns of its own, and nothing stands where two have no value. */
  own?: boolean;
  /** Height of a cell in pixels (default 29). */
  cellHeight?: number;
}

export const HEAT_OPTIONS = optionNames<HeatOptions>()([
  ...["rows", "columns", "panels", "beside", "scale", "domain", "label", "rowTitle", "columnTitle"] as const,
  ...["unit", "decimals", "names", "order", "intervals", "text", "note", "framed", "title", "own"] as const,
  ...["cellHeight", "colored", "ticks"] as const,
]);

export const colorsOf = (scale: HeatOptions["scale"] = "diverging") =>
  typeof scale === "string" ? RAMPS[scale] : scale;

export interface Cell {
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

export type Drawn = HeatOptions & { unit: Unit; decimals: number; domain: readonly [number, number] };

export function cellsOf(
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
      const value = found.get(place(row, key)), at = { row, group, column };
      const ground = (fill: string) => ({ fill, ink: readableInk(fill) });
      if (!value) {
        const empty = { ...ground(INK.faint), text: "", note: "", bold: false, framed: false, title: "" };
        return options.own ? [] : [{ ...at, ...empty }];
      }
      const shown = scaleOf(unit) * value.value, simulated = value.provenance === "simulated";
      // Cells that say the same look the same.
      const told = simulated ? Number(shown.toFixed(decimals)) : shown;
      const share = (told - from) / (to - from);
      const isColored = !Number.isNaN(share) && options.colored?.(value) !== false;
      const pale = simulated && typeof options.scale !== "object" ? 0.55 : 1;
      const text = options.text?.(value);
      return [{
        ...at,
        ...ground(isColored ? tint(rampColor(colors, share), pale) : INK.faint),
        ...(options.colored?.(value) === false ? { ink: INK.soft } : {}),
        text: text ?? (valueText(value, unit, decimals) || "–"),
        note: intervals && value.interval === "95%"
          ? `[${number(value.low)}, ${number(value.high)}]`
          : options.note?.(value) ?? "",
        bold: mixed && value.provenance === "published",
        framed: options.framed?.(value) ?? (!options.own && row === column),
        title: tip(value, options.names ?? {}, unit, decimals, text),
      }];
    })
  );
}
