import type { ColumnName } from "../results/frame_types.ts";
import type { ComposeOptions } from "./compose.ts";

/** What charts of raw rows share. */
export interface RawChartOptions extends Omit<ComposeOptions, "caption"> {
  /** The column from left to right: numbers. */
  x: ColumnName;
  /** Rows with different values of this column have different colours, which the legend names. */
  color?: ColumnName;
  /** A panel for each value of this column, on the same axes. */
  facet?: ColumnName;
  /** Stands below it; how many rows are shown and left out by default. */
  caption?: string | false;
  /** What the axis from left to right shows, with its unit; the column's name by default. */
  label?: string;
  /** How columns (on axes, in the legend) and their values are written. */
  names?: Readonly<Record<string, string>>;
  /** Colours by the value that they stand for; by default from what it is. */
  colors?: Readonly<Record<string, string>>;
  /** What comes first, of colours (also in a stack) and panels, and of rows of text; the others follow by name. */
  order?: Readonly<Partial<Record<"color" | "facet" | "y", readonly string[]>>>;
  /** Height of a panel in pixels. */
  height?: number;
}
