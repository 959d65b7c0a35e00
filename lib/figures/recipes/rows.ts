import { grouped } from "../../stats/grouped.ts";
import { displayName } from "../display_names.ts";
import { textWidth, wrapText } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import type { Value } from "../values/value.ts";
import {
  axisDomain,
  beside,
  channelOf,
  coarser,
  type Drawn,
  haveIntervals,
  isKnown,
  levelsOf,
  type Look,
  numberedDomain,
  type Recipe,
  scaleOf,
  seriesLegend,
  seriesOf,
} from "./recipe.ts";
import { requireMarks, requireRecipeOptions } from "./require_marks.ts";
import { type Kind, ROW_OPTIONS, type RowOptions } from "./row_options.ts";

export type { RowOptions };
import {
  columnsOf,
  LEFT,
  type Line,
  offByRounding,
  rightOf,
  type RowFrame,
  rowPanel,
  TICK,
  tickOf,
  topOf,
} from "./row_panel.ts";

/**
 * Dots in rows: a row per judge (or other key), a mark per quantity (or other series) told apart by colour and shape, its interval
 * as a line through it, its number in a column at the right. Bounds without a value are a bracket; nothing is drawn where nothing
 * is known. The axis of points, which are differences, reaches 0 unless `reach` says otherwise.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, dots } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], ib: [0.12, 0.3], low: [0.05, 0.2], high: [0.2, 0.4] });
 * const recipe = dots({ unit: "points", label: "IB (points)" });
 * const { svg } = await chart(frame, { value: "ib", recipe, title: "Informativeness bias" });
 * assert.match(svg, /b, ib: 30.0 \(95% interval 20.0 to 40.0/);
 * ```
 */
export function dots(options: RowOptions = {}): Recipe {
  requireRecipeOptions("dots", options, ROW_OPTIONS);
  return (values, look) =>
    rowChart(values, look, "dots", { ...(options.unit === "points" ? { reach: [0] } : {}), ...options });
}

/**
 * Estimates with their intervals around a line of no effect: a forest plot. Without numbers, for many rows.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, intervals } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], ib: [0.12, 0.3], low: [0.05, 0.2], high: [0.2, 0.4] });
 * const recipe = intervals({ unit: "points", label: "IB (points)" });
 * const { svg } = await chart(frame, { value: "ib", recipe, title: "Informativeness bias" });
 * assert.match(svg, /a, ib: 12.0 \(95% interval 5.0 to 20.0/);
 * ```
 */
export function intervals(options: RowOptions = {}): Recipe {
  requireRecipeOptions("intervals", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "dots", { numbers: false, reach: [0], ...options });
}

/**
 * Bars in rows from 0, for counts and shares: as `dots` otherwise.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, bars } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "b"], unread: [12, 3] });
 * const recipe = bars({ unit: "number", decimals: 0, label: "replies" });
 * const { svg } = await chart(frame, { value: "unread", recipe, title: "Unread replies" });
 * assert.match(svg, /a, unread: 12/);
 * ```
 */
export function bars(options: RowOptions = {}): Recipe {
  requireRecipeOptions("bars", options, ROW_OPTIONS);
  return (values, look) => rowChart(values, look, "bars", { ...options, reach: [0, ...options.reach ?? []] });
}

/** How pairs of dots are drawn: as rows of charts are, and which two series are joined. */
export interface DumbbellOptions extends RowOptions {
  /** Name of the series that the difference starts from. */
  from: string;
  /** Name of the series that it leads to: the difference is its value less that of `from`. */
  to: string;
}

/**
 * Pairs of dots in rows, joined, or one above the other where a panel has intervals: the gap between them is the message, and stands in
 * the last column as `to` less `from`. A row of which one dot is known shows it alone; values of other series are for the CSV.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { chart, dumbbells } from "judgebias/figures";
 *
 * const frame = pl.DataFrame({ judge: ["a", "a"], image: [true, false], acc: [0.7, 0.6] });
 * const recipe = dumbbells({ series: "image", from: "false", to: "true" });
 * const { svg } = await chart(frame, { value: "acc", recipe, title: "Accuracy without and with the image" });
 * assert.match(svg, /\+10\.0/);
 * ```
 */
export function dumbbells(options: DumbbellOptions): Recipe {
  requireRecipeOptions("dumbbells", options, [...ROW_OPTIONS, "from", "to"]);
  return (values, look) => {
    const series = [options.from, options.to], channel = options.series ?? "quantity";
    const drawn = values.filter((value) => series.includes(channelOf(channel, value)));
    if (drawn.length === 0 && values.length > 0) {
      throw new RangeError(
        `dumbbells: wanted values of ${series.join(" or ")}, found the series ${
          levelsOf(channel, values).join(", ")
        }`,
      );
    }
    return rowChart(drawn, look, "dumbbells", { ...options, order: { ...options.order, series } });
  };
}

/** Said of sorted rows that have several panels, and of differences that are not those of the numbers beside them. */
const BY_FIRST = "Rows are ordered by the first panel.",
  UNROUNDED = "Δ is of the unrounded numbers.";

/** The narrowest panel in which marks can be read, and what names of rows and of groups of them may take of a chart's width. */
const NARROWEST = 96, NAMES_SHARE = 0.42, HEADINGS_SHARE = 0.3;

/** About as wide as a mark, in pixels. */
const MARK = 9;

/** Draws values in rows: panels beside each other, and those that do not fit below. */
async function rowChart(
  values: readonly Value[],
  { width, coarse = false }: Look,
  kind: Kind,
  given: RowOptions & { from?: string; to?: string },
): Promise<Drawn> {
  const roughly = (one: RowOptions) =>
    coarse ? { ...one, decimals: coarser(one.unit ?? "percent", one.decimals ?? 1) } : one;
  const options = { ...given, ...roughly(given) };
  const { panels = [], rows = "judge", series = "quantity", order = {}, each, names = {}, tick, hollow } =
    options;
  requireMarks(kind, values, options, { rows, panels, series });
  const known = values.filter(isKnown), inPanel = (value: Value) => channelOf(panels, value);
  const panelNames = levelsOf(panels, values, order.panels);
  const all = seriesOf(series, known, { order: order.series, names, colors: options.colors });
  const lines = linesOf(sortedRows(values, options), options, width);
  const room = Math.ceil(
    14 +
      Math.max(
        30,
        ...lines.filter(({ heading }) => !heading).flatMap(({ text }) =>
          text.split("\n").map((line) => textWidth(line, SIZE.axis))
        ),
        // Beside the names, so that no heading cuts the lines of the chart; longer ones reach into it.
        ...lines.filter(({ heading }) => heading).map(({ text }) =>
          Math.min(HEADINGS_SHARE * width, textWidth(text, SIZE.axis, { bold: true }))
        ),
      ),
  );
  const tallest = Math.max(1, ...lines.map(({ text }) => text.split("\n").length));
  const own = panelNames.map((name) => ({
    name,
    values: known.filter((value) => inPanel(value) === name),
    options: { ...options, ...roughly({ ...given, ...each?.[name] }) },
  }));
  const inRow = grouped(known, (value) => `${inPanel(value)}\n\n${channelOf(rows, value)}`);
  const apart = options.together
    ? 0
    : kind === "dumbbells"
    ? haveIntervals(known) ? 10 : 0
    : kind === "bars"
    ? 9
    : 13;
  const marks = Math.max(1, ...[...inRow.values()].map(({ length }) => length));
  const alone = marks === 1;
  const step = Math.max(apart > 0 && !alone ? marks * apart + 9 : 0, tallest > 1 ? tallest * 13 + 8 : 22);
  const frame: RowFrame = { kind, options, lines, step, room, series: all, alone, apart };
  const found = own.map(({ values, options }) =>
    columnsOf(values, { ...frame, options }, options.columns === 1 ? known : values)
  );
  // Numbers that would leave the marks no room are in the CSV alone.
  const columns = width - room >= NARROWEST + Math.max(...found.map(rightOf)) ? found : found.map(() => []);
  // As many beside each other as leave each that room.
  const fits = (count: number) =>
    columns.every((_, c) =>
      c % count > 0 ||
      columns.slice(c, c + count).reduce((sum, one) => sum + NARROWEST + LEFT + rightOf(one), room - LEFT) <=
        width
    );
  let perRowAtMost = each ? own.length : options.columns ?? own.length;
  while (!each && perRowAtMost > 1 && !fits(perRowAtMost)) perRowAtMost--;
  // As many in each row of panels as in the others.
  const perRow = Math.ceil(own.length / Math.ceil(own.length / perRowAtMost));
  // On one scale a point is as wide in each panel, and those above each other have their axes above each other.
  const rights = Array.from(
    { length: perRow },
    (_, i) => Math.max(...columns.filter((_, p) => p % perRow === i).map(rightOf)),
  );
  const taken = rights.reduce((sum, right) => sum + right + LEFT, room - LEFT);
  const plot = Math.floor((width - taken) / perRow), domain = domainOf(known, options, plot);
  const pixel = scaleOf(options.unit ?? "percent") * plot / (domain[1] - domain[0]);
  const tight = [...inRow.values()].some(([a, b]) => b && Math.abs(a.value - b.value) * pixel < MARK);
  const blocks = await Promise.all(
    Array.from({ length: Math.ceil(own.length / perRow) }, async (_, r) => {
      const shown = own.slice(r * perRow, (r + 1) * perRow);
      const titles = shown.map(({ name }, i) =>
        name === "" ? [] : wrapText(displayName(name, names), SIZE.panel, plot + rights[i] - 4, {
          bold: true,
        })
      );
      const heads = columns.some((some) => some.length > 1) ||
        shown.some(({ options }) => options.at?.some((at) => typeof at === "object" && at.label !== ""));
      return beside(
        await Promise.all(shown.map(({ values, options }, i) =>
          rowPanel(values, {
            ...{
              ...frame,
              options,
              plot,
              name: titles[i],
              ...{ tight, top: topOf(titles, heads ?? false) },
              named: i === 0,
            },
            domain: each ? domainOf(values, options, plot) : domain,
            columns: columns[r * perRow + i],
            right: rights[i],
          })
        )),
        width,
      );
    }),
  );
  return {
    body: { kind: "panels", panels: blocks.map((svg) => ({ svg })), columns: 1 },
    intervals: haveIntervals(known),
    notes: [
      ...(options.sort !== undefined && panelNames.length > 1 && !each ? [BY_FIRST] : []),
      ...(columns.some(offByRounding) ? [UNROUNDED] : []),
    ],
    legend: [
      // A legend would repeat the headings of the panels.
      ...seriesLegend(series === panels ? [] : all.filter(({ key }) => key !== tick?.of), known, series),
      ...(hollow && known.some(hollow.where)
        ? ([["dot", hollow.filled], ["circle", hollow.label]] as const).map(([glyph, label]) => (
          { label, color: all.length === 1 ? all[0].color : INK.soft, glyph }
        ))
        : []),
      ...(tick && known.some((value) => !Number.isNaN(tickOf(value, tick.of, series)))
        ? [{ label: tick.label, color: TICK, glyph: "tick" as const }]
        : []),
    ],
  };
}

function domainOf(
  values: readonly Value[],
  { unit = "percent", decimals = 1, reach = [], at = [], ticks }: RowOptions,
  pixels: number,
): [number, number] {
  const ends = [
    ...values.flatMap(({ value, low, high }) => [value, low, high]).map((end) => scaleOf(unit) * end),
    ...reach,
    ...at.map((one) => typeof one === "number" ? one : one.x),
  ];
  return ticks ? axisDomain(ends) : numberedDomain(ends, unit, decimals, pixels);
}

/** The rows in their order: as told, or from the largest value to the smallest within their groups. */
function sortedRows(values: readonly Value[], options: RowOptions): string[] {
  const { rows = "judge", series = "quantity", panels = [], order, sort } = options;
  const names = levelsOf(rows, values, order?.rows);
  if (sort === undefined) return names;
  const asked = values.filter((value) =>
    !Number.isNaN(value.value) && (sort === true || channelOf(series, value) === sort)
  );
  const panelNames = levelsOf(panels, values, order?.panels);
  const place = new Map(names.map((name) => {
    const inRow = asked.filter((value) => channelOf(rows, value) === name);
    const inPanels = panelNames.map((panel) => inRow.filter((value) => channelOf(panels, value) === panel));
    const first = inPanels.findIndex(({ length }) => length > 0), own = inPanels[first] ?? [];
    return [name, {
      panel: first < 0 ? Infinity : first,
      mean: own.reduce((sum, { value }) => sum + value, 0) / own.length,
    }];
  }));
  const after = (a: string, b: string) => {
    const [one, other] = [place.get(a)!, place.get(b)!];
    return one.panel === other.panel ? other.mean - one.mean || 0 : one.panel - other.panel;
  };
  const groups = [...new Set(names.map((name) => name.includes("\n") ? name.split("\n")[0] : ""))];
  return groups.flatMap((group) =>
    names.filter((name) => group === "" || name.startsWith(`${group}\n`))
      .sort(after)
  );
}

/** The lines of a chart: rows, and above each group of several keys its heading. */
function linesOf(rowNames: readonly string[], { names, panels }: RowOptions, width: number): Line[] {
  const most = panels === undefined ? Math.max(0.62 * width, width - 220) : NAMES_SHARE * width;
  return rowNames.flatMap((key, i): Line[] => {
    const [group, ...rest] = key.split("\n");
    const text = wrapText(
      [...rest.length > 0 ? rest : [group]].map((part) => displayName(part, names)).join(", "),
      SIZE.axis,
      most,
    ).join("\n");
    const begins = rest.length > 0 && rowNames[i - 1]?.split("\n")[0] !== group;
    const heading = { key: `heading\n\n${group}`, text: displayName(group, names), heading: true };
    return [...(begins ? [heading] : []), { key, text, heading: false }];
  });
}
