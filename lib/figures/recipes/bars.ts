import type { Recipe } from "./recipe.ts";
import { rowChart, type RowOptions } from "./row_chart.ts";

/** Bars in rows from 0, for counts and shares: as `dots` otherwise. */
export const bars = (options: RowOptions = {}): Recipe => (values, look) =>
  rowChart(values, look, "bars", options);
