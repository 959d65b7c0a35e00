import { optionNames } from "../../progress/require.ts";
import type { Value } from "../values/value.ts";
import type { Channel, Unit } from "./recipe.ts";

/** How values along a number become curves. */
export interface CurveOptions {
  /**
   * What lies along x: a number of the values (`more`), what the axis calls it, and what it is multiplied by. `ticks` names
   * places that stand for something else, by their number.
   */
  x: {
    of: string;
    label: string;
    times?: number;
    domain?: readonly [number, number];
    ticks?: Readonly<Record<number, string>>;
  };
  /** What the axis of the values is called, and its ends as drawn; by default those of values, intervals and lines. */
  y: { label: string; domain?: readonly [number, number] };
  /** What tells curves apart, by colour and (of `dashed`) by dashes; a name stands at the end of each, or in the legend. */
  series?: Channel;
  /** Names of the series whose curves are dashed; none by default. */
  dashed?: readonly string[];
  /** Charts of their own; one of all values by default. */
  panels?: Channel;
  /** Panels beside each other, at most; 2 by default. */
  columns?: number;
  /** What numbers are drawn in: fractions as percent (default) or points, others as they are. */
  unit?: Unit;
  /** Decimals of the numbers written, 1 by default. */
  decimals?: number;
  /** How keys and quantities are written, by the name that they have in the values. */
  names?: Readonly<Record<string, string>>;
  /** Colours of series by their name; by default from what a series is. */
  colors?: Readonly<Record<string, string>>;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { series?: readonly string[]; panels?: readonly string[] };
  /** Values that are drawn as marks with their intervals, not joined, and what the legend calls them. */
  marks?: { when: (value: Value) => boolean; label: string };
  /** Whether joined values are dots too, with their numbers. */
  dots?: boolean;
  /** Lines to read the curves by, with what they mean. */
  at?: readonly { x?: number; y?: number; label: string }[];
  /** Height of a panel in pixels; by default 340, and 220 where the legend names the curves. */
  height?: number;
}

/** The names of the options of `curves`. */
export const CURVE_OPTIONS = optionNames<CurveOptions>()([
  ...["x", "y", "series", "dashed", "panels", "columns", "unit", "decimals", "names", "colors"] as const,
  ...["order", "marks", "dots", "at", "height"] as const,
]);
