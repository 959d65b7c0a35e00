import { rampColor, RAMPS, readableInk, tint } from "../colors.ts";
import { fixed, INK } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { channelOf, scaleOf, tip, type Unit, valueText } from "./recipe.ts";
import type { HeatOptions } from "./heat_options.ts";

/** The colours of a scale from one end to the other. */
export const colorsOf = (scale: HeatOptions["scale"] = "diverging") =>
  typeof scale === "string" ? RAMPS[scale] : scale;

/** A cell as it is drawn: its ground, and what stands in it. */
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

/** Options with what is always known of them. */
export type Drawn = HeatOptions & { unit: Unit; decimals: number; domain: readonly [number, number] };

/** The cells of a heatmap, row by row. */
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
      // Cells that say the same look the same.
      const told = value?.provenance === "simulated" && !bounded ? Number(shown.toFixed(decimals)) : shown;
      const share = (told - from) / (to - from),
        pale = value?.provenance === "simulated" && typeof options.scale !== "object" ? 0.55 : 1;
      const fill = Number.isNaN(share) || value && options.colored?.(value) === false
        ? INK.faint
        : tint(rampColor(colors, share), pale);
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
        title: value === undefined
          ? ""
          : tip(value, options.names ?? {}, unit, decimals, options.text?.(value)),
      }];
    })
  );
}
