import { optionNames } from "../../progress/require.ts";
import { inWords } from "../../progress/told.ts";
import { valueNames } from "../paper_order.ts";
import { grouped } from "../../stats/grouped.ts";
import { themedPlot } from "../plot_document.ts";
import { textWidth, wrapText } from "../text_width.ts";
import { countRange, INK, numberText, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Axis, clipped, tickText } from "./axis.ts";
import { type Channel, type Colored, HALO, INTERVAL, tip } from "./recipe.ts";

/** How values along a number become curves. */
export interface CurveOptions extends Colored {
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
  /** What tells curves apart, by colour; a name stands at the end of each, or in the legend. */
  series?: Channel;
  /** Charts of their own; one of all values by default. */
  panels?: Channel;
  /** What comes first, of each channel; the others follow as they come. */
  order?: { series?: readonly string[]; panels?: readonly string[] };
  /** Values that are drawn as marks with their intervals, not joined, and what the legend calls them. */
  marks?: { when: (value: Value) => boolean; label: string };
  /** Whether joined values are dots too, with their numbers. */
  dots?: boolean;
  /** Lines to read the curves by, with what they mean. */
  at?: readonly { x?: number; y?: number; label: string }[];
  /** Height of a panel in pixels; by default 340, and 220 where the legend names the curves. */
  height?: number;
}

export const CURVE_OPTIONS = optionNames<CurveOptions>()(
  "x y series panels unit decimals names colors order marks dots at height",
);

/** Pixels above and below a panel, from a name at the end of a curve to the next, and between marks of several curves at one place. */
export const TOP = 24, BOTTOM = 40, NAME_STEP = SIZE.note * 1.3;
const APART = 6, LEFT = 46;

export type Place =
  & Record<"x" | "y" | "low" | "high", number>
  & Record<"key" | "color" | "fill" | "panel", string>
  & { value: Value };

export function curvePanel(
  all: readonly Place[],
  width: number,
  options: CurveOptions & { axis: Axis; named: boolean; height: number; decimals: number },
) {
  const { x, y, unit = "percent", decimals, names = {}, marks, dots = false, at = [] } = options;
  const { axis: { domain, ticks }, named, height } = options, tall = height - TOP - BOTTOM;
  const places = all.map((one) => ({
    ...one,
    low: clipped(one.low, domain),
    high: clipped(one.high, domain),
  }));
  const isMark = ({ value }: Place) => marks?.when(value) ?? false;
  const lines = places.filter((place) => !isMark(place)), single = places.filter(isMark);
  const name = (key: string) => valueNames(options.series ?? "judge", key, names).join("\n");
  const series = [...grouped(single, ({ key }) => key).values()];
  const beside = series.map((own, i) => ({ own, dx: APART * (i - (series.length - 1) / 2) }));
  const last = named ? apart(lines, domain, tall) : [];
  const longest = Math.max(20, ...last.map(({ key }) => textWidth(name(key), SIZE.note)));
  const right = named ? Math.ceil(longest) + (dots ? 46 : 16) : 14, called = Object.entries(x.ticks ?? {});
  // Names of places wrap where they would meet, and the last one ends in the picture.
  const room = Math.max(40, (width - LEFT - right) / Math.max(1, called.length) - 6);
  const placeNames = new Map(called.map(([place, text]) => [Number(place), wrapText(text, SIZE.axis, room)]));
  const half = Math.max(
    0,
    ...(called.length > 0 ? [...placeNames.values()].at(-1)! : []).map((line) =>
      textWidth(line, SIZE.axis) / 2
    ),
  );
  const more = 13 * (Math.max(1, ...[...placeNames.values()].map(({ length }) => length)) - 1);
  const word = { fill: INK.soft, fontSize: SIZE.note, ...HALO, textAnchor: "start" } as const;
  return themedPlot((Plot) => ({
    ...{ width, height: height + more, marginLeft: LEFT, marginTop: TOP, marginBottom: BOTTOM + more },
    marginRight: Math.max(right, Math.ceil(half - 0.13 * room)),
    x: {
      ...{ domain: x.domain && [...x.domain], label: x.label, labelArrow: false, labelAnchor: "center" },
      ...(x.ticks
        ? {
          ticks: [...placeNames.keys()],
          tickFormat: (place: number) => placeNames.get(place)?.join("\n") ?? "",
        }
        : {}),
    },
    y: { domain: [...domain], label: y.label, labelArrow: false, ticks, tickFormat: tickText(ticks) },
    marks: [
      Plot.gridY({ stroke: INK.rule, strokeOpacity: 0.8, ticks }),
      ...at.flatMap(({ x, y, label }) => {
        const rule = { stroke: INK.soft, ...(x === undefined && y === 0 ? {} : { strokeDasharray: "4 3" }) };
        const place = x === undefined
          ? { y: () => y!, frameAnchor: "left", dx: 6, dy: -7 } as const
          : { x: () => x, frameAnchor: "bottom", dx: 5, dy: -6 } as const;
        return [
          x === undefined ? Plot.ruleY([y!], rule) : Plot.ruleX([x], rule),
          Plot.text([label], { ...word, ...place }),
        ];
      }),
      Plot.areaY(lines.filter(({ low }) => !Number.isNaN(low)), {
        ...{ ...INTERVAL, x: "x", y1: "low", y2: "high", z: "key", fill: "color", fillOpacity: 0.15 },
      }),
      Plot.line(lines, {
        ...{ x: "x", y: "y", z: "key", stroke: "color", strokeWidth: 2 },
        title: ({ key }: Place) =>
          curveTip(lines.filter((place) => place.key === key), name(key), x, decimals),
      }),
      ...beside.map(({ own, dx }) =>
        Plot.ruleX(own.filter(({ low }) => !Number.isNaN(low)), {
          ...{ ...INTERVAL, x: "x", y1: "low", y2: "high", stroke: "color", strokeWidth: 1.4, dx },
        })
      ),
      ...[...beside, { own: dots ? lines : [], dx: 0 }].map(({ own, dx }) =>
        Plot.dot(own, {
          ...{ x: "x", y: "y", r: 3.5, fill: "fill", stroke: "color", strokeWidth: 1.5, dx },
          title: ({ value }: Place) => tip(value, names, unit, decimals),
        })
      ),
      ...last.map((place) =>
        Plot.text([place], {
          ...{ x: "x", y: "y", dx: 7, dy: place.dy, textAnchor: "start", lineAnchor: "middle" },
          ...{ fontSize: SIZE.note, fill: "color", ...HALO },
          text: () => dots ? `${numberText(place.y, decimals)}  ${name(place.key)}` : name(place.key),
        })
      ),
    ],
  }));
}

const placeText = (x: number) => numberText(x, Number.isInteger(x) ? 0 : 2);

function curveTip(places: readonly Place[], name: string, x: CurveOptions["x"], decimals: number): string {
  const ends = [places[0], places.at(-1)!].map((place) =>
    `${numberText(place.y, decimals)} at ${x.ticks?.[place.x] ?? placeText(place.x)}`
  );
  const facts = [
    inWords(places.length, "value"),
    ...(places.some(({ low }) => !Number.isNaN(low)) ? ["band: 95% interval"] : []),
    ...(places.every(({ value }) => value.n > 0) ? [countRange(places.map(({ value }) => value.n))] : []),
    ...new Set(places.map(({ value }) => value.provenance)),
  ];
  return `${name}: ${ends.join(" to ")} (${x.label}) (${facts.join("; ")})`;
}

/** Names at the ends of curves, moved apart so that none stands on another, and up where they would reach below the axis. */
function apart(lines: readonly Place[], [low, high]: readonly [number, number], tall: number) {
  const pixel = (y: number) => tall * (high - y) / (high - low || 1);
  let free = -Infinity, floor = tall;
  const placed = [...new Map(lines.map((place) => [place.key, place])).values()].sort((a, b) => b.y - a.y)
    .map((end) => {
      const at = Math.max(pixel(end.y), free);
      free = at + NAME_STEP;
      return { end, at };
    });
  for (const one of placed.toReversed()) {
    one.at = Math.min(one.at, floor);
    floor = one.at - NAME_STEP;
  }
  return placed.map(({ end, at }) => ({ ...end, dy: at - pixel(end.y) }));
}
