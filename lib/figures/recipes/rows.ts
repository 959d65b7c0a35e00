import { refusing } from "../../results/said.ts";
import { channelOf, levelsOf, type Recipe } from "./recipe.ts";
import { requireRecipeOptions } from "./require_marks.ts";
import { ROW_OPTIONS, type RowOptions } from "./row_numbers.ts";
import { rowChart } from "./row_chart.ts";

/**
 * Dots in rows: a row per judge (or other key), a mark per quantity (or other series) told apart by colour and shape, its interval
 * as a line through it, its number in a column at the right. Bounds without a value are a bracket; nothing is drawn where nothing
 * is known. The axis of points, which are differences, reaches 0 unless `reach` says otherwise.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, dots } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({
 *   judge: ["a", "b"], ib: [0.12, 0.3], low: [0.05, 0.2], high: [0.2, 0.4],
 * });
 * const recipe = dots({ unit: "points", label: "IB (points)" });
 * const { svg } = await chart(frame, {
 *   value: "ib", recipe, title: "Informativeness bias",
 * });
 * assert.match(svg, /b, informativeness bias: 30.0 \(interval 20.0 to 40.0/);
 * ```
 */
export function dots(options: RowOptions = {}): Recipe {
  requireRecipeOptions("dots", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "dots", options);
}

/**
 * Estimates with their intervals around a line of no effect: a forest plot. Without numbers unless `numbers` says so, for many rows. The line stands at 0, of an `ownMetric` at its null value: of a ratio at 1, on an axis of logarithms. Panels of different units or null values have axes of their own (`panels: "quantity"` of tables by name).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, intervals } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({
 *   judge: ["a", "b"], ib: [0.12, 0.3], low: [0.05, 0.2], high: [0.2, 0.4],
 * });
 * const recipe = intervals({ unit: "points", label: "IB (points)" });
 * const { svg } = await chart(frame, {
 *   value: "ib", recipe, title: "Informativeness bias",
 * });
 * assert.match(svg, /a, informativeness bias: 12.0 \(interval 5.0 to 20.0/);
 * ```
 */
export function intervals(options: RowOptions = {}): Recipe {
  requireRecipeOptions("intervals", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "dots", { numbers: false, ...options }, "intervals");
}

/**
 * Bars in rows from 0, for counts and shares: as `dots` otherwise.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { bars, chart } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], unread: [12, 3] });
 * const recipe = bars({ unit: "number", decimals: 0, label: "replies" });
 * const { svg } = await chart(frame, {
 *   value: "unread", recipe, title: "Unread replies",
 * });
 * assert.match(svg, /a, unread: 12/);
 * ```
 */
export function bars(options: RowOptions = {}): Recipe {
  requireRecipeOptions("bars", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "bars", { ...options, reach: [0, ...options.reach ?? []] });
}

/** How pairs of dots are drawn: as rows of charts are, and which two series are joined. */
export interface DumbbellOptions extends RowOptions {
  /** Name of the series that the difference starts from. */
  from: string;
  /** Name of the series that it leads to: the difference is its value less that of `from`. */
  to: string;
}

/**
 * Pairs of dots in rows, joined, or one above the other where a panel has intervals: the gap between them is the message, and stands in
 * the last column as `to` less `from`, of the unrounded numbers. A row of which one dot is known shows it alone; values of other series are for the CSV.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, dumbbells } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({
 *   judge: ["a", "a"], image: [true, false], acc: [0.7, 0.6],
 * });
 * const recipe = dumbbells({ series: "image", from: "false", to: "true" });
 * const { svg } = await chart(frame, {
 *   value: "acc", recipe, title: "Accuracy without and with the image",
 * });
 * assert.match(svg, /\+10\.0/);
 * ```
 */
export function dumbbells(options: DumbbellOptions): Recipe {
  requireRecipeOptions("dumbbells", options, [...ROW_OPTIONS, "from", "to"]);
  return (values, look) => {
    const series = [options.from, options.to], channel = options.series ?? "quantity";
    const drawn = values.filter((value) => series.includes(channelOf(channel, value)));
    if (drawn.length === 0 && values.length > 0) {
      const wanted = series.join(" or ");
      throw refusing("dumbbells_series", { wanted, found: levelsOf(channel, values) });
    }
    return rowChart(drawn, look, "dumbbells", { ...options, order: { ...options.order, series } });
  };
}
