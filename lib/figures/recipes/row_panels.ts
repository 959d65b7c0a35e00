import { tint } from "../colors.ts";
import { displayName } from "../display_names.ts";
import type { Drawing } from "../figure_spec.ts";
import { themedPlot } from "../plot_document.ts";
import { INK, signed, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import {
  channelOf,
  HALO,
  levelsOf,
  type Look,
  PLOT_SYMBOL,
  scaleOf,
  seriesLegend,
  seriesOf,
  tip,
  valueText,
} from "./recipe.ts";
import {
  aloneInRows,
  BOTTOM,
  domainOf,
  gapText,
  type Kind,
  LINE,
  linksOf,
  namesWidth,
  outer,
  type Placed,
  ROW,
  rowLabel,
  type RowOptions,
  rowTops,
  sideOf,
  TOP,
} from "./row_places.ts";

/** What a value is held against: the noise of runs. */
const TICK = "#cc3311";

/** Panels of rows on one scale: what `rowChart` is made of. */
export async function rowPanels(
  values: readonly Value[],
  { width }: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
  /** The rows of a chart beside others, and whether it names them. */
  beside?: { rowNames: readonly string[]; named: boolean },
): Promise<Pick<Drawing, "body" | "legend">> {
  const {
    rows = "judge",
    panels = [],
    series = "quantity",
    names = {},
    unit = "percent",
    decimals = 1,
    order = {},
  } = options;
  const known = values.filter(({ value, interval }) => !Number.isNaN(value) || interval === "bounds");
  const panelNames = levelsOf(panels, values, order.panels);
  const rowNames = beside?.rowNames ?? levelsOf(rows, values, order.rows);
  const all = seriesOf(series, known, { order: order.series, names, colors: options.colors });
  const named = (text: string) => displayName(text, names);
  // One line for all marks of a row, or one for each series where their numbers or intervals would collide.
  const joined = kind === "dumbbells";
  const lines = joined || aloneInRows(known, rows, panels) ? 1 : Math.max(1, all.length);
  const rowHeight = joined ? ROW + 8 : Math.max(ROW, lines * LINE + 9);
  const tops = rowTops(rowNames, rowHeight);
  const scale = scaleOf(unit);
  const placed = known.map((value): Placed => {
    const row = channelOf(rows, value), key = channelOf(series, value);
    const line = lines === 1 ? 0 : all.findIndex((one) => one.key === key);
    return {
      value,
      panel: channelOf(panels, value),
      x: scale * value.value,
      y: tops[rowNames.indexOf(row)] +
        (joined ? rowHeight / 2 + 4 : (rowHeight - lines * LINE) / 2 + LINE * (line + 0.5)),
      series: all.find((one) => one.key === key)!,
      text: options.signed && !Number.isNaN(value.value)
        ? signed(scale * value.value, decimals)
        : valueText(value, unit, decimals),
    };
  });
  const height = TOP + (tops.at(-1) ?? 0) + rowHeight + BOTTOM;
  const unnamed = beside?.named === false;
  const labels = unnamed ? [] : rowNames.map((name, i) => rowLabel(name, rowNames[i - 1], named));
  const marginLeft = unnamed ? 14 : namesWidth(rowNames, options);
  const numbers = options.numbers ?? true;
  const domain = domainOf(
    placed,
    options,
    scale,
    kind,
    (width - marginLeft) / Math.max(1, panelNames.length),
  );
  const few = beside ? 4 : panelNames.length > 3 ? 3 : panelNames.length > 1 ? 5 : 8;
  // Ranks and counts have no places between them.
  const ticks = unit === "number" && decimals === 0
    ? Math.min(few, Math.max(1, Math.floor(domain[1] - domain[0])))
    : few;
  const svg = await themedPlot((Plot) => {
    const color = { value: ({ series }: Placed) => series.color, scale: null };
    const fill = {
      value: ({ value, series }: Placed) =>
        options.hollow?.where(value)
          ? INK.paper
          : value.provenance === "simulated"
          ? tint(series.color)
          : series.color,
      scale: null,
    };
    const at = { fx: "panel", y: ({ y }: Placed) => TOP + y };
    const points = placed.filter(({ value }) => !Number.isNaN(value.value));
    const title = { title: ({ value }: Placed) => tip(value, names, unit, decimals) };
    const ends = {
      x1: ({ value }: Placed) => scale * value.low,
      x2: ({ value }: Placed) => scale * value.high,
    };
    const tickAt = ({ value }: Placed) => scale * (value.more[options.tick?.of ?? ""] ?? NaN);
    const marked = placed.filter((one) => tickAt(one) >= domain[0] && tickAt(one) <= domain[1]);
    const links = joined ? linksOf(points, options) : [];
    const gaps = links.map((link) => ({ ...link, text: gapText(link, decimals) }));
    const words = { lineAnchor: "middle", fontSize: SIZE.note, fill: INK.text, ...HALO } as const;
    return {
      width,
      height,
      marginLeft,
      marginRight: 12,
      marginTop: TOP,
      marginBottom: BOTTOM,
      fx: { domain: panelNames, axis: null, padding: panelNames.length > 1 ? 0.06 : 0 },
      x: { domain, axis: null },
      y: { type: "identity", axis: null },
      marks: [
        Plot.gridX({
          stroke: INK.rule,
          strokeOpacity: 0.8,
          ticks,
        }),
        Plot.axisX({
          label: null,
          ticks,
          tickSize: 0,
          tickPadding: 6,
        }),
        ...(domain[0] <= 0 ? [Plot.ruleX([0], { stroke: INK.text, strokeOpacity: 0.7 })] : []),
        Plot.ruleX(options.at ?? [], { stroke: INK.soft, strokeDasharray: "4 3" }),
        Plot.ruleY(
          placed.filter(({ value }) => value.interval === "bounds" || value.interval === "middle half"),
          {
            ...at,
            ...ends,
            ...title,
            stroke: { value: ({ series }: Placed) => tint(series.color, 0.45), scale: null },
            strokeWidth: 8,
          },
        ),
        Plot.link(links, {
          fx: "panel",
          x1: "x1",
          x2: "x2",
          y1: ({ y }: { y: number }) => TOP + y,
          y2: ({ y }: { y: number }) => TOP + y,
          stroke: INK.soft,
          strokeWidth: 2.5,
          strokeOpacity: 0.65,
        }),
        ...(kind === "bars"
          ? [Plot.ruleY(points, { ...at, ...title, x1: 0, x2: "x", stroke: fill, strokeWidth: LINE - 3 })]
          : []),
        Plot.ruleY(placed.filter(({ value }) => value.interval === "95%"), {
          ...at,
          // Those of two joined marks would lie on each other: below the marks, one below the other.
          ...(joined
            ? { y: ({ y, series }: Placed) => TOP + y + (series.key === options.from ? 7 : 10) }
            : {}),
          ...ends,
          stroke: kind === "bars" ? INK.text : color,
          strokeWidth: kind === "bars" ? 1 : 1.6,
        }),
        Plot.link(marked, {
          fx: "panel",
          x1: tickAt,
          x2: tickAt,
          y1: ({ y }: Placed) => TOP + y - 6,
          y2: ({ y }: Placed) => TOP + y + 6,
          stroke: TICK,
          strokeWidth: 2,
        }),
        ...(kind === "bars" ? [] : all.map((one) =>
          Plot.dot(points.filter(({ series }) => series === one), {
            ...at,
            ...title,
            x: "x",
            r: 4.6,
            symbol: PLOT_SYMBOL[one.symbol],
            fill,
            stroke: color,
            strokeWidth: 1.3,
          })
        )),
        ...(numbers
          ? (["start", "end"] as const).map((anchor) => {
            const dx = anchor === "start" ? 8 : -8;
            return Plot.text(placed.filter((one) => sideOf(one, joined ? placed : []) === anchor), {
              ...at,
              x: (one: Placed) => scale * outer(one.value, anchor, joined),
              dx,
              text: "text",
              textAnchor: anchor,
              ...words,
            });
          })
          : []),
        Plot.text(gaps, {
          fx: "panel",
          x: ({ x1, x2 }: { x1: number; x2: number }) => (x1 + x2) / 2,
          y: ({ y }: { y: number }) => TOP + y - 11,
          text: "text",
          textAnchor: "middle",
          ...words,
          fontWeight: "bold",
        }),
        Plot.text(panelNames, {
          fx: (name: string) => name,
          text: (name: string) => named(name),
          frameAnchor: "top-left",
          dy: -18,
          lineAnchor: "top",
          fontSize: SIZE.panel,
          fontWeight: "bold",
        }),
        Plot.text(labels.map((text, i) => ({ text, y: TOP + tops[i] + rowHeight / 2 + (joined ? 4 : 0) })), {
          fx: () => panelNames[0],
          y: "y",
          text: "text",
          frameAnchor: "left",
          dx: -8,
          textAnchor: "end",
          lineAnchor: "middle",
        }),
        Plot.text(panelNames, {
          fx: (name: string) => name,
          text: () => options.label ?? "",
          frameAnchor: "bottom",
          dy: 30,
          lineAnchor: "bottom",
          fill: INK.soft,
        }),
      ],
    };
  });
  const { tick, hollow } = options;
  const ticked = tick && known.some(({ more }) => !Number.isNaN(more[tick.of] ?? NaN));
  return {
    body: { kind: "panels", panels: [{ svg }], columns: 1 },
    legend: [
      // A legend would repeat the headings of the panels.
      ...seriesLegend(series === panels ? [] : all, known, series),
      ...(hollow && known.some(hollow.where)
        ? [{ label: hollow.label, color: INK.soft, glyph: "circle" as const }]
        : []),
      ...(ticked ? [{ label: tick.label, color: TICK, glyph: "line" as const }] : []),
    ],
  };
}
