import { optionNames } from "../../progress/require.ts";
import type { Value } from "../values/value.ts";
import type { Channel, Written } from "./recipe.ts";
import type { Series } from "./series.ts";

/** An axis: the quantity along it, and what it is called. */
interface Axis {
  /** Name of the quantity in the values. */
  quantity: string;
  /** What the axis shows, with its unit. */
  label: string;
  /** Values that it must reach, as drawn. */
  reach?: readonly number[];
}

/** How pairs of values become points. */
export interface ScatterOptions extends Omit<Written, "decimals"> {
  /** The key that names a point. */
  points?: string;
  /** Charts of their own; one of all points by default. */
  panels?: Channel;
  /** Whether each panel has scales of its own, as far as its points go. */
  each?: boolean;
  /** The quantity from left to right, which every point must have. */
  x: Axis;
  /** The quantity from below, found by the same keys. */
  y: Axis;
  /** Panels that come first; the others follow as they come. */
  order?: { panels?: readonly string[] };
  /** Which points are named: the two of a panel that lie farthest off the diagonal, all (with their intervals), or those told. */
  named?: "far" | "all" | ((value: Value) => boolean);
  /** What the diagonal means, which then stands in every panel and puts both axes on one scale; default where `named` is far. */
  diagonal?: string;
  /** Colours points by their side of the diagonal, and says what each side means. */
  sides?: { below: string; above: string };
  /** Points told apart by colour and shape, which the legend names. */
  groups?: {
    of: (value: Value) => string;
    order?: readonly string[];
    colors?: Readonly<Record<string, string>>;
  };
  /** Lines to read the points by, with what they mean; in one panel alone where `panel` names it. */
  at?: readonly { x?: number; y?: number; label: string; panel?: string }[];
}

export const SCATTER_OPTIONS = optionNames<ScatterOptions>()([
  ...["points", "panels", "each", "x", "y", "unit", "names", "order", "named", "diagonal"] as const,
  ...["sides", "groups", "at"] as const,
]);

export interface Point {
  x: number;
  y: number;
  name: string;
  group: Series;
  value: Value;
  other: Value;
}
