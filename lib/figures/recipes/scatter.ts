import { refusing } from "../../results/said.ts";
import { PALE, seriesColors } from "../colors.ts";
import { valueNames } from "../paper_order.ts";
import type { Panel } from "../figure_spec.ts";
import { INK } from "../theme.ts";
import { findValue, type Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions, type Series, seriesLegend, seriesOf } from "./require_marks.ts";
import { channelOf, coarser, haveIntervals, levelsOf, type Recipe, scaleOf } from "./recipe.ts";
import { type Point, SCATTER_OPTIONS, type ScatterOptions, scatterPanel } from "./scatter_panel.ts";

const FEW = 4, STEPS = 4;

const BELOW = "#00766c", ABOVE = "#c4391d";

/**
 * Points of two quantities against each other, a panel each.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, scatter } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({
 *   judge: ["a", "a"], metric: ["seen", "blind"], acc: [0.7, 0.6],
 * });
 * const [x, y] = [{ quantity: "seen", label: "with the image (%)" }, {
 *   quantity: "blind", label: "without (%)",
 * }];
 * const recipe = scatter({ x, y });
 * const { svg } = await chart(frame, {
 *   value: "acc", metric: "metric", recipe, title: "Accuracy",
 * });
 * assert.match(svg, /a, blind: 60\.0/);
 * ```
 */
export function scatter(options: ScatterOptions): Recipe {
  requireRecipeOptions("scatter", options, SCATTER_OPTIONS);
  const { points = "judge", panels = [], unit = "percent", order = {}, sides } = options;
  const { named = () => true } = options, scale = scaleOf(unit);
  return async (values, { width, coarse }) => {
    requireMarks("scatter", values, options, { points, panels }, (value) => [
      ...Object.values(value.keys),
      value.quantity,
    ]);
    const [own, others] = [options.x, options.y].map((axis) =>
      values.filter(({ quantity }) => quantity === axis.quantity)
    );
    requirePoints(own, others, options);
    const series = seriesFor(own, options);
    const all = own.flatMap((value): (Point & { panel: string })[] => {
      const other = findValue(values, options.y.quantity, value.keys);
      if (!other || !Number.isFinite(value.value + other.value)) return [];
      const [x, y] = [scale * value.value, scale * other.value];
      const group = sides
        ? series[Number(x <= y)]
        : series.find(({ key }) => key === (options.groups?.of(value) ?? value.keys[points]))!;
      const name = valueNames(points, value.keys[points], options.names).join(" ");
      return [{ x, y, name, group, value, other, panel: channelOf(panels, value) }];
    });
    const names = levelsOf(panels, all.map(({ value }) => value), order.panels);
    const columns = Math.min(3, Math.max(1, names.length)),
      side = Math.floor(width / (all.length < FEW ? Math.max(2, columns) : columns));
    const decimals = coarse ? coarser(1) : unit === "number" ? 3 : 1;
    const drawn = await Promise.all(names.map(async (panel): Promise<Panel & { unnamed: number }> => {
      const inPanel = all.filter((point) => point.panel === panel);
      const at = options.at?.filter((line) => [undefined, panel].includes(line.panel));
      const domains = domainsOf(options.each ? inPanel : all, scale, options);
      return {
        title: valueNames(panels, panel, options.names).join(" · "),
        ...await scatterPanel(inPanel, side, { ...options, ...{ domains, named, decimals, at } }),
      };
    }));
    const unnamed = drawn.reduce((sum, panel) => sum + panel.unnamed, 0), glyph = "dot" as const;
    const lacking = unnamed === 1 ? "1 name has" : `${unnamed} names have`;
    const shown = all.filter(({ value }) => named(value));
    const intervals = haveIntervals(shown.flatMap(({ value, other }) => [value, other]));
    const pale = all.length > 0 && all.every(({ value }) => value.provenance === "simulated")
      ? { fill: PALE }
      : {};
    return {
      body: { kind: "panels", panels: drawn, columns },
      legend: [
        ...(sides || options.groups ? seriesLegend(series, []).map((one) => ({ ...one, ...pale })) : []),
        ...(unnamed > 0
          ? [{ label: `${lacking} no room: a mark says its own when pointed at`, color: INK.soft, glyph }]
          : []),
        ...(intervals ? [{ label: "95% interval", color: INK.soft, glyph: "range" as const }] : []),
      ],
      intervals,
    };
  };
}

/** Throws where what lies along one axis has nothing along the other by its keys: the picture would be empty. */
function requirePoints(own: readonly Value[], others: readonly Value[], { x, y }: ScatterOptions): void {
  const isMet = own.some((value) => findValue(others, y.quantity, value.keys));
  if (isMet || own.length === 0 || others.length === 0) return;
  const keys = Object.keys(own[0].keys);
  const apart = keys.filter((key) =>
    own.every((one) => others.every((other) => other.keys[key] !== one.keys[key]))
  );
  const kept = JSON.stringify(keys.filter((key) => !apart.includes(key)));
  const found = { x: x.quantity, y: y.quantity, keys, apart: apart.join(", ") || "keys", kept };
  throw refusing("scatter_points", found);
}

function seriesFor(values: readonly Value[], { sides, groups, points = "judge", names }: ScatterOptions) {
  if (sides) {
    return [[sides.below, BELOW, "dot"], [sides.above, ABOVE, "rhombus"]].map(([label, color, symbol]) => ({
      ...{ key: label, label, color },
      symbol: symbol as Series["symbol"],
    }));
  }
  const of = groups?.of ?? (({ keys }: Value) => keys[points]);
  const grouped = values.map((value) => ({ ...value, keys: { group: of(value) } }));
  const colors = seriesColors(levelsOf("group", grouped, groups?.order));
  return seriesOf("group", grouped, { order: groups?.order, names }).map((one, i) => ({
    ...one,
    color: groups?.colors?.[one.key] ?? colors[i],
    symbol: groups ? one.symbol : "dot",
  }));
}

/** The ends of both axes: the same where they are compared, else what the points with their intervals fill; nothing beyond what can be. */
function domainsOf(
  all: readonly Point[],
  scale: number,
  { x, y, diagonal, named = () => true, unit = "percent" }: ScatterOptions,
): [number, number][] {
  const around = (ends: readonly number[]): [number, number] => {
    const known = ends.filter(Number.isFinite), step = scale / 20;
    if (known.length === 0) return [0, scale];
    const least = Math.min(...known), most = Math.max(...known);
    const within = unit === "percent" && least >= 0 && most <= scale;
    const span = step * (diagonal && within ? STEPS : 1);
    const high = Math.ceil(most / step) * step, low = Math.min(Math.floor(least / step) * step, high - span);
    return within ? [Math.max(0, low), Math.max(high, span)] : [low, high];
  };
  const ends = (one: Value) =>
    (named(one) ? [one.value, one.low, one.high] : [one.value]).map((end) => scale * end);
  const [xs, ys] = [
    [...all.flatMap(({ value }) => ends(value)), ...x.reach ?? []],
    [...all.flatMap(({ other }) => ends(other)), ...y.reach ?? []],
  ];
  return diagonal ? [around([...xs, ...ys]), around([...xs, ...ys])] : [around(xs), around(ys)];
}
