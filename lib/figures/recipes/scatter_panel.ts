import { optionNames } from "../../progress/require.ts";
import { tint } from "../colors.ts";
import type { Value } from "../values/value.ts";
import { placeLabels } from "../place_labels.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { type Channel, HALO, INTERVAL, scaleOf, tip, type Written } from "./recipe.ts";
import { clipped } from "./axis.ts";
import { PLOT_SYMBOL, type Series } from "./require_marks.ts";

interface Axis {
  /** Name of the quantity in the values. */
  quantity: string;
  /** What the axis shows, with its unit. */
  label: string;
  /** Values that it must reach, as drawn. */
  reach?: readonly number[];
}

/** How pairs of values become points. */
export interface ScatterOptions extends Omit<Written, "decimals"> {
  /** The key that names a point. */
  points?: string;
  /** Charts of their own; one of all points by default. */
  panels?: Channel;
  /** Whether each panel has scales of its own, as far as its points go. */
  each?: boolean;
  /** The quantity from left to right, which every point must have. */
  x: Axis;
  /** The quantity from below, found by the same keys. */
  y: Axis;
  /** Panels that come first; the others follow as they come. */
  order?: { panels?: readonly string[] };
  /** Which points are named and have their intervals: all by default, as far as there is room for names, or those told. */
  named?: (value: Value) => boolean;
  /** What the diagonal means, which then stands in every panel and puts both axes on one scale. */
  diagonal?: string;
  /** Colours points by their side of the diagonal, and says what each side means. */
  sides?: { below: string; above: string };
  /** Points told apart by colour and shape, which the legend names. */
  groups?: {
    of: (value: Value) => string;
    order?: readonly string[];
    colors?: Readonly<Record<string, string>>;
  };
  /** Lines to read the points by, with what they mean; in one panel alone where `panel` names it. */
  at?: readonly { x?: number; y?: number; label: string; panel?: string }[];
}

export const SCATTER_OPTIONS = optionNames<ScatterOptions>()(
  "points panels each x y unit names order named diagonal sides groups at",
);

const MANY = 30;

export type Point = { x: number; y: number; name: string; group: Series; value: Value; other: Value };

export async function scatterPanel(
  points: readonly Point[],
  width: number,
  options: Required<Pick<ScatterOptions, "x" | "y" | "named">> & ScatterOptions & {
    domains: readonly [number, number][];
    decimals: number;
  },
) {
  const { x, y, domains, named, unit = "percent", names = {}, diagonal, decimals } = options;
  const within = (value: number | undefined, [low, high]: readonly [number, number]) =>
    value === undefined || value >= low && value <= high;
  const at = (options.at ?? []).filter(({ x, y }) => within(x, domains[0]) && within(y, domains[1]));
  const margin = { marginLeft: 44, marginRight: 16, marginTop: 20, marginBottom: 40 };
  const side = width - margin.marginLeft - margin.marginRight,
    ticks = Math.min(5, Math.floor(side / 36)),
    tall = Math.min(side, 500),
    scale = scaleOf(unit);
  const [across, up] = domains.map(([low, high], i) => (value: number) =>
    i === 0
      ? margin.marginLeft + 6 + (side - 12) * (value - low) / (high - low)
      : margin.marginTop + 6 + (tall - 12) * (1 - (value - low) / (high - low))
  );
  const ends = [Math.max(domains[0][0], domains[1][0]), Math.min(domains[0][1], domains[1][1])];
  const [endX, endY] = domains.map((domain) => (end: number) => clipped(scale * end, domain));
  const bounded = (of: "value" | "other") =>
    points.filter((point) => named(point.value) && point[of].interval === "95%");
  // The word stands below the upper end of the diagonal.
  const slope = Math.atan2(tall, side), long = textWidth(diagonal ?? "", SIZE.note);
  const [wordX, wordY] = [across(ends[1]) - 24, up(ends[1]) + 4];
  const word = along(wordX, wordY, wordX - long * Math.cos(slope), wordY + long * Math.sin(slope));
  const lines = [
    ...(diagonal ? [ends.map((end) => ({ x: end, y: end }))] : []),
    ...at.flatMap(({ y }) => y === undefined ? [] : [domains[0].map((x) => ({ x, y }))]),
    ...bounded("value").map(({ value, y }) => [value.low, value.high].map((end) => ({ x: endX(end), y }))),
    ...bounded("other").map(({ other, x }) => [other.low, other.high].map((end) => ({ x, y: endY(end) }))),
  ];
  const labels = placeLabels(
    points.map((point) => ({
      ...{ point, x: across(point.x), y: up(point.y), name: named(point.value) ? point.name : "" },
    })),
    {
      area: {
        ...{ left: margin.marginLeft, right: width - margin.marginRight },
        ...{ top: margin.marginTop - 6, bottom: margin.marginTop + tall + 6 },
      },
      size: SIZE.note,
      avoid: [
        ...lines.flatMap(([from, to]) => along(across(from.x), up(from.y), across(to.x), up(to.y))),
        ...(diagonal ? word : []),
      ],
    },
  );
  const title = {
    title: ({ value, other }: Point) =>
      [value, other].map((one) => tip(one, names, unit, decimals)).join("\n"),
  };
  const color = ({ group }: Point) => group.color;
  const fill = ({ group, value }: Point) =>
    value.provenance === "simulated" ? tint(group.color) : group.color;
  const small = { fontSize: SIZE.note, fill: INK.soft, lineAnchor: "bottom" } as const;
  const svg = await themedPlot((Plot) => ({
    width,
    height: tall + margin.marginTop + margin.marginBottom,
    ...margin,
    inset: 6,
    x: { domain: domains[0], label: x.label, labelArrow: false, labelAnchor: "center", ticks },
    y: { domain: domains[1], label: y.label, labelArrow: false, ticks },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks }),
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6, ticks }),
      ...(diagonal
        ? [
          Plot.line(ends.map((end) => [end, end]), { stroke: INK.soft, strokeDasharray: "4 3" }),
          Plot.text([ends[1]], {
            ...{ ...small, x: (end) => end, y: (end) => end, text: () => diagonal },
            ...{ textAnchor: "end", dx: -20, dy: 8, rotate: -45 * tall / side },
          }),
        ]
        : []),
      ...at.flatMap(({ x, y, label }) => {
        const rule = { stroke: INK.soft, strokeDasharray: "4 3" };
        const place = x === undefined
          ? { y: () => y!, frameAnchor: "right", textAnchor: "end", dx: -4, dy: 13 } as const
          : { x: () => x, frameAnchor: "top", textAnchor: "start", dx: 4, dy: -2 } as const;
        return [
          x === undefined ? Plot.ruleY([y!], rule) : Plot.ruleX([x], rule),
          Plot.text([label], { ...small, ...HALO, ...place }),
        ];
      }),
      Plot.ruleY(bounded("value"), {
        ...{ ...INTERVAL, y: "y", stroke: color, strokeWidth: 1, strokeOpacity: 0.6 },
        ...{ x1: ({ value }: Point) => endX(value.low), x2: ({ value }: Point) => endX(value.high) },
      }),
      Plot.ruleX(bounded("other"), {
        ...{ ...INTERVAL, x: "x", stroke: color, strokeWidth: 1, strokeOpacity: 0.6 },
        ...{ y1: ({ other }: Point) => endY(other.low), y2: ({ other }: Point) => endY(other.high) },
      }),
      Plot.link(labels.filter(({ led }) => led), {
        ...{ x1: ({ point }) => point.x, y1: ({ point }) => point.y },
        x2: ({ point, dx }) => point.x + 0.85 * dx * (domains[0][1] - domains[0][0]) / (side - 12),
        y2: ({ point, dy }) => point.y - 0.85 * dy * (domains[1][1] - domains[1][0]) / (tall - 12),
        stroke: INK.soft,
        strokeWidth: 0.8,
      }),
      ...[...new Set(points.map(({ group }) => group.symbol))].map((symbol) =>
        Plot.dot(points.filter(({ group }) => group.symbol === symbol), {
          ...{
            ...{ ...title, x: "x", y: "y" },
            r: (symbol === "star" ? 3.8 : symbol === "triangle" || symbol === "rhombus" ? 4.2 : 4.8) *
              (points.length > MANY ? 0.8 : 1),
            symbol: PLOT_SYMBOL[symbol],
            fillOpacity: labels.length === 0 && points.length > MANY ? 0.4 : undefined,
            fill,
            stroke: ({ value, group }: Point) =>
              value.provenance === "simulated" || points.length > MANY ? group.color : INK.paper,
            strokeWidth: points.length > MANY ? 1.2 : 1.6,
            paintOrder: "stroke",
          },
        })
      ),
      ...labels.map((label) =>
        Plot.text([label], {
          ...{ x: ({ point }) => point.x, y: ({ point }) => point.y, text: "name" },
          ...{ dx: label.dx, dy: label.dy, textAnchor: label.anchor, lineAnchor: "middle" },
          ...{ fontSize: SIZE.note, fill: INK.text },
        })
      ),
    ],
  }));
  const wanted = new Set(points.filter(({ value }) => named(value)).map(({ name }) => name)).size;
  return { svg, unnamed: Math.max(0, wanted - new Set(labels.map(({ name }) => name)).size) };
}

function along(x1: number, y1: number, x2: number, y2: number): { x: number; y: number }[] {
  const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 6);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => ({
    x: x1 + (i + 1) / steps * (x2 - x1),
    y: y1 + (i + 1) / steps * (y2 - y1),
  }));
}
