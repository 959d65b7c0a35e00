import { PALE, seriesColor } from "../colors.ts";
import { displayName } from "../display_names.ts";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { plain, textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { namesLike, optionNames } from "../../results/require_options.ts";
import type { Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import { type CurveOptions, curvePanel, MARGINS, NAME_STEP } from "./curve_panel.ts";
import { channelOf, type Drawn, haveIntervals, levelsOf, type Look, type Recipe, scaleOf } from "./recipe.ts";

export type { CurveOptions };

/** The names of the options of `curves`. */
export const CURVE_OPTIONS = optionNames<CurveOptions>()([
  ...["x", "y", "series", "dashed", "panels", "columns", "unit", "decimals", "names", "colors"] as const,
  ...["order", "marks", "dots", "ends", "at", "height"] as const,
]);

/**
 * Curves with the name of each at its end, bands for intervals, and single values as marks.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, curves } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "a"], words: [10, 20], acc: [0.7, 0.6] });
 * const recipe = curves({ x: { of: "words", label: "words more" }, y: { label: "accuracy (%)" } });
 * const { svg } = await chart(frame, { value: "acc", more: ["words"], recipe, title: "Accuracy by length" });
 * assert.match(svg, /70\.0 at 10\.00 to 60\.0 at 20\.00/);
 * ```
 */
export function curves(options: CurveOptions): Recipe {
  requireRecipeOptions("curves", options, CURVE_OPTIONS);
  return (values, look) => draw(values, look, options);
}

/** Whether names have room at the ends of their curves: beside each other a third of the width, and a line each. */
function roomForNames(names: readonly string[], width: number, { height = 340 }: CurveOptions): boolean {
  return names.length * NAME_STEP <= height - MARGINS &&
    names.every((name) => textWidth(plain(name), SIZE.note) <= width / 3);
}

async function draw(
  values: readonly Value[],
  { width }: Look,
  options: CurveOptions,
): Promise<Drawn> {
  const { x, series = "judge", panels = [], unit = "percent", names = {}, order = {}, marks } = options;
  const numbers = [...new Set(values.flatMap(({ more }) => Object.keys(more)))];
  if (values.length > 0 && !numbers.includes(x.of)) {
    throw new RangeError(
      `curves: wanted x out of the values' further numbers (more: ${numbers.join(", ") || "none"}), found ${
        namesLike([x.of], numbers)
      }`,
    );
  }
  requireMarks("curves", values, { series: options.series, panels: options.panels }, (value) => [
    ...[panels, series].map((channel) => channelOf(channel, value)),
    value.more[x.of],
    marks?.when(value) ?? false,
  ]);
  const scale = scaleOf(unit);
  const known = values.filter(({ value }) => !Number.isNaN(value));
  const keys = levelsOf(series, known, order.series), panelNames = levelsOf(panels, known, order.panels);
  const places = known.map((value) => {
    const key = channelOf(series, value);
    return {
      x: (x.times ?? 1) * value.more[x.of],
      y: scale * value.value,
      low: scale * value.low,
      high: scale * value.high,
      key,
      color: options.colors?.[key] ?? seriesColor(key, keys.indexOf(key)),
      value,
      panel: channelOf(panels, value),
    };
  }).sort((a, b) => a.x - b.x);
  const ends = places.flatMap(({ y, low, high }) => [y, low, high]).filter((end) => !Number.isNaN(end));
  const lines = (options.at ?? []).flatMap(({ y }) => y ?? []);
  const domain = options.y.domain ?? [Math.min(...ends, ...lines), Math.max(...ends, ...lines)] as const;
  const columns = Math.min(panelNames.length, options.columns ?? 2) || 1;
  const named = options.ends ??
    (columns === 1 && roomForNames(keys.map((key) => displayName(key, names)), width, options));
  const drawn = await Promise.all(panelNames.map(async (panel): Promise<Panel> => ({
    ...(panel === "" ? {} : { title: displayName(panel, names) }),
    svg: await curvePanel(
      places.filter((place) => place.panel === panel),
      Math.floor(width / columns) - (columns > 1 ? 8 : 0),
      { ...options, domain, named },
    ),
  })));
  const legend: LegendEntry[] = named ? [] : keys.map((key, i) => ({
    label: displayName(key, names),
    color: options.colors?.[key] ?? seriesColor(key, i),
    glyph: options.dashed?.includes(key) ? "dashed" : "line",
  }));
  const marked = marks ? known.filter(marks.when) : [];
  if (marked.length > 0) {
    const pale = marked.every(({ provenance }) => provenance === "simulated");
    legend.push({ label: marks!.label, color: INK.soft, glyph: "dot", fill: pale ? PALE : 0 });
  }
  return { body: { kind: "panels", panels: drawn, columns }, legend, intervals: haveIntervals(known) };
}
