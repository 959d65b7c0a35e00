import { seriesColor } from "../colors.ts";
import { displayName } from "../display_names.ts";
import type { Drawing, LegendEntry, Panel } from "../figure_spec.ts";
import { type NamedDot, placeLabels } from "../place_labels.ts";
import { themedPlot } from "../plot_document.ts";
import { tint } from "../colors.ts";
import { countRange, INK, SIZE } from "../theme.ts";
import { findValue, type Value } from "../values/value.ts";
import {
  type Channel,
  channelOf,
  HALO,
  levelsOf,
  type Look,
  type Recipe,
  scaleOf,
  tip,
  type Unit,
} from "./recipe.ts";

/** An axis: the quantity along it, and what it is called. */
interface Axis {
  quantity: string;
  label: string;
}

/** How pairs of values become points. */
export interface ScatterOptions {
  /** The key that tells points of a panel apart. */
  points?: string;
  panels?: Channel;
  x: Axis;
  y: Axis;
  unit?: Unit;
  names?: Readonly<Record<string, string>>;
  order?: { panels?: readonly string[] };
  /** Colours points by the side of the diagonal on which they lie, and says what each side means. */
  sides?: { below: string; above: string };
}

/** Two values of the same keys. */
interface Point {
  x: number;
  y: number;
  n: number;
  name: string;
  value: Value;
}

const BELOW = "#00766c", ABOVE = "#c4391d";

/** Points of two quantities against each other with the diagonal, a panel each; area by n; those farthest off it are named. */
export const scatter = (options: ScatterOptions): Recipe => (values, look) => draw(values, look, options);

async function draw(
  values: readonly Value[],
  { width }: Look,
  options: ScatterOptions,
): Promise<Pick<Drawing, "body" | "legend">> {
  const { points = "judge", panels = [], unit = "percent", order = {}, sides } = options;
  const scale = scaleOf(unit);
  const all = values.filter(({ quantity }) => quantity === options.x.quantity).flatMap((value) => {
    const other = findValue(values, options.y.quantity, value.keys);
    const point = {
      x: scale * value.value,
      y: scale * (other?.value ?? NaN),
      n: value.n,
      name: displayName(value.keys[points], options.names),
      value,
    };
    return Number.isNaN(point.x + point.y) ? [] : [{ ...point, panel: channelOf(panels, value) }];
  });
  const panelNames = levelsOf(panels, all.map(({ value }) => value), order.panels);
  const ends = all.flatMap(({ x, y }) => [x, y]);
  const domain: [number, number] = [
    Math.floor(Math.min(...ends) / 5) * 5,
    Math.ceil(Math.max(...ends) / 5 + 1e-9) * 5,
  ];
  if (domain[0] === domain[1]) domain[1] += 5;
  const columns = Math.min(3, Math.max(1, panelNames.length));
  const largest = Math.max(...all.map(({ n }) => n));
  const drawn = await Promise.all(panelNames.map(async (panel): Promise<Panel> => ({
    title: displayName(panel, options.names),
    svg: await onePanel(all.filter((point) => point.panel === panel), Math.floor(width / columns) - 8, {
      ...options,
      domain,
      largest,
    }),
  })));
  const legend: LegendEntry[] = sides
    ? [
      { label: `${sides.below} (below the diagonal)`, color: BELOW, glyph: "dot" },
      { label: `${sides.above} (on or above)`, color: ABOVE, glyph: "rhombus" },
    ]
    : [];
  const sized = all.filter(({ n }) => n > 0);
  if (sized.length > 0) {
    legend.push({ label: `area ∝ ${countRange(sized.map(({ n }) => n))}`, color: INK.soft, glyph: "circle" });
  }
  return { body: { kind: "panels", panels: drawn, columns }, legend };
}

function onePanel(
  points: readonly Point[],
  width: number,
  { x, y, domain, largest, sides, unit = "percent", names = {} }: ScatterOptions & {
    domain: [number, number];
    largest: number;
  },
) {
  const margin = { left: 44, right: 10, top: 20, bottom: 40 };
  const side = width - margin.left - margin.right, height = side + margin.top + margin.bottom;
  const across = (value: number) => (value - domain[0]) / (domain[1] - domain[0]);
  const radius = (n: number) => n > 0 && largest > 0 ? Math.max(2.5, 9 * Math.sqrt(n / largest)) : 4;
  const colorOf = (point: Point) => !sides ? seriesColor(point.name, 0) : point.x > point.y ? BELOW : ABOVE;
  const far = [...points].sort((a, b) => Math.abs(b.x - b.y) - Math.abs(a.x - a.y)).slice(0, 2);
  const place = (point: Point): NamedDot => ({
    x: margin.left + side * across(point.x),
    y: margin.top + side * (1 - across(point.y)),
    name: point.name,
  });
  // Those that are named choose first; all others only keep their place free.
  const dots = [...far, ...points.filter((point) => !far.includes(point))];
  const area = { left: margin.left, right: width, top: margin.top, bottom: margin.top + side };
  const labels = placeLabels(
    dots.map((dot) => ({ ...place(dot), name: far.includes(dot) ? dot.name : "" })),
    {
      area,
      size: SIZE.note,
      radius: 6,
    },
  ).filter(({ name }) => name !== "");
  const constant = (of: (point: Point) => string) => ({ value: of, scale: null });
  return themedPlot((Plot) => ({
    width,
    height,
    marginLeft: margin.left,
    marginRight: margin.right,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    x: { domain, label: x.label, labelArrow: false, labelAnchor: "center", ticks: 5 },
    y: { domain, label: y.label, labelArrow: false, ticks: 5 },
    r: { type: "identity" },
    marks: [
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.6, ticks: 5 }),
      Plot.line([[domain[0], domain[0]], [domain[1], domain[1]]], {
        stroke: INK.soft,
        strokeDasharray: "4 3",
      }),
      ...[true, false].map((below) =>
        Plot.dot(points.filter((point) => (point.x > point.y) === below), {
          x: "x",
          y: "y",
          r: (point: Point) => radius(point.n),
          symbol: below || !sides ? "circle" : "diamond",
          fill: constant((point) =>
            point.value.provenance === "simulated" ? tint(colorOf(point)) : colorOf(point)
          ),
          stroke: constant(colorOf),
          strokeWidth: 1.2,
          title: (point: Point) => tip(point.value, names, unit, 1),
        })
      ),
      ...labels.map((label) =>
        Plot.text([label], {
          x: () => domain[0] + (label.x - margin.left) / side * (domain[1] - domain[0]),
          y: () => domain[1] - (label.y - margin.top) / side * (domain[1] - domain[0]),
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
}
