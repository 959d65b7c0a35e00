import { displayName } from "../display_names.ts";
import type { Drawing, LegendEntry } from "../figure_spec.ts";
import { seriesColor, tint } from "../colors.ts";
import { themedPlot } from "../plot_document.ts";
import { plain, textWidth } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import {
  type Channel,
  channelOf,
  levelsOf,
  type Look,
  type Recipe,
  scaleOf,
  tip,
  type Unit,
} from "./recipe.ts";

/** How values along a number become curves. */
export interface CurveOptions {
  /** What lies along x: a number of the values (`more`), what the axis calls it, and what it is multiplied by. */
  x: { of: string; label: string; times?: number; domain?: [number, number] };
  y: { label: string; domain?: [number, number] };
  series?: Channel;
  unit?: Unit;
  names?: Readonly<Record<string, string>>;
  order?: { series?: readonly string[] };
  /** Values that are drawn as marks with their intervals, not joined: those for which this holds. */
  marks?: (value: Value) => boolean;
  /** Lines to read the curves by, with what they mean. */
  at?: readonly { x?: number; y?: number; label: string }[];
  height?: number;
}

/** Curves with the name of each at its right end, bands for intervals, and single values as marks. */
export const curves = (options: CurveOptions): Recipe => (values, look) => draw(values, look, options);

/** A value where it is drawn. */
interface Place {
  x: number;
  y: number;
  low: number;
  high: number;
  key: string;
  color: string;
  value: Value;
}

async function draw(
  values: readonly Value[],
  { width }: Look,
  options: CurveOptions,
): Promise<Pick<Drawing, "body" | "legend">> {
  const { x, y, series = "judge", unit = "percent", names = {}, order = {}, marks = () => false, at = [] } =
    options;
  const { height = 340 } = options;
  const scale = scaleOf(unit), times = x.times ?? 1;
  const known = values.filter(({ value }) => !Number.isNaN(value));
  const keys = levelsOf(series, known, order.series);
  const places = known.map((value): Place => {
    const key = channelOf(series, value);
    return {
      x: times * value.more[x.of],
      y: scale * value.value,
      low: scale * value.low,
      high: scale * value.high,
      key,
      color: seriesColor(key, keys.indexOf(key)),
      value,
    };
  }).sort((a, b) => a.x - b.x);
  const lines = places.filter(({ value }) => !marks(value)),
    dots = places.filter(({ value }) => marks(value));
  const last = spread(keys.flatMap((key) => lines.findLast((place) => place.key === key) ?? []), height);
  const marginRight =
    Math.ceil(Math.max(20, ...last.map(({ key }) => textWidth(plain(displayName(key, names)), SIZE.note)))) +
    16;
  const color = { value: "color", scale: null };
  const pale = (place: Place) => place.value.provenance === "simulated";
  const svg = await themedPlot((Plot) => ({
    width,
    height,
    marginLeft: 46,
    marginRight,
    marginTop: 24,
    marginBottom: 40,
    x: { domain: x.domain, label: x.label, labelArrow: false, labelAnchor: "center" },
    y: { domain: y.domain, label: y.label, labelArrow: false, nice: y.domain === undefined },
    marks: [
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8 }),
      ...at.flatMap(({ x, y, label }) =>
        x !== undefined
          ? [
            Plot.ruleX([x], { stroke: INK.soft, strokeDasharray: "4 3" }),
            Plot.text([label], { x: () => x, frameAnchor: "top", dy: -14, fill: INK.soft }),
          ]
          : [
            Plot.ruleY([y!], { stroke: INK.soft, strokeOpacity: 0.7 }),
            Plot.text([label], {
              y: () => y!,
              frameAnchor: "left",
              textAnchor: "start",
              dx: 6,
              dy: -7,
              fill: INK.soft,
            }),
          ]
      ),
      Plot.areaY(lines.filter(({ low }) => !Number.isNaN(low)), {
        x: "x",
        y1: "low",
        y2: "high",
        z: "key",
        fill: color,
        fillOpacity: 0.15,
      }),
      Plot.line(lines, { x: "x", y: "y", z: "key", stroke: color, strokeWidth: 2 }),
      Plot.ruleX(dots.filter(({ low }) => !Number.isNaN(low)), {
        x: "x",
        y1: "low",
        y2: "high",
        stroke: color,
        strokeOpacity: 0.6,
      }),
      Plot.dot(dots, {
        x: "x",
        y: "y",
        r: 3.5,
        fill: { value: (place: Place) => pale(place) ? tint(place.color) : "white", scale: null },
        stroke: color,
        strokeWidth: 1.5,
        title: ({ value }: Place) => tip(value, names, unit, 1),
      }),
      ...last.map((place) =>
        Plot.text([place], {
          x: "x",
          y: "y",
          dx: 7,
          dy: place.dy,
          text: () => displayName(place.key, names),
          textAnchor: "start",
          lineAnchor: "middle",
          fontSize: SIZE.note,
          fill: color,
        })
      ),
    ],
  }));
  const legend: LegendEntry[] = dots.length > 0
    ? [{ label: "single subsamples, 95% interval", color: INK.soft, glyph: "circle" }]
    : [];
  return { body: { kind: "panels", panels: [{ svg }], columns: 1 }, legend };

  /** Names at the ends of curves, moved apart so that none stands on another. */
  function spread(ends: readonly Place[], height: number): (Place & { dy: number })[] {
    const reach = places.flatMap(({ y, low, high }) => [y, low, high]).filter((one) => !Number.isNaN(one));
    const [low, high] = y.domain ?? [Math.min(...reach), Math.max(...reach)];
    const pixel = (value: number) => (height - 64) * (high - value) / (high - low || 1);
    const sorted = [...ends].sort((a, b) => b.y - a.y);
    let free = -Infinity;
    return sorted.map((end) => {
      const wanted = pixel(end.y), placed = Math.max(wanted, free);
      free = placed + SIZE.note * 1.3;
      return { ...end, dy: placed - wanted };
    });
  }
}
