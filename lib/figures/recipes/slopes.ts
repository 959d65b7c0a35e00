import { requireNamed } from "../../progress/require.ts";
import type { Value } from "../values/value.ts";
import { CURVE_OPTIONS, type CurveOptions } from "./curve_options.ts";
import { curves } from "./curves.ts";
import { type Channel, channelOf, levelsOf, type Recipe } from "./recipe.ts";
import { requireRecipeOptions } from "./require_marks.ts";

/** How values under two or more conditions become lines. */
export interface SlopeOptions extends Omit<CurveOptions, "x"> {
  /** The conditions, from left to right: a key of the values. They must have an order of their own. */
  x: Channel;
  /** Names of the conditions, from left to right. */
  conditions: readonly string[];
  /** What the axis of the conditions is called; nothing by default. */
  xLabel?: string;
  /** How the conditions are called; as in `names` by default. */
  labels?: Readonly<Record<string, string>>;
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
 * const frame = pl.DataFrame({ judge: ["a", "a"], image: [true, false], acc: [0.7, 0.6] });
 * const recipe = slopes({ x: "image", conditions: ["false", "true"], y: { label: "accuracy (%)" } });
 * const { svg } = await chart(frame, { value: "acc", recipe, title: "Accuracy without and with the image" });
 * assert.match(svg, /a, true, acc: 70\.0/);
 * ```
 */
export function slopes(given: SlopeOptions): Recipe {
  requireRecipeOptions("slopes", given, [...CURVE_OPTIONS, "conditions", "xLabel", "labels"]);
  requireNamed("slopes", given.y, "y", '; say { y: { label: "accuracy (%)" } }');
  const { x, conditions, xLabel = "", labels = {}, ...options } = given;
  return (values, look) => {
    const places = levelsOf(x, values, conditions);
    const placed = values.map((value): Value => ({
      ...value,
      more: { ...value.more, [PLACE]: places.indexOf(channelOf(x, value)) },
    }));
    const ticks = Object.fromEntries(
      places.map((name, i) => [i, labels[name] ?? options.names?.[name] ?? name]),
    );
    const domain = [-0.15, Math.max(0.15, places.length - 0.85)] as const;
    return curves({ dots: true, height: 300, ...options, x: { of: PLACE, label: xLabel, domain, ticks } })(
      placed,
      look,
    );
  };
}

const PLACE = "place";
