import type { Recipe } from "./recipe.ts";
import { rowChart, type RowOptions } from "./row_chart.ts";

/** Estimates with their intervals around a line of no effect: a forest plot. Without numbers, for many rows. */
export const intervals = (options: RowOptions = {}): Recipe => (values, look) =>
  rowChart(values, look, "dots", { numbers: false, reach: [0], ...options });
