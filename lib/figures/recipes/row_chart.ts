import { grouped } from "../../stats/grouped.ts";
import { valueNames } from "../paper_order.ts";
import { textWidth, wrapText } from "../text_width.ts";
import { INK, SIZE } from "../theme.ts";
import { effectOf, type Value } from "../values/value.ts";
import { type Axis, axisDomain, numberedAxis, ratioAxis } from "./axis.ts";
import {
  beside,
  calledBy,
  channelOf,
  coarser,
  type Drawn,
  haveIntervals,
  isKnown,
  levelsOf,
  type Look,
  scaleOf,
  unitsOf,
} from "./recipe.ts";
import { areNamed, requireMarks, seriesLegend, seriesOf } from "./require_marks.ts";
import {
  columnsOf,
  type Kind,
  LEFT,
  type Line,
  offByRounding,
  rightOf,
  type RowOptions,
  TICK,
  tickOf,
} from "./row_numbers.ts";
import { rowPanel, topOf } from "./row_panel.ts";

const BY_FIRST = "Rows are ordered by the first panel.",
  UNROUNDED = "Δ is of the unrounded numbers.",
  NO_INTERVAL = "Δ has no interval: those drawn are of either number, not of their difference.";

const LEAST = 14, HEADING = 22, NARROWEST = 96, NAMES_SHARE = 0.42, HEADINGS_SHARE = 0.3;

/** About as wide as a mark, in pixels; how far marks of one row stand apart in height, those of pairs where they have intervals. */
const MARK = 9, APART = { dots: 13, bars: 9, dumbbells: 10 };

export async function rowChart(
  values: readonly Value[],
  look: Look,
  kind: Kind,
  asked: RowOptions & { from?: string; to?: string },
  action: string = kind,
  share = asked.panels === undefined ? Math.max(0.62, 1 - 220 / look.width) : NAMES_SHARE,
): Promise<Drawn> {
  const { width, coarse = false, own: asTold } = look;
  const scaled = (own: readonly Value[], given: RowOptions) => {
    const { unit, decimals } = unitsOf(given, look, own), { none } = effectOf(own);
    const reach = action === "intervals" || action === "bars" && none
      ? { reach: [scaleOf(unit) * (none || 0)] }
      : action === "dots" && unit === "points"
      ? { reach: [0] }
      : {};
    const axis = asTold ? { label: calledBy(own, { ...given, unit }) } : {};
    return { ...axis, ...reach, ...given, unit, decimals: coarse ? coarser(decimals) : decimals };
  };
  const options = { ...asked, ...scaled(values, asked) };
  const { panels = [], rows = "judge", series = "quantity", order = {}, names = {}, tick, hollow } = options;
  requireMarks(action, values, options, { rows, panels, series });
  const known = values.filter(isKnown), inPanel = (value: Value) => channelOf(panels, value);
  const panelNames = levelsOf(panels, values, order.panels);
  const told = seriesOf(series, known, { order: order.series, names, colors: options.colors });
  const all = kind === "bars" ? told.map((one) => ({ ...one, symbol: "square" as const })) : told;
  const written = linesOf(sortedRows(values, options), options, share * width);
  const named = written.flatMap(({ text, heading }) =>
    // Beside the names, so that no heading cuts the lines of the chart; longer ones reach into it.
    heading
      ? Math.min(HEADINGS_SHARE * width, textWidth(text, SIZE.axis, { bold: true }))
      : text.split("\n").map((line) => textWidth(line, SIZE.axis))
  );
  const room = Math.ceil(14 + Math.max(30, ...named));
  const own = panelNames.map((name) => {
    const shown = known.filter((value) => inPanel(value) === name), { none, isRatio } = effectOf(shown);
    const isLog = isRatio && kind === "dots" && shown.every(({ value, low }) => !(value <= 0) && !(low <= 0));
    const told = scaled(shown, { ...asked, ...asked.each?.[name] }), drawn = scaleOf(told.unit) * none;
    const isSaid = asTold && none && !(isLog && none === 1);
    const unit = told.unit === "number" ? "" : ` ${told.unit}`;
    const label = `held against ${Number(drawn.toFixed(3))}${unit}`;
    const at = isSaid ? [{ x: drawn, label }, ...told.at ?? []] : told.at;
    return { name, values: shown, options: { ...options, ...told, at }, none, isLog };
  });
  // Panels of one unit that are held against one value share an axis, unless each is to have its own.
  const scaleName = ({ name, none, options: { unit } }: typeof own[number]) =>
    asked.each ? name : asTold ? `${none} ${unit}` : "";
  const alike = grouped(own, scaleName);
  const each = asked.each ?? (alike.size > 1 ? {} : undefined);
  const inRow = grouped(known, (value) => `${inPanel(value)}\n\n${channelOf(rows, value)}`);
  const apart = options.together || kind === "dumbbells" && !haveIntervals(known) ? 0 : APART[kind];
  const marks = Math.max(1, ...[...inRow.values()].map(({ length }) => length)), alone = marks === 1;
  const least = Math.max(apart > 0 && !alone ? marks * apart + 9 : LEAST, options.rowHeight ?? 22);
  const lines = written.map((line): Line => {
    const texts = line.text.split("\n").length;
    return { ...line, height: line.heading ? HEADING : texts > 1 ? Math.max(least, texts * 13 + 8) : least };
  });
  const frame = { kind, options, lines, room, series: all, alone, apart };
  const found = own.map(({ values, options }) =>
    columnsOf(values, { ...frame, options }, options.columns === 1 ? known : values)
  );
  const isRoom = width - room >= NARROWEST + Math.max(...found.map(rightOf));
  // Where names leave marks and numbers no room these have more lines; numbers that still do not fit are in the CSV alone.
  if (!isRoom && share > NAMES_SHARE) return rowChart(values, look, kind, asked, action, NAMES_SHARE);
  const columns = isRoom ? found : found.map(() => []);
  // As many beside each other as have that room, in each row of panels as in the others.
  const right = Math.max(...columns.map(rightOf)), free = width - room + LEFT;
  const most = Math.max(1, Math.floor(free / (NARROWEST + LEFT + right)));
  const perRowAtMost = asked.each ? own.length : Math.min(options.columns ?? own.length, most);
  const perRow = Math.ceil(own.length / Math.ceil(own.length / perRowAtMost));
  const plot = Math.floor(free / perRow - LEFT - right), isLog = own.every(({ isLog }) => isLog);
  const axis = axisFor(known, options, plot, !each && isLog), [from, to] = axis.domain;
  const pixel = scaleOf(options.unit) * plot / (to - from);
  const tight = [...inRow.values()].some(([a, b]) => b && Math.abs(a.value - b.value) * pixel < MARK);
  const blocks = Array.from({ length: Math.ceil(own.length / perRow) }, async (_, r) => {
    const shown = own.slice(r * perRow, (r + 1) * perRow);
    const titles = shown.map(({ name }) =>
      name === ""
        ? []
        : wrapText(valueNames(panels, name, names).join("\n"), SIZE.panel, plot + right - 4, { bold: true })
    );
    const heads = columns.some((some) => some.length > 1) ||
      shown.some(({ options }) => options.at?.some((at) => typeof at === "object" && at.label !== ""));
    const drawn = shown.map((panel, i) => {
      const { values, options, none } = panel, same = alike.get(scaleName(panel))!;
      const isLog = same.every(({ isLog }) => isLog);
      return rowPanel(values, {
        ...{ ...frame, options, none, plot, tight, name: titles[i], top: topOf(titles, heads), isLog },
        named: i === 0,
        axis: each ? axisFor(same.flatMap(({ values }) => values), options, plot, isLog) : axis,
        ...{ columns: columns[r * perRow + i], right },
      });
    });
    return { svg: beside(await Promise.all(drawn), width) };
  });
  const ink = all.length === 1 ? all[0].color : INK.soft, isHollow = hollow && known.some(hollow.where);
  const isTicked = tick && known.some((value) => !Number.isNaN(tickOf(value, tick.of, series)));
  const marked = series === panels ? [] : all.filter(({ key }) => key !== tick?.of);
  const delta = columns.flat().some(({ head }) => head === "Δ"), intervals = haveIntervals(known);
  return {
    body: { kind: "panels", panels: await Promise.all(blocks), columns: 1 },
    drawnIn: asked.unit,
    names,
    intervals,
    delta,
    notes: [
      ...(options.sort !== undefined && panelNames.length > 1 && !each ? [BY_FIRST] : []),
      ...(columns.some(offByRounding) ? [UNROUNDED] : []),
      ...(delta && intervals ? [NO_INTERVAL] : []),
    ],
    legend: [
      ...seriesLegend(marked, known, series, areNamed(marked.map(({ key }) => key), order.series)),
      ...isHollow ? [{ label: hollow!.filled, color: ink, glyph: "dot" as const }] : [],
      ...isHollow ? [{ label: hollow!.label, color: ink, glyph: "circle" as const }] : [],
      ...isTicked ? [{ label: tick!.label, color: TICK, glyph: "tick" as const }] : [],
    ],
  };
}

function axisFor(
  values: readonly Value[],
  { unit = "percent", decimals = 1, reach = [], at = [], ticks }: RowOptions,
  pixels: number,
  isLog: boolean,
): Axis {
  const ends = [
    ...values.flatMap(({ value, low, high }) => [value, low, high]).map((end) => scaleOf(unit) * end),
    ...reach,
    ...at.map((one) => typeof one === "number" ? one : one.x),
  ];
  if (ticks) return { domain: axisDomain([...ends, ...ticks]), ticks };
  return isLog ? ratioAxis(ends, pixels) : numberedAxis(ends, pixels, unit === "number" && decimals === 0);
}

function sortedRows(values: readonly Value[], options: RowOptions): string[] {
  const { rows = "judge", series = "quantity", panels = [], order, sort } = options;
  const names = levelsOf(rows, values, order?.rows);
  if (sort === undefined) return names;
  const asked = values.filter((value) =>
    !Number.isNaN(value.value) && (sort === true || channelOf(series, value) === sort)
  );
  const panelNames = levelsOf(panels, values, order?.panels);
  const rank = (name: string) => {
    const own = asked.filter((value) => channelOf(rows, value) === name);
    const panel = panelNames.findIndex((panel) => own.some((value) => channelOf(panels, value) === panel));
    const shown = own.filter((value) => channelOf(panels, value) === panelNames[panel]);
    const mean = shown.reduce((sum, { value }) => sum + value, 0) / shown.length;
    return { panel: panel < 0 ? Infinity : panel, mean };
  };
  const place = new Map(names.map((name) => [name, rank(name)]));
  const after = (a: string, b: string) => {
    const [one, other] = [place.get(a)!, place.get(b)!];
    return one.panel === other.panel ? other.mean - one.mean || 0 : one.panel - other.panel;
  };
  const groups = [...new Set(names.map((name) => name.includes("\n") ? name.split("\n")[0] : ""))];
  return groups.flatMap((group) =>
    names.filter((name) => group === "" || name.startsWith(`${group}\n`)).sort(after)
  );
}

function linesOf(rowNames: readonly string[], { names, rows = "judge" }: RowOptions, most: number) {
  return rowNames.flatMap((key, i): Omit<Line, "height">[] => {
    const [group, ...rest] = valueNames(rows, key, names), [of] = key.split("\n");
    const text = wrapText((rest.length > 0 ? rest : [group]).join(", "), SIZE.axis, most).join("\n");
    const begins = rest.length > 0 && rowNames[i - 1]?.split("\n")[0] !== of;
    const heading = { key: `heading\n\n${of}`, text: group, heading: true };
    return [...(begins ? [heading] : []), { key, text, heading: false }];
  });
}
