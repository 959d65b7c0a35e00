import { refusing } from "../../results/said.ts";
import { PALE, seriesColors, tint } from "../colors.ts";
import { valueNames } from "../paper_order.ts";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { namesLike, requireNamed } from "../../progress/require.ts";
import { numberedAxis } from "./axis.ts";
import {
  BOTTOM,
  CURVE_OPTIONS,
  type CurveOptions,
  curvePanel,
  NAME_STEP,
  type Place,
  TOP,
} from "./curve_panel.ts";
import { areNamed, requireMarks, requireRecipeOptions } from "./require_marks.ts";
import {
  type Channel,
  channelOf,
  coarser,
  haveIntervals,
  levelsOf,
  type Recipe,
  scaleOf,
  unitsOf,
} from "./recipe.ts";

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
 * const recipe = curves({
 *   x: { of: "words", label: "words more" }, y: { label: "accuracy (%)" },
 * });
 * const { svg } = await chart(frame, {
 *   value: "acc", more: ["words"], recipe, title: "Accuracy by length",
 * });
 * assert.match(svg, /70\.0 at 10 to 60\.0 at 20/);
 * ```
 */
export function curves(options: CurveOptions): Recipe {
  requireRecipeOptions("curves", options, CURVE_OPTIONS);
  requireNamed("curves", options.y, "y", '; say { y: { label: "accuracy (%)" } }');
  const { x, series = "judge", panels = [], names = {}, order = {}, marks } = options;
  return async (values, look) => {
    const { width, coarse } = look, { unit, decimals: given } = unitsOf(options, look, values);
    const numbers = [...new Set(values.flatMap(({ more }) => Object.keys(more)))];
    if (values.length > 0 && !numbers.includes(x.of)) {
      const wanted = numbers.join(", ") || "none";
      throw refusing("curves_x", { wanted, found: namesLike([x.of], numbers) });
    }
    requireMarks("curves", values, options, { series, panels }, (value) => [
      value.more[x.of],
      marks?.when(value) ?? false,
    ]);
    const scale = scaleOf(unit), known = values.filter(({ value }) => Number.isFinite(value));
    const keys = levelsOf(series, known, order.series), panelNames = levelsOf(panels, known, order.panels);
    const usual = seriesColors(keys);
    const colors = new Map(keys.map((key, i) => [key, options.colors?.[key] ?? usual[i]]));
    const places = known.map((value): Place => {
      const key = channelOf(series, value), color = colors.get(key)!;
      const open = marks?.when(value) ? INK.paper : color;
      return {
        ...{ x: (x.times ?? 1) * value.more[x.of], y: scale * value.value },
        ...{ low: scale * value.low, high: scale * value.high },
        ...{ key, color, value, panel: channelOf(panels, value) },
        fill: value.provenance === "simulated" ? tint(color) : open,
      };
    }).sort((a, b) => a.x - b.x);
    const { height = 340 } = options, decimals = coarse ? coarser(given) : given;
    const axis = numberedAxis(
      options.y.domain ?? [
        ...places.flatMap(({ y, low, high }) => [y, low, high]),
        ...(options.at ?? []).flatMap(({ y }) => y ?? []),
      ],
      height,
      unit === "number" && decimals === 0,
    );
    const columns = Math.min(panelNames.length, 2) || 1;
    const name = (key: string) => valueNames(series, key, names).join("\n");
    // Names stand at the ends of curves where each has a line there, and a third of the width.
    const named = columns === 1 && keys.length * NAME_STEP <= height - TOP - BOTTOM &&
      keys.every((key) => textWidth(name(key), SIZE.note) <= width / 3);
    const drawn = await Promise.all(panelNames.map(async (panel): Promise<Panel> => ({
      ...(panel === "" ? {} : { title: valueNames(panels, panel, names).join("\n") }),
      svg: await curvePanel(
        places.filter((place) => place.panel === panel),
        Math.floor(width / columns) - (columns > 1 ? 8 : 0),
        { ...options, unit, axis, named, decimals, height: options.height ?? (named ? 340 : 220) },
      ),
    })));
    const legend: LegendEntry[] = named || !areNamed(keys, order.series) ? [] : keys.map((key) => ({
      label: name(key),
      color: colors.get(key)!,
      glyph: "line",
    }));
    const marked = marks ? known.filter(marks.when) : [];
    if (marked.length > 0) {
      const pale = marked.every(({ provenance }) => provenance === "simulated");
      legend.push({ label: marks!.label, color: INK.soft, glyph: "dot", fill: pale ? PALE : 0 });
    }
    return {
      body: { kind: "panels", panels: drawn, columns },
      drawnIn: options.unit,
      legend,
      names,
      intervals: haveIntervals(known),
    };
  };
}

/** How values under two or more conditions become lines. */
export interface SlopeOptions extends Omit<CurveOptions, "x"> {
  /** The conditions, from left to right: a key of the values. They must have an order of their own. */
  x: Channel;
  /** Names of the conditions, from left to right. */
  conditions: readonly string[];
  /** What the axis of the conditions is called; nothing by default. */
  xLabel?: string;
}

/**
 * Lines from condition to condition, a dot at each, number and name at the end: what changes from one to the next.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, slopes } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({
 *   judge: ["a", "a"], image: [true, false], acc: [0.7, 0.6],
 * });
 * const recipe = slopes({
 *   x: "image", conditions: ["false", "true"], y: { label: "accuracy (%)" },
 * });
 * const { svg } = await chart(frame, {
 *   value: "acc", recipe, title: "Accuracy without and with the image",
 * });
 * assert.match(svg, /a, true, acc: 70\.0/);
 * ```
 */
export function slopes(given: SlopeOptions): Recipe {
  requireRecipeOptions("slopes", given, [...CURVE_OPTIONS, "conditions", "xLabel"]);
  requireNamed("slopes", given.y, "y", '; say { y: { label: "accuracy (%)" } }');
  const { x, conditions, xLabel = "", ...options } = given;
  return (values, look) => {
    const places = levelsOf(x, values, conditions);
    const placed = values.map((value): Value => ({
      ...value,
      more: { ...value.more, [PLACE]: places.indexOf(channelOf(x, value)) },
    }));
    const ticks = Object.fromEntries(places.map((name, i) => [i, options.names?.[name] ?? name]));
    const domain = [-0.15, Math.max(0.15, places.length - 0.85)] as const;
    return curves({ dots: true, height: 300, ...options, x: { of: PLACE, label: xLabel, domain, ticks } })(
      placed,
      look,
    );
  };
}

const PLACE = "place";
