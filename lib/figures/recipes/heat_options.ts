import { optionNames } from "../../results/require_options.ts";
import type { Value } from "../values/value.ts";
import type { Channel, Unit } from "./recipe.ts";

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
  /** Which cells have a colour; by default all of which something is known. */
  colored?: (value: Value) => boolean;
  /** What stands above a panel, from its values; its name by default. */
  title?: (values: readonly Value[]) => string;
  /** Whether every panel has rows and columns of its own, and nothing stands where two have no value. */
  own?: boolean;
  /** Height of a cell in pixels (default 29). */
  cellHeight?: number;
}

/** Their names. */
export const HEAT_OPTIONS = optionNames<HeatOptions>()([
  ...["rows", "columns", "panels", "beside", "scale", "domain", "label", "rowTitle", "columnTitle"] as const,
  ...["unit", "decimals", "names", "order", "intervals", "text", "note", "framed", "title", "own"] as const,
  ...["cellHeight", "colored"] as const,
]);
