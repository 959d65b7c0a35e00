import { mistaken } from "../results/said.ts";
import { sayOnce, unsaid } from "../progress/say_once.ts";
import { cut, told } from "../progress/told.ts";
import { displayed } from "../progress/show.ts";
import pl from "nodejs-polars";
import { type ColumnSpec, type FrameName, frameName, FRAMES, requiredColumns } from "../results/frames.ts";
import { storedType } from "../results/check.ts";
import { csvText } from "../results/write_frame.ts";
import { readResults, type ResultFrames } from "../results/read_results.ts";
import { type Box, COMPOSE_OPTIONS, composeFigure, type ComposeOptions } from "./compose.ts";
import { paperText } from "../papers/papers.ts";
import { chooseSource, simulatedFrame } from "./choose_source.ts";
import { type Provenance, type Source, sourcesOf } from "./provenance.ts";
import {
  type Drawing,
  type FigureContext,
  type FigureFormat,
  type FigureId,
  type FigureSpec,
  FORMATS,
  type TableDrawing,
} from "./figure_spec.ts";
import { ownPicture, renderPdf, renderPng } from "./render_pdf.ts";
import { pageOf } from "./theme.ts";
import { findFigure } from "./registry.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { optionNames, requireOneOf, requireOptions, requireText } from "../progress/require.ts";
import { computedFrom, isFrame, saysSimulated } from "../results/frame.ts";

/** A figure as it comes out. */
export interface RenderedFigure {
  /** The figure's id: `birch-fig3`. */
  id: string;
  /** The picture as the text of an SVG file. */
  svg: string;
  /** Where in the picture legend and chart stand, without title and caption. */
  box: Box;
  /** Null unless asked for. */
  png: Uint8Array | null;
  /** A page of the figure's size for a manuscript, its text as text; null unless asked for. */
  pdf: Uint8Array | null;
  /** The numbers drawn as the text of a CSV file; null unless asked for. */
  csv: string | null;
  /** The cells, where it is a table: of these `exportFigure` makes LaTeX. */
  table: TableDrawing | null;
  /** The numbers drawn, one row per mark, with their provenance. */
  data: pl.DataFrame;
  /** What the figure as a whole is: simulated as soon as one number in it is; null where it has no numbers. */
  provenance: Provenance | null;
  /** All that it is drawn from. */
  sources: Provenance[];
  /** Whether it is drawn from the results given (which may call themselves simulated). */
  ofResults: boolean;
  /** What stands above the picture: of one's own results a title that holds of any. */
  title: string;
  /** What stands below the picture. */
  caption: string;
  /** The gist of the picture in a sentence, for those who cannot see it. */
  alt: string;
}

/** Options of `renderFigure`. */
export interface RenderOptions extends ComposeOptions {
  /** What to draw from; by default the best that there is: results, then published, then simulated. */
  source?: Source;
  /** Result files (anything that `readResults` takes), a result frame, or several frames by name. */
  results?: string | pl.DataFrame | ResultFrames;
  /** A folder with pictures of one's own for the example cards: `birch-fig14.jpg` is shown in that figure. */
  pictures?: string;
  /** What is made beside the SVG: `png`, `pdf`, `csv`; none by default. */
  formats?: readonly Exclude<FigureFormat, "tex">[];
}

const RENDER_OPTIONS = optionNames<RenderOptions>()(`${COMPOSE_OPTIONS} source results pictures formats`);

/**
 * Draws a figure or table of a paper: from the user's results where these are given, else from the published numbers, else
 * from the calibrated simulation; a figure whose numbers are only partly published shows the rest simulated, and marked so.
 *
 * @throws {RangeError} for an unknown id (naming the nearest), a source that this figure does not have, or results that it cannot
 * be drawn from
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderFigure } from "judgebias/figures";
 *
 * const { svg, provenance, data } = await renderFigure("birch-table1");
 * assert.ok(
 *   svg.startsWith("<svg") && provenance === "published" && data.height === 36,
 * );
 * ```
 */
export async function renderFigure(
  id: FigureId | (string & Record<never, never>),
  options: RenderOptions = {},
): Promise<RenderedFigure> {
  const wanted =
    "chart(frame, { value, recipe }) for a table, or the id of a figure or table (and { results: frame })";
  requireText("renderFigure", wanted, id);
  return await figureRenderer(options)(id);
}

/** Draws one figure after another: what several want of the same frames, which may not change meanwhile, is computed once. */
export function figureRenderer(options: RenderOptions = {}): (id: string) => Promise<RenderedFigure> {
  requireOptions("renderFigure", options, RENDER_OPTIONS);
  const results = resultFrames(options.results), known: Computed = new Map();
  for (const format of options.formats ?? []) {
    const made = FORMATS.filter((one) => one !== "tex");
    requireOneOf("renderFigure", "a format (exportFigure writes LaTeX)", format, made);
  }
  return async (id) => {
    const notes: string[] = [],
      made = await unsaid(() => drawn(findFigure(id), results, known, options, notes));
    if (options.caption === false && made.ofResults && notes.length > 0) sayOnce(`${id}: ${notes.join(" ")}`);
    return made;
  };
}

type Computed = Map<string, Promise<unknown>>;

/** What was computed from the simulated frames: these are ours alone, and never change. */
const OF_SIMULATION: Computed = new Map();

async function drawn(
  figure: FigureSpec,
  results: ResultFrames,
  known: Computed,
  options: RenderOptions,
  notes: string[],
): Promise<RenderedFigure> {
  const { id } = figure;
  const source = chooseSource(figure, options.source, results);
  const measured = source === "results" &&
    !figure.frames.some((frame) => results[frame] && saysSimulated(results[frame]));
  const page = pageOf(options.width);
  const context: FigureContext = {
    source,
    look: { width: page.width - 2 * page.padding },
    origin: measured ? "results" : "simulated",
    frame: async (name) => source === "results" ? results[name]! : await simulatedFrame(name),
    async once<T>(key: string, make: () => T | Promise<T>) {
      const computed = source === "results" ? known : OF_SIMULATION;
      if (!computed.has(key)) computed.set(key, Promise.resolve().then(make));
      return await computed.get(key) as T;
    },
    picture: async (name) => options.pictures === undefined ? null : await ownPicture(options.pictures, name),
  };
  const built = withWords(figure, await figure.build(context));
  const drawing = { ...built, caption: built.caption.trim() };
  notes.push(...built.footnotes ?? []);
  const sources = sourcesOf(drawing.data);
  // The number is the paper's: pictures of other numbers are not its figure.
  const named = source === "results" ? { ...figure, number: "" } : figure;
  const { svg, box, heading } = composeFigure(named, drawing, sources, options);
  const rendered: RenderedFigure = {
    id,
    svg,
    box,
    png: options.formats?.includes("png") ? await renderPng(svg) : null,
    pdf: options.formats?.includes("pdf")
      ? await renderPdf(svg, sources, paperText(id, source === "results"))
      : null,
    csv: options.formats?.includes("csv") ? csvText(drawing.data) : null,
    table: drawing.body.kind === "table"
      ? { ...drawing.body.table, ...(options.caption === undefined ? { notes: drawing.footnotes } : {}) }
      : null,
    data: drawing.data,
    provenance: sources.includes("simulated") ? "simulated" : sources[0] ?? null,
    sources,
    ofResults: source === "results",
    title: heading,
    caption: options.caption === false ? "" : options.caption ?? drawing.caption,
    alt: drawing.alt,
  };
  // The picture, where a figure is the last line of a notebook's cell; not listed, so that copies and comparisons see data only.
  return displayed(rendered, ({ svg, alt }) => ({ svg, alt }));
}

const REDRAWN: readonly FigureSpec["kind"][] = ["schematic", "example", "prompt"];

function withWords({ kind }: FigureSpec, drawing: Drawing): Drawing {
  const sources = sourcesOf(drawing.data), printed = sources.some((one) => one.endsWith("published"));
  // A card of printed numbers says at its head what of it is ours; the badge is the numbers'.
  if (kind === "example" && drawing.data.columns.includes("value")) return drawing;
  if (!REDRAWN.includes(kind) || !printed || sources.includes("redrawn")) return drawing;
  return { ...drawing, data: drawing.data.withColumns(pl.lit("redrawn").alias("words_provenance")) };
}

function resultFrames(results: RenderOptions["results"]): ResultFrames {
  if (results === undefined) return {};
  if (typeof results === "string") return readResults(results);
  const name = isFrame(results) ? frameName(results) : null;
  if (isFrame(results) && name === null) {
    throw mistaken("result_frame", { found: cut(results.columns.join(", "), 200) });
  }
  const given = name === null ? results as ResultFrames : { [name]: results as pl.DataFrame };
  // Without it the paper's own numbers would be drawn for the user's.
  if (given === null || Object.keys(given).length === 0) {
    throw mistaken("results_given", { found: told(results) });
  }
  requireOptions("renderFigure (results)", given, Object.keys(FRAMES));
  const named = Object.entries(given) as [FrameName, pl.DataFrame | undefined][];
  return Object.fromEntries(named.map(([name, one]) => [name, one && ownFrame(name, one)]));
}

/** A frame of the user's own, which no reader need have seen: columns that it lacks have their defaults, its rows are as metrics have them. */
function ownFrame(name: FrameName, frame: pl.DataFrame): pl.DataFrame {
  requireColumns("renderFigure", frame, requiredColumns(name));
  const lacking = Object.entries(FRAMES[name].columns).filter(([column]) => !frame.columns.includes(column));
  const filled = lacking.map(([column, spec]) => fillerOf(column, spec).cast(storedType(spec)).alias(column));
  return filled.length === 0 ? frame : computedFrom(frame, frame.withColumns(...filled));
}

function fillerOf(column: string, { default: usual }: ColumnSpec): pl.Expr {
  if (usual !== undefined) return pl.lit(usual);
  if (column === "image_id") return pl.col("item_id");
  const [, side] = /^(.*)_status$/.exec(column) ?? [];
  if (side === undefined) return pl.lit("results");
  const isScored = pl.col(side).cast(pl.Float64).isNan().not();
  return pl.when(isScored).then(pl.lit("scored")).otherwise(pl.lit("missing"));
}
