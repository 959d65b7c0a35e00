import type * as PlotModule from "@observablehq/plot";
import { grouped } from "../../stats/grouped.ts";
import { tint } from "../colors.ts";
import { themedPlot } from "../plot_document.ts";
import { wrapText } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import { type Axis, tickText } from "./axis.ts";
import { channelOf, HALO, haveIntervals, INTERVAL, scaleOf, tip } from "./recipe.ts";
import { PLOT_SYMBOL, type Series } from "./require_marks.ts";
import { type Column, GUTTER, LEFT, type Line, type PanelFrame, TICK, tickOf } from "./row_numbers.ts";

const HEAD = 17, FOOT = 26, FOOT_BARE = 10;

/** Space between the edges of a panel and its ends, and how long the arrow is that leads away from a bound where that one alone is known. */
const INSET = 7, STUB = 15;

export const topOf = (names: readonly (readonly string[])[], heads: boolean): number =>
  15 * Math.max(0, ...names.map(({ length }) => length)) + (heads ? HEAD : 0) + 5;

const topsOf = (lines: readonly Line[]): number[] =>
  lines.reduce((tops, { height }) => [...tops, tops.at(-1)! + height], [0]);

type Placed = Record<"x" | "low" | "high" | "y", number> & { value: Value; series: Series; fill: string };

export async function rowPanel(
  values: readonly Value[],
  frame:
    & PanelFrame
    & Record<"plot" | "top" | "right", number>
    & Record<"tight" | "named", boolean>
    & { name: readonly string[]; axis: Axis; columns: readonly Column[] },
): Promise<SVGSVGElement | HTMLElement> {
  const { kind, options, lines, series: all, axis: { domain, ticks }, plot, named, top, columns } = frame;
  const { unit = "percent", decimals = 1, names = {}, rows = "judge", series = "quantity", hollow } = options;
  const marginLeft = named ? frame.room : LEFT, marginRight = frame.right;
  const label = wrapText(options.label ?? "", SIZE.axis, Math.max(plot + 20, 100));
  const words = options.ticks?.length === 0 ? FOOT_BARE : FOOT;
  const foot = words + (options.label ? label.length * 14 : 0);
  const scale = scaleOf(unit), tops = topsOf(lines);
  const lineOf = new Map(lines.map(({ key, height }, i) => [key, tops[i] + height / 2]));
  const rowLines = lines.filter(({ heading }) => !heading);
  const inRow = grouped(values, (value) => channelOf(rows, value));
  const [first, last] = domain;
  const beyond = (at: number, pixels: number) => {
    const share = pixels / (plot - 2 * INSET);
    return frame.isLog ? at * (last / first) ** share : at + share * (last - first);
  };
  // Pairs stand joined on the lines of their rows; where they have intervals, above each other, so that none lies on another, and not joined: a slanted line says nothing.
  const level = kind === "dumbbells" && !haveIntervals(values), apart = level ? 0 : frame.apart;
  const placed = values.map((value): Placed => {
    const keyOf = (one: Value) => channelOf(series, one), row = inRow.get(channelOf(rows, value))!;
    const own = all.find(({ key }) => key === keyOf(value))!;
    const shown = all.filter(({ key }) => row.some((one) => keyOf(one) === key));
    const shift = (shown.indexOf(own) - (shown.length - 1) / 2) * apart;
    return {
      value,
      series: own,
      x: scale * value.value,
      low: Math.max(scale * value.low, first),
      high: Math.min(scale * value.high, last),
      y: lineOf.get(channelOf(rows, value))! + shift,
      fill: hollow?.where(value) ? INK.paper : isSimulated(value) ? tint(own.color) : own.color,
    };
  });
  const points = placed.filter(({ x, series }) => Number.isFinite(x) && series.key !== options.tick?.of);
  const bounds = placed.filter(({ value }) => value.interval === "bounds");
  const twoEnds = bounds.filter(({ value }) => Number.isFinite(value.low + value.high));
  const oneEnd = bounds.filter((one) => !twoEnds.includes(one)).map((one) => {
    // How far a number lies beyond its bound is not known: all that the arrow says is the side.
    const up = Number.isFinite(one.value.low), from = up ? one.low : one.high;
    return { ...one, from, to: beyond(from, up ? STUB : -STUB) };
  });
  const endless = (end: "low" | "high", edge: number, side: number) =>
    placed.filter(({ value }) => value.interval !== "bounds" && Math.abs(value[end]) === Infinity)
      .map((one) => ({ ...one, from: beyond(edge, -side * STUB), to: beyond(edge, side * INSET) }));
  const within = (at: number) => at >= first && at <= last, none = scale * frame.none;
  const ticked = placed.map((one) => ({ ...one, x: scale * tickOf(one.value, options.tick?.of, series) }))
    .filter(({ x }) => within(x));
  const title = { title: ({ value }: Placed) => tip(value, names, unit, decimals) };
  const color = ({ series }: Placed) => series.color;
  const limitInk = ({ value, series }: Placed) =>
    kind === "bars" && value.interval !== "bounds" ? INK.text : series.color;
  const refs = (options.at ?? []).map((at) => typeof at === "number" ? { x: at, label: "" } : at);
  const upright = (pixels: number) => ({
    y1: ({ y }: Placed) => y - pixels,
    y2: ({ y }: Placed) => y + pixels,
  });
  return await themedPlot((Plot) => ({
    ...{ width: marginLeft + plot + marginRight, height: top + tops.at(-1)! + foot },
    ...{ marginLeft, marginRight, marginTop: top, marginBottom: foot },
    x: {
      ...{ type: frame.isLog ? "log" : "linear", domain: [...domain], axis: null },
      ...{ insetLeft: INSET, insetRight: INSET },
    },
    y: { domain: [tops.at(-1)!, 0], axis: null },
    marks: [
      Plot.rectX(options.band ? [options.band] : [], { x1: "0", x2: "1", fill: "#e3e8ed" }),
      Plot.ruleY(rowLines, { y: ({ key }) => lineOf.get(key), stroke: INK.faint }),
      Plot.gridX({ stroke: INK.rule, strokeOpacity: 0.8, ticks }),
      Plot.axisX({ label: null, ticks, tickFormat: tickText(ticks), tickSize: 0, tickPadding: 6 }),
      // Where the axis has no numbers, no effect is no place either.
      Plot.ruleX(within(none) && ticks.length > 0 ? [none] : [], { stroke: INK.text, strokeOpacity: 0.7 }),
      ...refs.flatMap(({ x, label }) => [
        Plot.ruleX([x], { stroke: INK.text, strokeDasharray: "4 3" }),
        Plot.text(label === "" ? [] : [label], {
          ...{ x: () => x, frameAnchor: "top", lineAnchor: "bottom", dy: -4, fontSize: SIZE.note },
          textAnchor: inwards((x - first) / (last - first)),
        }),
      ]),
      Plot.line(level ? points : [], {
        ...{ x: "x", y: "y", z: ({ value }) => channelOf(rows, value) },
        ...{ stroke: INK.soft, strokeOpacity: 0.5, strokeWidth: 2.5 },
      }),
      Plot.ruleY(kind === "bars" ? points : [], {
        ...{ ...title, x1: 0, x2: "x", y: "y", stroke: "fill", strokeWidth: frame.alone ? 11 : 7 },
      }),
      Plot.ruleY(kind === "bars" ? placed.filter(({ value }) => value.interval === "95%") : [], {
        ...{ x1: "low", x2: "high", y: "y", stroke: INK.paper, strokeWidth: 3.2 },
      }),
      ...(["95%", "middle half"] as const).map((interval) =>
        Plot.ruleY(placed.filter(({ value }) => value.interval === interval), {
          ...{ ...title, x1: "low", x2: "high", y: "y", strokeWidth: 1.4 },
          ...(interval === "95%" ? INTERVAL : {}),
          stroke: kind === "bars" ? INK.text : color,
        })
      ),
      Plot.ruleY(twoEnds, { ...title, x1: "low", x2: "high", y: "y", stroke: color, strokeWidth: 1.2 }),
      Plot.arrow([...oneEnd, ...endless("low", first, -1), ...endless("high", last, 1)], {
        ...{ ...title, x1: "from", x2: "to", y1: "y", y2: "y" },
        ...{ stroke: limitInk, strokeWidth: 1.6, headLength: 6 },
      }),
      ...(["low", "high"] as const).map((end) =>
        Plot.link(bounds.filter(({ value }) => Number.isFinite(value[end])), {
          ...{ x1: end, x2: end, ...upright(4.5), stroke: color, strokeWidth: 1.6 },
        })
      ),
      // Below the marks: it looks out above and below one that lies on it.
      Plot.link(ticked, { x1: "x", x2: "x", ...upright(7), stroke: TICK, strokeWidth: 2 }),
      // Of a pair on one line the first lies on the second, which looks out around it where some pair is as near.
      ...(kind === "bars" ? [] : (level ? all.toReversed() : all).flatMap((one) => {
        const own = points.filter(({ series }) => series === one);
        const r = !level || !frame.tight ? 4.6 : one === all[0] ? 3.3 : 5.6,
          at = { x: "x", y: "y", r, symbol: PLOT_SYMBOL[one.symbol] };
        return [
          ...(level ? [Plot.dot(own, { ...at, stroke: INK.paper, strokeWidth: 2.1 })] : []),
          Plot.dot(own, { ...title, ...at, fill: "fill", stroke: color, strokeWidth: 1.3 }),
        ];
      })),
      ...columnMarks(Plot, columns, lineOf, options.tick?.of, values.every(isSimulated)),
      Plot.text([frame.name.join("\n")], {
        ...{ frameAnchor: "top-left", lineAnchor: "top", dy: 3 - top, dx: -2 },
        ...{ fontSize: SIZE.panel, fontWeight: "bold", lineHeight: 1.25 },
      }),
      ...[true, false].map((heading) =>
        Plot.text(named ? lines.filter((line) => line.heading === heading) : [], {
          ...{
            y: ({ key }: Line) => lineOf.get(key)!,
            text: "text",
            frameAnchor: "left",
            lineAnchor: "middle",
          },
          ...(heading
            ? { dx: -marginLeft, textAnchor: "start", fontWeight: "bold", ...HALO, fill: INK.text }
            : { dx: -10, textAnchor: "end" }),
        })
      ),
      Plot.text([label.join("\n")], {
        ...{ frameAnchor: "bottom", lineAnchor: "top", dy: words - 4, fill: INK.soft },
      }),
    ],
  }));
}

const isSimulated = ({ provenance }: Value) => provenance === "simulated";

const inwards = (share: number) => share < 0.2 ? "start" : share > 0.8 ? "end" : "middle";

function columnMarks(
  Plot: typeof PlotModule,
  columns: readonly Column[],
  lineOf: ReadonlyMap<string, number>,
  tick: string | undefined,
  pale: boolean,
): PlotModule.Markish[] {
  let dx = 0;
  return columns.flatMap(({ head, texts, width }) => {
    dx += GUTTER + width;
    const above = { frameAnchor: "top-right", dy: -9 } as const;
    const bold = head === "Δ" ? { fontWeight: "bold" } : {};
    const text = { textAnchor: "end", lineAnchor: "middle", fontSize: SIZE.note, dx, ...bold } as const;
    return [
      Plot.text([...texts], {
        ...{ ...text, frameAnchor: "right", y: ([row]: [string, string]) => lineOf.get(row)! },
        text: ([, text]: [string, string]) => text,
      }),
      ...(head === undefined ? [] : head === "Δ" ? [Plot.text(["Δ"], { ...above, ...text })] : [
        head.key === tick ? Plot.text([head.label], { ...above, ...text, fill: TICK }) : Plot.dot([head], {
          ...{ ...above, dx: dx - width / 2, r: 4, symbol: PLOT_SYMBOL[head.symbol] },
          ...(pale ? { fill: tint(head.color), stroke: head.color } : { fill: head.color }),
        }),
      ]),
    ];
  });
}
