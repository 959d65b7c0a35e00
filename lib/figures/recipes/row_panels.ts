import { displayName } from "../display_names.ts";
import { themedPlot } from "../plot_document.ts";
import { INK, signed, SIZE } from "../theme.ts";
import { wrapText } from "../text_width.ts";
import type { Value } from "../values/value.ts";
import {
  channelOf,
  type Drawn,
  haveIntervals,
  levelsOf,
  type Look,
  scaleOf,
  seriesLegend,
  seriesOf,
  valueText,
} from "./recipe.ts";
import { domainOf, panelGap, ticksWithin } from "./row_axis.ts";
import { rowMarks, TICK } from "./row_marks.ts";
import {
  ABOVE_AXIS,
  aloneInRows,
  BARE_TOP,
  beginsGroup,
  BETWEEN,
  BOTTOM,
  HEADING,
  type Kind,
  LINE,
  lineOf,
  type Placed,
  RIGHT,
  ROW,
  rowLabels,
  type RowOptions,
  rowTops,
  TOP,
} from "./row_places.ts";

/** Pixels that a tick's number takes of an axis. */
const TICK_ROOM = 36;

/** Panels of rows on one scale: what `rowChart` is made of. */
export async function rowPanels(
  values: readonly Value[],
  { width }: Look,
  kind: Kind,
  options: RowOptions & { from?: string; to?: string },
  /** The rows of a chart beside others, whether it names them, and how wide all are. */
  beside?: { rowNames: readonly string[]; named: boolean; whole: { width: number; panels: number } },
): Promise<Drawn> {
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
  const inRow = new Map<string, Set<string>>();
  for (const value of known) {
    const row = channelOf(rows, value);
    inRow.set(row, (inRow.get(row) ?? new Set()).add(channelOf(series, value)));
  }
  const lines = joined || aloneInRows(known, rows, panels)
    ? 1
    : Math.max(1, ...[...inRow.values()].map(({ size }) => size));
  const below = known.some(({ interval }) => interval === "95%") ? 14 : 8;
  const whole = beside?.whole ?? { width, panels: panelNames.length };
  const written = rowLabels(rowNames, options, whole.width, whole.panels);
  const rowHeight = Math.max(
    joined ? ROW + below : lines > 1 ? lines * LINE + BETWEEN : ROW,
    written.lines > 1 ? written.lines * SIZE.axis + BETWEEN : 0,
  );
  const tops = rowTops(rowNames, rowHeight, options.headed);
  const scale = scaleOf(unit);
  const placed = known.map((value): Placed => {
    const row = channelOf(rows, value), key = channelOf(series, value);
    const line = lines === 1 ? 0 : lineOf(key, all.filter(({ key }) => inRow.get(row)!.has(key)), all, lines);
    return {
      value,
      panel: channelOf(panels, value),
      x: Math.min(scale * value.value, options.upTo ?? Infinity),
      beyond: scale * value.value > (options.upTo ?? Infinity),
      y: tops[rowNames.indexOf(row)] +
        (joined ? rowHeight / 2 + 4 : (rowHeight - lines * LINE) / 2 + LINE * (line + 0.5)),
      series: all.find((one) => one.key === key)!,
      text: options.signed && !Number.isNaN(value.value)
        ? signed(scale * value.value, decimals)
        : valueText(value, unit, decimals),
    };
  });
  const unnamed = beside?.named === false;
  const labels = unnamed ? [] : written.labels, marginLeft = unnamed ? 14 : written.room;
  const inner = width - marginLeft - RIGHT, panelCount = Math.max(1, panelNames.length);
  const headings = panelNames.map((name) =>
    beside ? [named(name)] : wrapText(named(name), SIZE.panel, inner / panelCount - 8, { bold: true })
  );
  const headed = panelNames.some((name) => name !== "");
  const top = headed ? TOP + SIZE.panel * (Math.max(...headings.map(({ length }) => length)) - 1) : BARE_TOP,
    height = top + (tops.at(-1) ?? 0) + rowHeight + (joined ? ABOVE_AXIS : 0) + BOTTOM;
  const domain = domainOf(
    placed,
    options,
    scale,
    kind,
    inner / panelCount,
  );
  const usual = beside
    ? 4
    : panelNames.length > 3
    ? 3
    : panelNames.length > 2
    ? 4
    : panelNames.length > 1
    ? 5
    : 8;
  // As many as have room for their numbers.
  const few = Math.min(usual, Math.max(2, Math.floor(inner / panelCount / TICK_ROOM)));
  // Ranks and counts have no places between them.
  const count = unit === "number" && decimals === 0
    ? Math.min(few, Math.max(1, Math.floor(domain[1] - domain[0])))
    : few;
  const ticks = options.ticks ? [...options.ticks] : ticksWithin(domain, count, unit, placed);
  const gap = panelNames.length > 1 ? panelGap(domain, ticks, inner / panelCount) : 0;
  const svg = await themedPlot((Plot) => ({
    width,
    height,
    marginLeft,
    marginRight: RIGHT,
    marginTop: top,
    marginBottom: BOTTOM,
    fx: { domain: panelNames, axis: null, padding: panelCount * gap / (inner + gap) },
    x: { domain, axis: null },
    y: { type: "identity", axis: null },
    marks: rowMarks(Plot, placed, {
      kind,
      options,
      domain,
      ticks,
      top,
      series: all,
      panels: panelNames.map((key, i) => ({ key, name: headings[i].join("\n") })),
      rows: labels.map((text, i) => ({ text, y: tops[i] + rowHeight / 2 + (joined ? 4 : 0) })),
      headings: (unnamed || !options.headed ? [] : rowNames).flatMap((name, i) =>
        beginsGroup(name, rowNames[i - 1])
          ? [{ text: named(name.split("\n")[0]), y: tops[i] - HEADING / 2, dx: -marginLeft }]
          : []
      ),
      pixels: ((inner + gap) / panelCount - gap) / (domain[1] - domain[0]),
    }),
  }));
  const { tick, hollow } = options;
  const ticked = tick && known.some(({ more }) => !Number.isNaN(more[tick.of] ?? NaN));
  return {
    body: { kind: "panels", panels: [{ svg }], columns: 1 },
    intervals: haveIntervals(known),
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
