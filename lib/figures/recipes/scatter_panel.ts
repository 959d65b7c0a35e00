import { contrast, rampColor, tint } from "../colors.ts";
import { placeLabels } from "../place_labels.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { HALO, INTERVAL, scaleOf, tip } from "./recipe.ts";
import { PLOT_SYMBOL } from "./series.ts";
import type { Point, ScatterOptions } from "./scatter_options.ts";

const MANY = 30;

/** The points of a panel with their names, and how many of those that want one found no room for it. */
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
  const ticks = 5, margin = { marginLeft: 44, marginRight: 16, marginTop: 20, marginBottom: 40 };
  const side = width - margin.marginLeft - margin.marginRight,
    tall = Math.min(side, 500),
    scale = scaleOf(unit);
  const [across, up] = domains.map(([low, high], i) => (value: number) =>
    i === 0
      ? margin.marginLeft + 6 + (side - 12) * (value - low) / (high - low)
      : margin.marginTop + 6 + (tall - 12) * (1 - (value - low) / (high - low))
  );
  const far = [...points].sort((a, b) => Math.abs(b.x - b.y) - Math.abs(a.x - a.y)).slice(0, 2);
  const isNamed = (point: Point) =>
    named === "all" || (named === "far" ? far.includes(point) : named(point.value));
  const ends = [Math.max(domains[0][0], domains[1][0]), Math.min(domains[0][1], domains[1][1])];
  const bounded = (of: "value" | "other") =>
    named === "all" ? points.filter((point) => point[of].interval === "95%") : [];
  const nearEnd = (end: number) =>
    points.filter(({ x, y }) => Math.hypot(x - end, y - end) < 0.35 * (ends[1] - ends[0])).length;
  // Where the middle of its letters lies at either end.
  const words = [1, -1].map((toward, i) => {
    const slope = Math.atan2(tall, side), long = toward * textWidth(diagonal ?? "", SIZE.note);
    const [x, y] = [across(ends[i]) + (i === 0 ? 4 : -24), up(ends[i]) + (i === 0 ? -24 : 4)];
    return along(x, y, x + long * Math.cos(slope), y - long * Math.sin(slope));
  });
  const covers = words.map((word) =>
    points.filter((point) => word.some(({ x, y }) => Math.hypot(across(point.x) - x, up(point.y) - y) < 16))
      .length
  );
  const atStart = (covers[0] - covers[1] || nearEnd(ends[0]) - nearEnd(ends[1])) <= 0;
  const lines = [
    ...(diagonal ? [ends.map((end) => ({ x: end, y: end }))] : []),
    ...at.flatMap(({ y }) => y === undefined ? [] : [domains[0].map((x) => ({ x, y }))]),
    ...bounded("value").map(({ value, y }) => [value.low, value.high].map((end) => ({ x: scale * end, y }))),
    ...bounded("other").map(({ other, x }) => [other.low, other.high].map((end) => ({ x, y: scale * end }))),
  ];
  const labels = placeLabels(
    [...points].sort((a, b) => Number(isNamed(b)) - Number(isNamed(a))).map((point) => ({
      ...{ point, x: across(point.x), y: up(point.y), name: isNamed(point) ? point.name : "" },
      // A name has its mark's colour, unless the legend says whose that is.
      color: options.groups || named !== "all" ? INK.text : legible(point.group.color),
    })),
    {
      area: {
        left: margin.marginLeft,
        right: width - margin.marginRight,
        top: margin.marginTop - 6,
        bottom: margin.marginTop + tall + 6,
      },
      size: SIZE.note,
      avoid: [
        ...lines.flatMap(([from, to]) => along(across(from.x), up(from.y), across(to.x), up(to.y))),
        ...(diagonal ? words[atStart ? 0 : 1] : []),
      ],
    },
  );
  const title = {
    title: ({ value, other }: Point) =>
      [value, other].map((one) => tip(one, names, unit, decimals)).join("\n"),
  };
  const color = { value: ({ group }: Point) => group.color, scale: null };
  const fill = {
    value: ({ group, value }: Point) => value.provenance === "simulated" ? tint(group.color) : group.color,
    scale: null,
  };
  const word = { fontSize: SIZE.note, fill: INK.soft, lineAnchor: "bottom" } as const;
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
          // At the end that has fewer points.
          Plot.text([atStart ? ends[0] : ends[1]], {
            ...{ ...word, x: (end) => end, y: (end) => end, text: () => diagonal },
            ...(atStart
              ? { textAnchor: "start", dx: 8, dy: -20 } as const
              : { textAnchor: "end", dx: -20, dy: 8 } as const),
            rotate: -45 * tall / side,
          }),
        ]
        : []),
      ...at.flatMap(({ x, y, label }) => {
        const rule = { stroke: INK.soft, strokeDasharray: "4 3" };
        // Below the last line of the grid.
        const place = x === undefined
          ? { y: () => y!, frameAnchor: "right", textAnchor: "end", dx: -4, dy: 16 } as const
          : { x: () => x, frameAnchor: "top", textAnchor: "start", dx: 4, dy: 22 } as const;
        return [
          x === undefined ? Plot.ruleY([y!], rule) : Plot.ruleX([x], rule),
          Plot.text([label], { ...word, ...HALO, ...place }),
        ];
      }),
      Plot.ruleY(bounded("value"), {
        ...{ ...INTERVAL, y: "y", stroke: color, strokeWidth: 1, strokeOpacity: 0.6 },
        ...{ x1: ({ value }: Point) => scale * value.low, x2: ({ value }: Point) => scale * value.high },
      }),
      Plot.ruleX(bounded("other"), {
        ...{ ...INTERVAL, x: "x", stroke: color, strokeWidth: 1, strokeOpacity: 0.6 },
        ...{ y1: ({ other }: Point) => scale * other.low, y2: ({ other }: Point) => scale * other.high },
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
            ...title,
            x: "x",
            y: "y",
            r: (symbol === "star" ? 3.8 : symbol === "triangle" || symbol === "rhombus" ? 4.2 : 4.8) *
              (points.length > MANY ? 0.8 : 1),
            symbol: PLOT_SYMBOL[symbol],
            // Many marks without names lie on each other.
            fillOpacity: labels.length === 0 && points.length > MANY ? 0.4 : undefined,
            fill,
            // Of two that lie on each other both have an edge.
            stroke: {
              value: ({ value, group }: Point) =>
                value.provenance === "simulated" || points.length > MANY ? group.color : INK.paper,
              scale: null,
            },
            strokeWidth: points.length > MANY ? 1.2 : 1.6,
            paintOrder: "stroke",
          },
        })
      ),
      ...labels.map((label) =>
        Plot.text([label], {
          ...{ x: ({ point }) => point.x, y: ({ point }) => point.y, text: "name" },
          ...{ dx: label.dx, dy: label.dy, textAnchor: label.anchor, lineAnchor: "middle" },
          ...{ fontSize: SIZE.note, fill: label.color },
        })
      ),
    ],
  }));
  const wanted = new Set(points.filter(isNamed).map(({ name }) => name)).size;
  return { svg, unnamed: Math.max(0, wanted - new Set(labels.map(({ name }) => name)).size) };
}

/** A colour, darker where letters in it could not be read. */
const legible = (color: string) =>
  [0, 0.25, 0.5, 1].map((share) => rampColor([color, INK.text], share)).find((one) =>
    contrast(one, INK.paper) >= 4.5
  )!;

/** Points of a line, close to each other, for names to keep off. */
function along(x1: number, y1: number, x2: number, y2: number): { x: number; y: number }[] {
  const steps = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 6);
  return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => ({
    x: x1 + (i + 1) / steps * (x2 - x1),
    y: y1 + (i + 1) / steps * (y2 - y1),
  }));
}
