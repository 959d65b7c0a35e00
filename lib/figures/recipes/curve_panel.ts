import { tint } from "../colors.ts";
import { displayName } from "../display_names.ts";
import { themedPlot } from "../plot_document.ts";
import { plain, textWidth } from "../text_width.ts";
import { countRange, fixed, INK, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Channel, HALO, INTERVAL, tip, type Unit } from "./recipe.ts";

/** How values along a number become curves. */
export interface CurveOptions {
  /**
   * What lies along x: a number of the values (`more`), what the axis calls it, and what it is multiplied by. `ticks` names
   * places that stand for something else, by their number.
   */
  x: {
    of: string;
    label: string;
    times?: number;
    domain?: readonly [number, number];
    ticks?: Readonly<Record<number, string>>;
  };
  /** What the axis of the values is called, and its ends as drawn; by default those of values, intervals and lines. */
  y: { label: string; domain?: readonly [number, number] };
  /** What tells curves apart, by colour and (of `dashed`) by dashes; a name stands at the end of each, or in the legend. */
  series?: Channel;
  /** Names of the series whose curves are dashed; none by default. */
  dashed?: readonly string[];
  /** Charts of their own; one of all values by default. */
  panels?: Channel;
  /** Panels beside each other, at most; 2 by default. */
  columns?: number;
  /** What numbers are drawn in: fractions as percent (default) or points, others as they are. */
  unit?: Unit;
  /** Decimals of the numbers written, 1 by default. */
  decimals?: number;
  /** How keys and quantities are written, by the name that they have in the values. */
  names?: Readonly<Record<string, string>>;
  /** Colours of series by their name; by default from what a series is. */
  colors?: Readonly<Record<string, string>>;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { series?: readonly string[]; panels?: readonly string[] };
  /**
   * Values that are drawn as marks with their intervals, not joined, and what the legend calls them; `across` are further numbers
   * (in `more`) between which an interval along x lies.
   */
  marks?: { when: (value: Value) => boolean; label: string; across?: readonly [string, string] };
  /** Whether joined values are dots too, with their numbers. */
  dots?: boolean;
  /** Whether names stand at the ends of curves, not in the legend; by default where panels are not side by side. */
  ends?: boolean;
  /** Lines to read the curves by, with what they mean. */
  at?: readonly { x?: number; y?: number; label: string }[];
  /** Height of a panel in pixels; by default 340, and 220 where the legend names the curves. */
  height?: number;
}

/** Pixels above and below a panel together, and from a name at the end of a curve to the next. */
export const MARGINS = 64, NAME_STEP = SIZE.note * 1.3;

/** A value where it is drawn. */
export interface Place {
  x: number;
  y: number;
  low: number;
  high: number;
  key: string;
  color: string;
  value: Value;
}

/** The curves of a panel. */
export function curvePanel(
  places: readonly Place[],
  width: number,
  options: CurveOptions & { domain: readonly [number, number]; named: boolean },
) {
  const {
    x,
    y,
    unit = "percent",
    decimals = 1,
    names = {},
    dashed = [],
    marks,
    dots = false,
    domain,
    named,
  } = options;
  const { at = [], height = named ? 340 : 220 } = options;
  const across = marks?.across;
  const isMark = ({ value }: Place) => marks?.when(value) ?? false;
  const lines = places.filter((place) => !isMark(place)), single = places.filter(isMark);
  const name = (key: string) => displayName(key, names);
  const pixel = (value: number) => (height - MARGINS) * (domain[1] - value) / (domain[1] - domain[0] || 1);
  const last = named ? apart(lastOf(lines), pixel, height - MARGINS) : [];
  const marginRight = named
    ? Math.ceil(Math.max(20, ...last.map(({ key }) => textWidth(plain(name(key)), SIZE.note)))) +
      (dots ? 46 : 16)
    : 14;
  const color = { value: "color", scale: null };
  const title = { title: ({ value }: Place) => tip(value, names, unit, decimals) };
  const number = ({ y }: Place) => fixed(y, decimals);
  return themedPlot((Plot) => ({
    width,
    height,
    marginLeft: 46,
    marginRight,
    marginTop: 24,
    marginBottom: MARGINS - 24,
    x: {
      domain: x.domain && [...x.domain],
      label: x.label,
      labelArrow: false,
      labelAnchor: "center",
      ...(x.ticks
        ? { ticks: Object.keys(x.ticks).map(Number), tickFormat: (place: number) => x.ticks![place] ?? "" }
        : {}),
    },
    y: { domain: [...domain], label: y.label, labelArrow: false, nice: y.domain === undefined, ticks: 6 },
    marks: [
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8, ticks: 6 }),
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
              ...HALO,
            }),
          ]
      ),
      Plot.areaY(lines.filter(({ low }) => !Number.isNaN(low)), {
        x: "x",
        y1: "low",
        y2: "high",
        ...INTERVAL,
        z: "key",
        fill: color,
        fillOpacity: 0.15,
      }),
      ...[false, true].map((isDashed) =>
        Plot.line(lines.filter(({ key }) => dashed.includes(key) === isDashed), {
          x: "x",
          y: "y",
          z: "key",
          stroke: color,
          strokeWidth: 2,
          title: ({ key }: Place) => curveTip(lines.filter((place) => place.key === key), name(key), options),
          ...(isDashed ? { strokeDasharray: "5 3" } : {}),
        })
      ),
      Plot.ruleY(across ? single : [], {
        x1: ({ value }: Place) => (x.times ?? 1) * value.more[across![0]],
        x2: ({ value }: Place) => (x.times ?? 1) * value.more[across![1]],
        y: "y",
        stroke: color,
        strokeWidth: 2,
      }),
      Plot.ruleX(single.filter(({ low }) => !Number.isNaN(low)), {
        ...INTERVAL,
        x: "x",
        y1: "low",
        y2: "high",
        stroke: color,
        strokeOpacity: 0.6,
      }),
      Plot.dot([...single, ...(dots ? lines : [])], {
        x: "x",
        y: "y",
        r: 3.5,
        fill: {
          value: (place: Place) =>
            place.value.provenance === "simulated"
              ? tint(place.color)
              : isMark(place)
              ? "#ffffff"
              : place.color,
          scale: null,
        },
        stroke: color,
        strokeWidth: 1.5,
        ...title,
      }),
      ...last.map((place) =>
        Plot.text([place], {
          x: "x",
          y: "y",
          dx: 7,
          dy: place.dy,
          text: () => dots ? `${number(place)}  ${name(place.key)}` : name(place.key),
          textAnchor: "start",
          lineAnchor: "middle",
          fontSize: SIZE.note,
          fill: color,
          ...HALO,
        })
      ),
    ],
  }));
}

/** What a whole curve says: from where to where it goes, on how much it rests, and where it comes from. */
function curveTip(
  places: readonly Place[],
  name: string,
  { x, decimals = 1 }: Pick<CurveOptions, "x" | "decimals">,
): string {
  const [first, last] = [places[0], places.at(-1)!];
  const ends = [first, last].map((place) => `${fixed(place.y, decimals)} at ${fixed(place.x, 2)}`);
  const facts = [
    ...(places.some(({ low }) => !Number.isNaN(low)) ? ["band: 95% interval"] : []),
    ...(places.every(({ value }) => value.n > 0) ? [countRange(places.map(({ value }) => value.n))] : []),
    ...new Set(places.map(({ value }) => value.provenance)),
  ];
  return `${name}: ${ends.join(" to ")} (${x.label}) (${facts.join("; ")})`;
}

/** The last value of every curve. */
function lastOf(lines: readonly Place[]): Place[] {
  return [...new Map(lines.map((place) => [place.key, place])).values()];
}

/** Names at the ends of curves, moved apart so that none stands on another, and up where they would reach below the axis. */
function apart(
  ends: readonly Place[],
  pixel: (y: number) => number,
  bottom: number,
): (Place & { dy: number })[] {
  let free = -Infinity;
  const placed = [...ends].sort((a, b) => b.y - a.y).map((end) => {
    const at = Math.max(pixel(end.y), free);
    free = at + NAME_STEP;
    return { end, at };
  });
  let floor = bottom;
  for (const one of placed.toReversed()) {
    one.at = Math.min(one.at, floor);
    floor = one.at - NAME_STEP;
  }
  return placed.map(({ end, at }) => ({ ...end, dy: at - pixel(end.y) }));
}
