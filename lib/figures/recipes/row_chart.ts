import { optionNames } from "../../results/require_options.ts";
import type { Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import { below, channelOf, type Drawn, levelsOf, type Look, type Recipe, scaleOf } from "./recipe.ts";
import { rowPanels } from "./row_panels.ts";
import { type Kind, panelsBeside, rowLabels, type RowOptions } from "./row_places.ts";

export type { RowOptions };

const ROW_OPTIONS = optionNames<RowOptions>()([
  ...["rows", "headed", "panels", "columns", "each", "series", "names", "colors", "order", "label"] as const,
  ...["unit", "decimals", "reach", "ticks", "upTo", "at", "signed", "hollow", "tick", "numbers"] as const,
]);

/**
 * Dots in rows: a row per judge (or other key), a mark per quantity (or other series) told apart by colour and shape, its number
 * beside it, its interval as a line. Bounds without a value are a pale bar; nothing is drawn where nothing is known.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, dots } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], ib: [0.12, 0.3], low: [0.05, 0.2], high: [0.2, 0.4] });
 * const recipe = dots({ unit: "points", label: "IB (points)" });
 * const { svg } = await chart(frame, { value: "ib", recipe, title: "Informativeness bias" });
 * assert.match(svg, /b, ib: 30.0 \(95% interval 20.0 to 40.0/);
 * ```
 */
export function dots(options: RowOptions = {}): Recipe {
  requireRecipeOptions("dots", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "dots", options);
}

/**
 * Estimates with their intervals around a line of no effect: a forest plot. Without numbers, for many rows.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, intervals } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], ib: [0.12, 0.3], low: [0.05, 0.2], high: [0.2, 0.4] });
 * const recipe = intervals({ unit: "points", label: "IB (points)" });
 * const { svg } = await chart(frame, { value: "ib", recipe, title: "Informativeness bias" });
 * assert.match(svg, /a, ib: 12.0 \(95% interval 5.0 to 20.0/);
 * ```
 */
export function intervals(options: RowOptions = {}): Recipe {
  requireRecipeOptions("intervals", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "dots", { numbers: false, reach: [0], ...options });
}

/**
 * Bars in rows from 0, for counts and shares: as `dots` otherwise.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, bars } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], unread: [12, 3] });
 * const recipe = bars({ unit: "number", decimals: 0, label: "replies" });
 * const { svg } = await chart(frame, { value: "unread", recipe, title: "Unread replies" });
 * assert.match(svg, /a, unread: 12/);
 * ```
 */
export function bars(options: RowOptions = {}): Recipe {
  requireRecipeOptions("bars", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "bars", options);
}

/** How pairs of dots are drawn: as rows of charts are, and which two series are joined. */
export interface DumbbellOptions extends RowOptions {
  /** Name of the series that the difference starts from. */
  from: string;
  /** Name of the series that it leads to: the number above the line is its value less that of `from`. */
  to: string;
}

/**
 * Pairs of dots in rows, joined: the gap between them is the message and is written above the line, as `to` less `from`; each
 * dot's own number stands outside. A row of which one dot is known shows it alone; values of other series are for the CSV.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, dumbbells } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "a"], image: [true, false], acc: [0.7, 0.6] });
 * const recipe = dumbbells({ series: "image", from: "false", to: "true" });
 * const { svg } = await chart(frame, { value: "acc", recipe, title: "Accuracy without and with the image" });
 * assert.match(svg, /\+10\.0/);
 * ```
 */
export function dumbbells(options: DumbbellOptions): Recipe {
  requireRecipeOptions("dumbbells", options, [...ROW_OPTIONS, "from", "to"]);
  return (values, look) => {
    const series = [options.from, options.to], channel = options.series ?? "quantity";
    const drawn = values.filter((value) => series.includes(channelOf(channel, value)));
    if (drawn.length === 0 && values.length > 0) {
      throw new RangeError(
        `dumbbells: wanted values of ${series.join(" or ")}, found the series ${
          levelsOf(channel, values).join(", ")
        }`,
      );
    }
    return rowChart(drawn, look, "dumbbells", { ...options, order: { ...options.order, series } });
  };
}

/** Draws values in rows: panels beside each other, and those that do not fit below. */
async function rowChart(
  values: readonly Value[],
  look: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
): Promise<Drawn> {
  const { panels = [], rows: names = "judge", series = "quantity", order, reach = [] } = options;
  requireMarks(
    kind,
    values,
    { rows: options.rows, panels: options.panels, series: options.series },
    (value) => [panels, names, series].map((channel) => channelOf(channel, value)),
  );
  const panelNames = levelsOf(panels, values, order?.panels);
  if (options.each) return await sideBySide(values, panelNames, look, kind, options);
  const { room } = rowLabels(levelsOf(names, values, order?.rows), options, look.width, panelNames.length);
  const columns = options.columns ?? panelsBeside(room, look.width, options, kind);
  if (panelNames.length <= columns) return await rowPanels(values, look, kind, options);
  const rows = Math.ceil(panelNames.length / columns);
  // What is only moved down for want of room is read on one scale with the rest.
  const shown = options.columns ? options : { ...options, reach: [...reach, ...endsOf(values, options)] };
  const charts = await Promise.all(Array.from({ length: rows }, (_, r) => {
    const own = panelNames.slice(r * columns, (r + 1) * columns);
    return rowPanels(values.filter((value) => own.includes(channelOf(panels, value))), look, kind, shown);
  }));
  return below(charts);
}

/** The least and the largest that is drawn. */
function endsOf(values: readonly Value[], { unit = "percent", upTo = Infinity }: RowOptions): number[] {
  const ends = values.flatMap(({ value, low, high }) => [value, low, high]).filter(Number.isFinite)
    .map((end) => Math.min(upTo, scaleOf(unit) * end));
  return ends.length === 0 ? [] : [Math.min(...ends), Math.max(...ends)];
}

/** Charts of the same rows beside each other, of which only the first names them. */
async function sideBySide(
  values: readonly Value[],
  names: readonly string[],
  { width }: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
): Promise<Drawn> {
  const { rows = "judge", panels = [] } = options;
  const rowNames = levelsOf(rows, values, options.order?.rows);
  const side = rowLabels(rowNames, options, width, names.length).room,
    plot = Math.floor((width - side) / names.length);
  const charts = await Promise.all(names.map((name, i) => {
    const own = values.filter((value) => channelOf(panels, value) === name);
    const shown = { ...options, ...options.each?.[name], order: { ...options.order, rows: rowNames } };
    return rowPanels(own, { width: plot + (i === 0 ? side : 0) }, kind, shown, {
      rowNames,
      named: i === 0,
      whole: { width, panels: names.length },
    });
  }));
  const { body, ...drawn } = below(charts), [first, ...others] = body.panels.map(({ svg }) => svg);
  others.forEach((svg, i) => {
    svg.setAttribute("x", String(side + (i + 1) * plot));
    first.append(svg);
  });
  first.setAttribute("width", String(width));
  first.setAttribute("viewBox", `0 0 ${width} ${first.getAttribute("height")}`);
  return { ...drawn, body: { ...body, panels: [{ svg: first }] } };
}
