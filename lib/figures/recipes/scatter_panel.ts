import { tint } from "../colors.ts";
import type { NamedDot } from "../place_labels.ts";
import { themedPlot } from "../plot_document.ts";
import { INK, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Channel, HALO, INTERVAL, PLOT_SYMBOL, scaleOf, tip, type Unit } from "./recipe.ts";
import { along, labelsOf, type Point } from "./scatter_labels.ts";

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
  /** The key that tells points of a panel apart. */
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
  /**
   * Which points are named: those farthest off the diagonal, which stands in the panels, of many points whose area is by n; or all, of
   * few, each with a colour of its own and its intervals.
   */
  named?: "far" | "all";
  /** Colours points by their side of the diagonal, and says what each side means. */
  sides?: { below: string; above: string };
  /** Points told apart by colour and shape, which the legend names: many small ones show each other through. */
  groups?: {
    of: (value: Value) => string;
    order?: readonly string[];
    colors?: Readonly<Record<string, string>>;
  };
  /** Points that are rings, and what the legend says of them; a ring is joined with the dot of its name. */
  hollow?: { where: (value: Value) => boolean; label: string; others: string };
  /** Points to read the others by: crosses. */
  crosses?: { where: (value: Value) => boolean; label: string };
}

/** How much of its colour a mark of groups keeps where there are many: they show each other through. */
export const SHOWN_THROUGH = 0.4;

/** The points of a panel with their names, and how many of those that want one found no room for it. */
export async function scatterPanel(
  points: readonly Point[],
  width: number,
  options: ScatterOptions & { domains: [number, number][]; largest: number },
) {
  const {
    x,
    y,
    domains,
    largest,
    sides,
    named = "far",
    unit = "percent",
    names = {},
    hollow,
    crosses,
    groups,
  } = options;
  const margin = { left: 44, right: 18, top: 20, bottom: 40 };
  const side = width - margin.left - margin.right, height = side + margin.top + margin.bottom;
  const scale = scaleOf(unit);
  const share = (value: number, [low, high]: [number, number]) => (value - low) / (high - low);
  const radius = (n: number) =>
    groups && named === "far"
      ? 4.2
      : named === "far" && n > 0 && largest > 0
      ? Math.max(2.5, 9 * Math.sqrt(n / largest))
      : groups
      ? 5
      : 4.4;
  const isCross = ({ value }: Point) => crosses?.where(value) ?? false;
  const isRing = ({ value }: Point) => hollow?.where(value) ?? false;
  const dots = points.filter((point) => !isCross(point));
  const links = dots.filter(isRing).flatMap((to) =>
    dots.filter((from) => !isRing(from) && from.name === to.name).map((from) => ({ from, to }))
  );
  const place = ({ x, y, n, name, symbol }: Point): NamedDot => ({
    x: margin.left + side * share(x, domains[0]),
    y: margin.top + side * (1 - share(y, domains[1])),
    name,
    radius: radius(n) + (symbol === "star" || symbol === "triangle" ? 1 : 0),
  });
  const labels = labelsOf(points, named, isRing, place, {
    area: { left: margin.left, right: width, top: margin.top, bottom: margin.top + side },
    avoid: links.flatMap(({ from, to }) => along(place(from), place(to))),
  });
  const constant = (of: (point: Point) => string) => ({ value: of, scale: null });
  const color = constant((point) => point.color);
  const title = {
    title: ({ value, other }: Point) =>
      [value, other].map((one) => tip(one, names, unit, unit === "number" ? 2 : 1)).join("\n"),
  };
  const bounded = (of: "value" | "other") => dots.filter((point) => point[of].interval === "95%");
  // A dot lies within the ring that it is joined with, where both are in one place.
  dots.sort((a, b) => Number(isRing(b)) - Number(isRing(a)));
  const shapes = groups
    ? [...new Set(dots.map(({ symbol }) => symbol))].map((symbol) => ({
      symbol: PLOT_SYMBOL[symbol],
      own: dots.filter((point) => point.symbol === symbol),
    }))
    : sides
    ? [true, false].map((below) => ({
      symbol: below ? "circle" : "diamond",
      own: dots.filter((p) => (p.x > p.y) === below),
    }))
    : [{ symbol: "circle", own: dots }];
  const svg = await themedPlot((Plot) => ({
    width,
    height,
    marginLeft: margin.left,
    marginRight: margin.right,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    x: { domain: domains[0], label: x.label, labelArrow: false, labelAnchor: "center", ticks: 5 },
    y: { domain: domains[1], label: y.label, labelArrow: false, ticks: 5 },
    r: { type: "identity" },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
      ...(named === "far"
        ? [Plot.line(domains[0].map((end) => [end, end]), { stroke: INK.soft, strokeDasharray: "4 3" })]
        : [
          Plot.ruleY(bounded("value"), {
            ...INTERVAL,
            x1: ({ value }: Point) => scale * value.low,
            x2: ({ value }: Point) => scale * value.high,
            y: "y",
            stroke: color,
            strokeOpacity: 0.4,
          }),
          Plot.ruleX(bounded("other"), {
            ...INTERVAL,
            y1: ({ other }: Point) => scale * other.low,
            y2: ({ other }: Point) => scale * other.high,
            x: "x",
            stroke: color,
            strokeOpacity: 0.4,
          }),
        ]),
      Plot.link(links, {
        x1: ({ from }) => from.x,
        y1: ({ from }) => from.y,
        x2: ({ to }) => to.x,
        y2: ({ to }) => to.y,
        stroke: { value: ({ to }: { to: Point }) => to.color, scale: null },
        strokeWidth: 1.6,
      }),
      ...shapes.map(({ symbol, own }) =>
        Plot.dot(own, {
          x: "x",
          y: "y",
          // A dot within a ring leaves its rim free.
          r: (point: Point) =>
            radius(point.n) +
            (symbol === "star" && named === "far" ? -0.8 : !hollow ? 0 : isRing(point) ? 1.6 : -1),
          symbol: symbol as typeof PLOT_SYMBOL[keyof typeof PLOT_SYMBOL],
          fill: constant((point) =>
            isRing(point)
              ? INK.paper
              : point.value.provenance === "simulated"
              ? tint(point.color)
              : point.color
          ),
          fillOpacity: groups && named === "far" ? SHOWN_THROUGH : undefined,
          // Each keeps a rim, so that those which lie on each other can be counted.
          stroke: (named === "far") !== (groups !== undefined)
            ? constant((point) => point.value.provenance === "simulated" ? point.color : INK.paper)
            : color,
          strokeWidth: named === "far" || groups ? 1.2 : 1.6,
          ...title,
        })
      ),
      Plot.dot(points.filter(isCross), {
        x: "x",
        y: "y",
        r: 5,
        symbol: "times",
        stroke: INK.text,
        strokeWidth: 1.8,
        ...title,
      }),
      ...labels.map((label) =>
        Plot.text([label], {
          x: () => domains[0][0] + (label.x - margin.left) / side * (domains[0][1] - domains[0][0]),
          y: () => domains[1][1] - (label.y - margin.top) / side * (domains[1][1] - domains[1][0]),
          text: "name",
          dx: label.dx,
          dy: label.dy,
          textAnchor: label.anchor,
          fontSize: SIZE.note,
          ...HALO,
          fill: INK.text,
        })
      ),
    ],
  }));
  const wanted = named === "all" ? new Set(points.map(({ name }) => name)).size : 0;
  return { svg, unnamed: Math.max(0, wanted - new Set(labels.map(({ name }) => name)).size) };
}
