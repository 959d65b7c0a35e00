import { PALE, seriesColors, tint } from "../colors.ts";
import { displayName } from "../display_names.ts";
import type { LegendEntry, Panel } from "../figure_spec.ts";
import { placeLabels } from "../place_labels.ts";
import { themedPlot } from "../plot_document.ts";
import { INK, SIZE } from "../theme.ts";
import { optionNames } from "../../results/require_options.ts";
import { findValue, type Value } from "../values/value.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import {
  type Channel,
  channelOf,
  coarser,
  haveIntervals,
  INTERVAL,
  levelsOf,
  PLOT_SYMBOL,
  type Recipe,
  scaleOf,
  type Series,
  seriesLegend,
  seriesOf,
  tip,
  type Unit,
} from "./recipe.ts";

/** An axis: the quantity along it, and what it is called. */
interface Axis {
  /** Name of the quantity in the values. */
  quantity: string;
  /** What the axis shows, with its unit. */
  label: string;
  /** Values that it must reach, as drawn. */
  reach?: readonly number[];
}

/** How pairs of values become points. */
export interface ScatterOptions {
  /** The key that names a point. */
  points?: string;
  /** Charts of their own; one of all points by default. */
  panels?: Channel;
  /** Panels beside each other, at most; 3 by default. */
  columns?: number;
  /** The quantity from left to right, which every point must have. */
  x: Axis;
  /** The quantity from below, found by the same keys. */
  y: Axis;
  /** What numbers are drawn in: fractions as percent (default) or points, others as they are. */
  unit?: Unit;
  /** How keys and quantities are written, by the name that they have in the values. */
  names?: Readonly<Record<string, string>>;
  /** Panels that come first; the others follow as they come. */
  order?: { panels?: readonly string[] };
  /** Which points are named: the two of a panel that lie farthest off the diagonal, all (with their intervals), or those told. */
  named?: "far" | "all" | ((value: Value) => boolean);
  /** What the diagonal means, which then stands in every panel and puts both axes on one scale; default where `named` is far. */
  diagonal?: string;
  /** Colours points by their side of the diagonal, and says what each side means. */
  sides?: { below: string; above: string };
  /** Points told apart by colour and shape, which the legend names. */
  groups?: {
    of: (value: Value) => string;
    order?: readonly string[];
    colors?: Readonly<Record<string, string>>;
  };
  /** An arrow from a ring to the dot of the same name and panel: what a condition changes. */
  arrows?: { key: string; from: string; to: string };
  /** Whether many marks that lie on each other show through. */
  seeThrough?: boolean;
  /** Lines to read the points by, with what they mean. */
  at?: readonly { x?: number; y?: number; label: string }[];
}

const SCATTER_OPTIONS = optionNames<ScatterOptions>()([
  ...["points", "panels", "columns", "x", "y", "unit", "names", "order", "named", "diagonal"] as const,
  ...["sides", "groups", "arrows", "seeThrough", "at"] as const,
]);

const BELOW = "#00766c", ABOVE = "#c4391d";

/** Two values of the same keys. */
interface Point {
  x: number;
  y: number;
  name: string;
  group: Series;
  ring: boolean;
  value: Value;
  other: Value;
}

/**
 * Points of two quantities against each other, a panel each.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, scatter } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "a"], metric: ["seen", "blind"], acc: [0.7, 0.6] });
 * const [x, y] = [{ quantity: "seen", label: "with the image (%)" }, { quantity: "blind", label: "without (%)" }];
 * const recipe = scatter({ x, y, named: "all" });
 * const { svg } = await chart(frame, { value: "acc", metric: "metric", recipe, title: "Accuracy" });
 * assert.match(svg, /a, blind: 60\.0/);
 * ```
 */
export function scatter(options: ScatterOptions): Recipe {
  requireRecipeOptions("scatter", options, SCATTER_OPTIONS);
  const { points = "judge", panels = [], unit = "percent", order = {}, named = "far", sides, arrows } =
    options;
  const diagonal = options.diagonal ?? (named === "far" ? "equal" : undefined), scale = scaleOf(unit);
  return async (values, { width, coarse }) => {
    requireMarks(
      "scatter",
      values,
      { points: options.points, panels: options.panels },
      ({ keys, quantity }) => [...Object.values(keys), quantity],
    );
    const own = values.filter(({ quantity }) => quantity === options.x.quantity);
    const series = seriesFor(own, options);
    const all = own.flatMap((value): (Point & { panel: string })[] => {
      const other = findValue(values, options.y.quantity, value.keys);
      if (!other || Number.isNaN(value.value + other.value)) return [];
      const [x, y] = [scale * value.value, scale * other.value];
      const group = sides
        ? series[Number(x <= y)]
        : series.find(({ key }) => key === (options.groups?.of(value) ?? value.keys[points]))!;
      const name = displayName(value.keys[points], options.names);
      const ring = arrows !== undefined && value.keys[arrows.key] === arrows.from;
      return [{ x, y, name, group, ring, value, other, panel: channelOf(panels, value) }];
    });
    const names = levelsOf(panels, all.map(({ value }) => value), order.panels);
    const columns = Math.min(options.columns ?? 3, Math.max(1, names.length)),
      side = Math.floor(width / columns);
    const domains = domainsOf(all, scale, { ...options, diagonal });
    const decimals = coarse ? coarser(unit, 1) : unit === "number" ? 3 : 1;
    const drawn = await Promise.all(names.map(async (panel): Promise<Panel & { unnamed: number }> => ({
      title: panel.split("\n").map((part) => displayName(part, options.names)).join(" · "),
      ...await scatterPanel(all.filter((point) => point.panel === panel), side, {
        ...options,
        ...{ diagonal, domains, named, decimals },
      }),
    })));
    const unnamed = drawn.reduce((sum, panel) => sum + panel.unnamed, 0);
    const intervals = named === "all" && all.some(({ value, other }) => haveIntervals([value, other]));
    const pale = all.length > 0 && all.every(({ value }) => value.provenance === "simulated")
      ? { fill: PALE }
      : {};
    const entry = (label: string, glyph: LegendEntry["glyph"]) => ({ label, color: INK.soft, glyph });
    return {
      body: { kind: "panels", panels: drawn, columns },
      legend: [
        ...(sides || options.groups ? seriesLegend(series, []).map((one) => ({ ...one, ...pale })) : []),
        ...(arrows
          ? [
            entry(displayName(arrows.from, options.names), "circle"),
            entry(displayName(arrows.to, options.names), "dot"),
          ]
          : []),
        ...(unnamed > 0
          ? [
            entry(
              `${unnamed} ${
                unnamed === 1 ? "name has" : "names have"
              } no room: a mark says its own when pointed at`,
              "dot",
            ),
          ]
          : []),
        ...(intervals ? [entry("95% interval", "range")] : []),
      ],
      intervals,
    };
  };
}

/** How points look: by their side of the diagonal, by group, or each by its name. */
function seriesFor(
  values: readonly Value[],
  { sides, groups, points = "judge", names, named = "far" }: ScatterOptions,
): Series[] {
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
    color: groups?.colors?.[one.key] ?? (groups || named === "all" ? colors[i] : colors[0]),
    symbol: groups ? one.symbol : "dot",
  }));
}

/** The points of a panel with their names, and how many of those that want one found no room for it. */
async function scatterPanel(
  points: readonly Point[],
  width: number,
  options: Required<Pick<ScatterOptions, "x" | "y" | "named">> & ScatterOptions & {
    domains: readonly [number, number][];
    decimals: number;
  },
) {
  const { x, y, domains, named, unit = "percent", names = {}, diagonal, decimals, arrows, at = [] } = options;
  const margin = { left: 44, right: 16, top: 20, bottom: 40 };
  const side = width - margin.left - margin.right, tall = Math.min(side, 460), scale = scaleOf(unit);
  const [across, up] = domains.map(([low, high], i) => (value: number) =>
    i === 0
      ? margin.left + 6 + (side - 12) * (value - low) / (high - low)
      : margin.top + 6 + (tall - 12) * (1 - (value - low) / (high - low))
  );
  const far = [...points].sort((a, b) => Math.abs(b.x - b.y) - Math.abs(a.x - a.y)).slice(0, 2);
  const isNamed = (point: Point) =>
    !point.ring && (named === "all" || (named === "far" ? far.includes(point) : named(point.value)));
  const pairs = points.filter(({ ring }) => ring).flatMap((from) =>
    points.filter((to) => !to.ring && to.name === from.name).map((to) => ({ from, to }))
  );
  const ends = [Math.max(domains[0][0], domains[1][0]), Math.min(domains[0][1], domains[1][1])];
  const lines = [
    ...pairs.map(({ from, to }) => [from, to]),
    ...(diagonal ? [ends.map((end) => ({ x: end, y: end }))] : []),
    ...at.flatMap(({ y }) => y === undefined ? [] : [domains[0].map((x) => ({ x, y }))]),
  ];
  const labels = placeLabels(
    [...points].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a))).map((point) => ({
      ...{ x: across(point.x), y: up(point.y), name: isNamed(point) ? point.name : "" },
    })),
    {
      area: { left: margin.left, right: width, top: margin.top - 6, bottom: margin.top + tall + 6 },
      size: SIZE.note,
      avoid: lines.flatMap(([from, to]) => along(across(from.x), up(from.y), across(to.x), up(to.y))),
    },
  );
  const title = {
    title: ({ value, other }: Point) =>
      [value, other].map((one) => tip(one, names, unit, decimals)).join("\n"),
  };
  const color = { value: ({ group }: Point) => group.color, scale: null };
  const fill = {
    value: ({ group, value, ring }: Point) =>
      ring ? INK.paper : value.provenance === "simulated" ? tint(group.color) : group.color,
    scale: null,
  };
  const bounded = (of: "value" | "other") =>
    named === "all" ? points.filter((point) => point[of].interval === "95%") : [];
  const word = { fontSize: SIZE.note, fill: INK.soft, lineAnchor: "bottom" } as const;
  const svg = await themedPlot((Plot) => ({
    width,
    height: tall + margin.top + margin.bottom,
    marginLeft: margin.left,
    marginRight: margin.right,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    inset: 6,
    x: { domain: domains[0], label: x.label, labelArrow: false, labelAnchor: "center", ticks: 5 },
    y: { domain: domains[1], label: y.label, labelArrow: false, ticks: 5 },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
      ...(diagonal
        ? [
          Plot.line(ends.map((end) => [end, end]), { stroke: INK.soft, strokeDasharray: "4 3" }),
          Plot.text([ends[0]], {
            ...{ ...word, x: (end) => end, y: (end) => end, text: () => diagonal, textAnchor: "start" },
            ...{ rotate: -45 * tall / side, dx: 8, dy: -20 },
          }),
        ]
        : []),
      ...at.flatMap(({ x, y, label }) =>
        x !== undefined
          ? [
            Plot.ruleX([x], { stroke: INK.soft, strokeDasharray: "4 3" }),
            Plot.text([label], {
              ...word,
              x: () => x,
              frameAnchor: "top",
              textAnchor: "start",
              dx: 4,
              dy: 12,
            }),
          ]
          : [
            Plot.ruleY([y!], { stroke: INK.soft, strokeDasharray: "4 3" }),
            Plot.text([label], {
              ...word,
              y: () => y!,
              ...emptierSide(y!, points, domains),
              dy: -3,
            }),
          ]
      ),
      Plot.ruleY(bounded("value"), {
        ...{ ...INTERVAL, y: "y", stroke: color, strokeWidth: 1, strokeOpacity: 0.6 },
        ...{ x1: ({ value }: Point) => scale * value.low, x2: ({ value }: Point) => scale * value.high },
      }),
      Plot.ruleX(bounded("other"), {
        ...{ ...INTERVAL, x: "x", stroke: color, strokeWidth: 1, strokeOpacity: 0.6 },
        ...{ y1: ({ other }: Point) => scale * other.low, y2: ({ other }: Point) => scale * other.high },
      }),
      Plot.arrow(arrows ? pairs : [], {
        ...{ x1: ({ from }) => from.x, y1: ({ from }) => from.y, x2: ({ to }) => to.x, y2: ({ to }) => to.y },
        ...{ stroke: { value: ({ to }: { to: Point }) => to.group.color, scale: null }, strokeWidth: 1.4 },
        ...{ insetStart: 5, insetEnd: 6, headLength: 7 },
      }),
      Plot.link(labels.filter(({ led }) => led), {
        ...{
          x1: (one) => back(one.x, domains[0], margin.left, side),
          y1: (one) => forth(one.y, domains[1], margin.top, tall),
        },
        x2: (one) => back(one.x + 0.85 * one.dx, domains[0], margin.left, side),
        y2: (one) => forth(one.y + 0.85 * one.dy, domains[1], margin.top, tall),
        stroke: INK.soft,
        strokeWidth: 0.8,
      }),
      ...[...new Set(points.map(({ group }) => group.symbol))].map((symbol) =>
        Plot.dot(points.filter(({ group }) => group.symbol === symbol), {
          ...{
            ...title,
            x: "x",
            y: "y",
            r: symbol === "star" ? 3.4 : symbol === "triangle" ? 3.9 : 4.4,
            symbol: PLOT_SYMBOL[symbol],
            fillOpacity: options.seeThrough ? 0.4 : undefined,
            fill,
            stroke: color,
            strokeWidth: 1.4,
          },
        })
      ),
      ...labels.map((label) =>
        Plot.text([label], {
          x: (one) => back(one.x, domains[0], margin.left, side),
          y: (one) => forth(one.y, domains[1], margin.top, tall),
          ...{ text: "name", dx: label.dx, dy: label.dy, textAnchor: label.anchor, lineAnchor: "middle" },
          fontSize: SIZE.note,
        })
      ),
    ],
  }));
  const wanted = new Set(points.filter(isNamed).map(({ name }) => name)).size;
  return { svg, unnamed: Math.max(0, wanted - new Set(labels.map(({ name }) => name)).size) };
}

/** At which end of a line along x fewer points lie near it: its label stands there. */
function emptierSide(
  y: number,
  points: readonly Point[],
  [[left, right], [low, high]]: readonly [number, number][],
) {
  const near = points.filter((point) => Math.abs(point.y - y) < (high - low) / 10);
  const onLeft = near.filter(({ x }) => x < (left + right) / 2).length;
  return 2 * onLeft <= near.length
    ? { frameAnchor: "left", textAnchor: "start", dx: 4 } as const
    : { frameAnchor: "right", textAnchor: "end", dx: -4 } as const;
}

/** From pixels to what an axis shows there. */
const back = (pixel: number, [low, high]: readonly [number, number], from: number, room: number) =>
  low + (pixel - from - 6) / (room - 12) * (high - low);
const forth = (pixel: number, [low, high]: readonly [number, number], from: number, room: number) =>
  high - (pixel - from - 6) / (room - 12) * (high - low);

/** Points of a line, close to each other, for names to keep off. */
function along(x1: number, y1: number, x2: number, y2: number): { x: number; y: number }[] {
  const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 6);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => ({
    x: x1 + (i + 1) / steps * (x2 - x1),
    y: y1 + (i + 1) / steps * (y2 - y1),
  }));
}

/** The ends of both axes: the same where they are compared, else what the points with their intervals fill; nothing beyond what can be. */
function domainsOf(
  all: readonly Point[],
  scale: number,
  { x, y, diagonal, named, unit = "percent" }: ScatterOptions,
): [number, number][] {
  const around = (ends: readonly number[]): [number, number] => {
    const known = ends.filter(Number.isFinite), step = scale / 20;
    if (known.length === 0) return [0, scale];
    const least = Math.min(...known), most = Math.max(...known);
    const within = unit === "percent" && least >= 0 && most <= scale;
    const high = Math.ceil(most / step) * step, low = Math.min(Math.floor(least / step) * step, high - step);
    return within ? [Math.max(0, low), Math.max(high, step)] : [low, high];
  };
  const ends = (one: Value) =>
    (named === "all" ? [one.value, one.low, one.high] : [one.value]).map((end) => scale * end);
  const [xs, ys] = [
    [...all.flatMap(({ value }) => ends(value)), ...x.reach ?? []],
    [...all.flatMap(({ other }) => ends(other)), ...y.reach ?? []],
  ];
  return diagonal ? [around([...xs, ...ys]), around([...xs, ...ys])] : [around(xs), around(ys)];
}
