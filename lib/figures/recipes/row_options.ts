import { optionNames } from "../../progress/require.ts";
import type { Value } from "../values/value.ts";
import { type Channel, channelOf, type Colored } from "./recipe.ts";
import type { Series } from "./series.ts";

/** What charts of rows have in common: names down the side, a number along x. */
export interface RowOptions extends Colored {
  /** What stands down the side; of two keys the first names a group of rows, in a heading. */
  rows?: Channel;
  /** Charts beside each other on a common scale, those that have no room below. */
  panels?: Channel;
  /** Most panels beside each other; by default as many as have room. */
  columns?: number;
  /** Panels with a scale of their own, and what differs in them: they share the rows alone. */
  each?: Readonly<
    Record<string, Pick<RowOptions, "unit" | "decimals" | "reach" | "label" | "ticks" | "at" | "signed">>
  >;
  /** Marks of a row that are told apart by colour and shape. */
  series?: Channel;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { rows?: readonly string[]; panels?: readonly string[]; series?: readonly string[] };
  /** Rows from the largest value to the smallest: of all series, or of the one that is named, in the first panel that has it. Groups stay together. */
  sort?: true | string;
  /** What the axis shows, with its unit; in a `chart` by default the quantities and the unit. */
  label?: string;
  /** Values that the axis must reach, as drawn: `[0]`. */
  reach?: readonly number[];
  /** Where the axis has its numbers, as drawn: where values cannot lie there is nothing to read. */
  ticks?: readonly number[];
  /** Vertical lines to read the marks by, as drawn, and what stands above them. */
  at?: readonly (number | { x: number; label: string })[];
  /** A range of the axis in which marks are as they should be, as drawn: a grey ground. */
  band?: readonly [number, number];
  /** Whether numbers have their sign, as changes do. */
  signed?: boolean;
  /** Marks that are not filled, and what the legend says of them and of the filled ones. */
  hollow?: { where: (value: Value) => boolean; label: string; filled: string };
  /** A series, or a further number of the values (in `more`), that is drawn as a short red line across the row. */
  tick?: { of: string; label: string };
  /** Whether the marks of a row stand on one line, whatever lies on what. */
  together?: boolean;
  /** Whether numbers stand in columns at the right, or of which series (`Δ`: of what lies between two); true by default. */
  numbers?: boolean | readonly string[];
}

/** What stands in a row: dots, bars from 0, or dots joined in pairs. */
export type Kind = "dots" | "bars" | "dumbbells";

export const ROW_OPTIONS = optionNames<RowOptions>()([
  ...["rows", "panels", "columns", "each", "series", "names", "colors", "order", "sort", "label"] as const,
  ...["unit", "decimals", "reach", "ticks", "at", "band", "signed", "hollow", "tick"] as const,
  ...["together", "numbers"] as const,
]);

/** A line of a chart: a row of marks, or the heading of a group of rows. */
export interface Line {
  key: string;
  text: string;
  heading: boolean;
}

/** What the panels of a chart have in common. */
export interface RowFrame {
  kind: Kind;
  options: RowOptions & { from?: string; to?: string };
  lines: readonly Line[];
  /** Height of a line, and room for the names of the rows. */
  step: number;
  room: number;
  series: readonly Series[];
  /** Whether no row has two marks in a panel, so that series need neither lines nor columns of their own. */
  alone: boolean;
  apart: number;
}

/** A panel of such a chart: what its values are held against. */
export interface PanelFrame extends RowFrame {
  /** Where an effect is none. */
  none: number;
  /** Whether the axis is that of a logarithm. */
  isLog: boolean;
}

/** What a value is held against: the noise of runs, a coin. */
export const TICK = "#cc3311";

/** What is drawn as a line across a row: a value of that series, or what it says of it. */
export const tickOf = (value: Value, of: string | undefined, series: Channel = "quantity"): number =>
  of === undefined ? NaN : channelOf(series, value) === of ? value.value : value.more[of] ?? NaN;

/** Space left of a panel without names. */
export const LEFT = 14;
