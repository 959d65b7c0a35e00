import type { Recipe } from "./recipe.ts";
import { rowChart, type RowOptions } from "./row_chart.ts";

/**
 * Pairs of dots in rows, joined: the gap between them is the message and is written above the line, as `to` less `from`; each
 * dot's own number stands outside. A row of which one dot is known shows it alone.
 */
export const dumbbells = (options: RowOptions & { from: string; to: string }): Recipe => (values, look) =>
  rowChart(values, look, "dumbbells", {
    ...options,
    order: { ...options.order, series: [options.from, options.to] },
  });
