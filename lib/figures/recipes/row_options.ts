import { optionNames } from "../../progress/require.ts";
import type { Value } from "../values/value.ts";
import type { Channel, Colored } from "./recipe.ts";

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

export const ROW_OPTIONS = optionNames<RowOptions>()([
  ...["rows", "panels", "columns", "each", "series", "names", "colors", "order", "sort", "label"] as const,
  ...["unit", "decimals", "reach", "ticks", "at", "band", "signed", "hollow", "tick"] as const,
  ...["together", "numbers"] as const,
]);
