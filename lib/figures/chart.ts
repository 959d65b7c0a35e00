import { mistaken } from "../results/said.ts";
import { limitsIn } from "../progress/estimate_cells.ts";
import { sayOnce } from "../progress/say_once.ts";
import { told } from "../progress/told.ts";
import { unitOf } from "../metrics/estimate_columns.ts";
import { isFrame, percentOf, requireFrame } from "../results/frame.ts";
import type { ColumnName } from "../results/frame_types.ts";
import type pl from "nodejs-polars";
import { composeFigure, type ComposeOptions } from "./compose.ts";
import { columnName, displayName } from "./paper_order.ts";
import type { Drawing, TableDrawing } from "./figure_spec.ts";
import { sourcesOf } from "./provenance.ts";
import { type Drawn, isKnown, type Recipe } from "./recipes/recipe.ts";
import { countRange, listText, pageOf } from "./theme.ts";
import type { MetricColumns } from "./values/computed.ts";
import { areTables, ownValues, type Tables } from "./values/own_values.ts";
import { isExport, known, namesOf, type Value, valueFrame, warned } from "./values/value.ts";
import { displayed, inWords, sayingSave } from "../progress/show.ts";
import { optionNames, requireOptions } from "../progress/require.ts";

/** What charts of raw rows share. */
export interface RawChartOptions extends Omit<ComposeOptions, "caption"> {
  /** The column from left to right: numbers. */
  x: ColumnName;
  /** Rows with different values of this column have different colours, which the legend names. */
  color?: ColumnName;
  /** A panel for each value of this column, on the same axes. */
  facet?: ColumnName;
  /** Stands below it; how many rows are shown and left out by default. */
  caption?: string | false;
  /** What the axis from left to right shows, with its unit; the column's name by default. */
  label?: string;
  /** How columns (on axes, in the legend) and their values are written. */
  names?: Readonly<Record<string, string>>;
  /** Colours by the value that they stand for; by default from what it is. */
  colors?: Readonly<Record<string, string>>;
  /** What comes first, of colours (also in a stack) and panels, and of rows of text; the others follow by name. */
  order?: Readonly<Partial<Record<"color" | "facet" | "y", readonly string[]>>>;
  /** Height of a panel in pixels. */
  height?: number;
}

/** How a metric frame becomes a chart. */
export interface ChartOptions
  extends Omit<MetricColumns, "value">, OwnFigureOptions, Omit<ComposeOptions, "title" | "caption"> {
  /** The column of the estimate; its interval is `<value>_low, <value>_high`, or `low, high` (joined `low_right, high_right`) where they stand right of it. Left out of tables by name and of the CSV of another chart. */
  value?: string;
  /** How the estimates are drawn: `dots()`, `dumbbells({ from, to })`, `table({ columns })`, … */
  recipe: Recipe;
  /** The gist for those who cannot see the picture; by default the title, else what is drawn. */
  alt?: string;
}

const CHART_OPTIONS = optionNames<ChartOptions>()(
  "recipe title caption alt width badge value quantity metric keys n more provenance",
);

/** A chart of one's own: the picture, and the numbers in it. */
export interface Chart {
  /** The picture as the text of an SVG file. */
  svg: string;
  /** The numbers drawn, one row per value, with their provenance. */
  data: pl.DataFrame;
  /** The cells, where it is a table: of these `exportFigure` makes LaTeX. */
  table?: TableDrawing;
  /** What stands above its LaTeX: title and caption. */
  caption?: string;
}

/**
 * A chart of one's own from the frame of any metric, or of several as panels of one (tables by name: `chart({ IB: ib, Ratio: own }, { recipe: intervals({ panels: "quantity" }) })`), with the recipes that draw the papers' figures: the estimate of every
 * row with its interval, where it has one (of the level that the metric remembers or a column `interval` says, `90%`; else none is named), and a badge that says where the numbers come from. The CSV of another chart (`pl.readCSV`) is drawn as it was.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for limits that are of another estimate, or intervals of several levels
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { informativenessBias, readPairs } from "judgebias";
 * import { chart, dots } from "judgebias/figures";
 *
 * const bias = informativenessBias(readPairs("data/examples/pairs.csv"));
 * const { svg } = await chart(bias, {
 *   value: "ib", n: ["n_ids", "n_cds"],
 *   recipe: dots({
 *     series: "image", names: { true: "with image", false: "without" }, unit: "points",
 *     label: "IB (points)",
 *   }),
 *   title: "Informativeness bias of three judges", provenance: "simulated",
 * });
 * assert.match(svg, /three judges/);
 * ```
 */
export function chart(frame: Tables, options: ChartOptions): Promise<Chart> {
  return sayingSave(drawn(frame, options));
}

async function drawn(frame: Tables, options = {} as ChartOptions): Promise<Chart> {
  if (!areTables(frame)) requireFrame("chart", frame);
  requireOptions("chart", options, CHART_OPTIONS);
  const isNamed = areTables(frame) || isExport(frame), { value = isNamed ? undefined : "" } = options;
  const { recipe, title, caption } = options, isRecipe = typeof recipe === "function";
  if (!isRecipe || value === "" || !["string", "undefined"].includes(typeof value)) {
    const found = isRecipe ? "the recipe" : `${told(recipe)} as recipe`;
    const [own = "ib"] = isFrame(frame) ? limitsIn(frame).keys() : [];
    throw mistaken("chart_recipe", { own, found, value: told(value || undefined) });
  }
  const values = ownValues("chart", frame, options);
  const quantities = [...new Set(values.map(({ quantity }) => quantity))];
  const by = tellingKeys(values).length > 0 ? ` by ${listText(tellingKeys(values))}` : "";
  const { alt = title || listText(quantities.map((one) => columnName(one))) + by } = options;
  const page = pageOf(options.width);
  const numbers = values.flatMap((one) => [one.value, one.low, one.high]).filter(Number.isFinite);
  const areWhole = numbers.every(Number.isInteger), most = Math.max(0, ...numbers.map(Math.abs));
  // Two, of small numbers as many as show two digits of the largest one.
  const number = areWhole ? 0 : Math.max(2, 1 - Math.floor(Math.log10(most)));
  const usual = { percent: 1, points: 1, number };
  const ofAll = isFrame(frame) ? { unit: unitOf(frame, value ?? "value") } : {};
  const look = { width: page.width - 2 * page.padding, own: true, usual, ...ofAll };
  const { body, legend, intervals, unit, notes = [], names, drawnIn } = await recipe(values, look);
  const bounded = values.filter(({ interval }) => interval === "95%"), level = bounded[0]?.level;
  // Of one that nobody says the words are "interval".
  const percent = level && bounded.every((one) => one.level) ? `${percentOf(level)} ` : "";
  const counts = known(values).map(({ n }) => n), isCounted = counts.length > 0 && counts.every((n) => n > 0);
  // Of charts the axis says the unit, and the legend the level.
  const facts = [
    ...body.kind === "table" ? [unit && sentence(unit), intervals && percent && `${percent}intervals`] : [],
    isCounted && !areWhole && countRange(counts),
  ].filter(Boolean);
  const entries = legend?.map((entry) => ({
    ...entry,
    label: entry.label.replace(/^95% (?=interval)/, percent),
  }));
  const remarks = [
    ...notes,
    ...notDrawn(values, names, body.kind === "table"),
    ...warned(values, rowNames(values, names)),
  ];
  // A picture without a caption has no words of ours below it.
  const footnotes = caption === false
    ? []
    : [...facts.length > 0 ? [`${facts.join("; ")}.`] : [], ...remarks];
  if (caption === false && remarks.length > 0) sayOnce(`chart: ${remarks.join(" ")}`);
  const data = valueFrame(drawnIn ? values.map((one) => ({ ...one, unit: drawnIn })) : values),
    scaled = body.kind === "table" ? {} : { width: look.width };
  const { svg } = ownFigure({ body, legend: entries, data, footnotes, ...scaled }, {
    ...{ title, caption, alt, badge: options.badge, width: options.width },
  });
  const height = Number(/ height="(\d+)"/.exec(svg)?.[1]);
  if (typeof options.width === "string" && height > PAGE) {
    sayOnce(`chart: the picture is ${page.said(height)} high, more than a page has; ${SMALLER}`);
  }
  const withNotes = body.kind === "table" &&
    { table: { ...body.table, notes: [...body.table.notes ?? [], ...footnotes] } };
  const said = [title, caption].flatMap((one) => one ? sentence(one) : []);
  return shownAsPicture({
    svg: svg.replaceAll(/95% (?=interval(["]| [−\d]))|(?<=band: )95% (?=interval)/g, percent),
    data,
    ...withNotes,
    caption: said.map((one) => said.length < 2 || /[.!?]$/.test(one) ? one : `${one}.`).join(" "),
  }, alt);
}

const sentence = (text: string) => text[0].toUpperCase() + text.slice(1);

const NAMED = 3;

/** The height of a page's text in pixels. */
const PAGE = 245 * 96 / 25.4;

const SMALLER = "draw it wider, with fewer rows or panels, or with shorter names (names: { … })";

const tellingKeys = (values: readonly Value[]) =>
  Object.keys(values[0]?.keys ?? {}).filter((key) => namesOf(values, key).length > 1);

/** What rows are called by the keys in which they differ, of several quantities also by theirs. */
export function rowNames(values: readonly Value[], names?: Drawn["names"]): (value: Value) => string {
  const telling = tellingKeys(values), isOne = new Set(values.map(({ quantity }) => quantity)).size === 1;
  return ({ keys, quantity }) =>
    [...isOne ? [] : [columnName(quantity, names)], ...telling.map((key) => displayName(keys[key], names))]
      .join(" · ");
}

/** Of which rows something holds without which their marks would be misread. */
const NOT_DRAWN: Readonly<Record<string, (value: Value) => boolean>> = {
  "No estimate, and so no mark": (value) => !isKnown(value),
  "An estimate without end": ({ value }) => Math.abs(value) === Infinity,
  "An interval that goes on without end": ({ interval, low, high }) =>
    interval !== "bounds" && [low, high].some((end) => Math.abs(end) === Infinity),
};

function notDrawn(values: readonly Value[], names: Drawn["names"], isTable: boolean): string[] {
  if (values.length === 0) return ["No row, and so no mark."];
  return Object.entries(NOT_DRAWN).flatMap(([what, holds]) => {
    const own = values.filter(holds);
    // A table says ∞ where it is.
    if (own.length === 0 || isTable && isKnown(own[0])) return [];
    const rows = [...new Set(own.map(rowNames(values, names)))].filter(Boolean);
    const which = rows.slice(0, NAMED).join(", ") + (rows.length > NAMED ? ", …" : "");
    const counts = `${own.length} of ${inWords(values.length, "row")}`;
    return [`${what}, for ${counts}${which && `: ${which}`}.`];
  });
}

/** Words around a figure of one's own. */
export interface OwnFigureOptions {
  /** Stands above the figure; nothing by default, as where LaTeX has the caption. */
  title?: string | false;
  /** Stands below the figure, above n, the unit of a table and what is to be said of the rows (warnings, marks that are not drawn), which are there by default; `false` leaves out all of these. */
  caption?: string | false;
}

export function ownFigure(
  drawing: Pick<Drawing, "body" | "legend" | "data" | "width" | "footnotes">,
  { title = false, caption, alt = title || "figure", ...options }:
    & OwnFigureOptions
    & Pick<ChartOptions, "alt" | "width" | "badge">,
): { svg: string } {
  const words = { ...drawing, caption: caption || "", alt };
  const unsaid = caption || drawing.footnotes?.length ? {} : { caption: false as const };
  const named = { id: "own", number: "", title: title || "" };
  const { svg } = composeFigure(named, words, sourcesOf(drawing.data), { ...options, title, ...unsaid });
  return shownAsPicture({ svg }, alt);
}

const shownAsPicture = <T extends { svg: string }>(picture: T, alt: string): T =>
  displayed(picture, ({ svg }) => ({ svg, alt }));
