import type { Recipe } from "./recipe.ts";
import { rowChart, type RowOptions } from "./row_chart.ts";

/**
 * Dots in rows: a row per judge (or other key), a mark per quantity (or other series) told apart by colour and shape, its number
 * beside it, its interval as a line. Bounds without a value are a pale bar; nothing is drawn where nothing is known.
 */
export const dots = (options: RowOptions = {}): Recipe => (values, look) =>
  rowChart(values, look, "dots", options);
