import type pl from "nodejs-polars";
import { readPairs } from "../results/read_pairs.ts";
import { frameName } from "../results/describe.ts";
import { type Feature, FEATURES, frameFeatures } from "../results/frame_features.ts";
import { composeFigure } from "./compose.ts";
import type { FigureContext, FigureSpec } from "./figure_spec.ts";
import type { Provenance } from "./provenance.ts";
import { findFigure } from "./registry.ts";
import { renderPng } from "./render_png.ts";

/** A figure as it comes out. */
export interface RenderedFigure {
  id: string;
  svg: string;
  /** Null unless asked for. */
  png: Uint8Array | null;
  /** The numbers drawn, one row per mark, with their provenance. */
  data: pl.DataFrame;
  /** What the figure as a whole is: simulated as soon as any number in it is. */
  provenance: Provenance;
  /** All that it is drawn from. */
  sources: Provenance[];
  caption: string;
  alt: string;
}

/** Options of `renderFigure`. */
export interface RenderOptions {
  /** What to draw from; by default the best that there is: results, then published, then simulated. */
  source?: Provenance;
  /** Result files (anything that `readPairs` takes), a frame of pairs, or several frames by name. */
  results?: string | pl.DataFrame | Record<string, pl.DataFrame>;
  formats?: readonly ("svg" | "png" | "csv")[];
}

/**
 * Draws a figure or table of a paper: from the user's results where there are any, else from the published numbers, else
 * from the calibrated simulation; a figure whose numbers are only partly published shows the rest simulated, and marked so.
 *
 * @throws {RangeError} for an unknown id (naming the nearest), or a source that this figure does not have
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renderFigure } from "@/figures/render_figure.ts";
 *
 * const { svg, provenance, data } = await renderFigure("birch-table1");
 * assert.ok(svg.startsWith("<svg") && provenance === "published" && data.height === 36);
 * ```
 */
export async function renderFigure(id: string, options: RenderOptions = {}): Promise<RenderedFigure> {
  const figure = findFigure(id);
  const results = resultFrames(options.results);
  const context: FigureContext = {
    source: chooseSource(figure, options.source, results),
    origin: figure.frames.some((frame) => results[frame] && saysSimulated(results[frame]))
      ? "simulated"
      : "results",
    results,
    simulated: simulatedFrame,
  };
  const drawing = await figure.build(context);
  const sources = [...new Set(drawing.data.getColumn("provenance").toArray() as Provenance[])].sort();
  const svg = composeFigure(figure, drawing, sources);
  return {
    id,
    svg,
    png: options.formats?.includes("png") ? await renderPng(svg) : null,
    data: drawing.data,
    provenance: sources.includes("simulated") ? "simulated" : sources[0],
    sources,
    caption: drawing.caption,
    alt: drawing.alt,
  };
}

function resultFrames(results: RenderOptions["results"]): Record<string, pl.DataFrame> {
  if (results === undefined) return {};
  if (typeof results === "string") return { pairs: readPairs(results) };
  // A frame is a proxy that answers every `in` with false: only its methods tell it from a record of frames.
  if (typeof results.toRecords !== "function") return results as Record<string, pl.DataFrame>;
  const frame = results as pl.DataFrame;
  const name = frameName(frame);
  if (!name) {
    throw new TypeError(`renderFigure: wanted a result frame, found the columns ${frame.columns.join(", ")}`);
  }
  return { [name]: frame };
}

function chooseSource(
  figure: FigureSpec,
  asked: Provenance | undefined,
  results: Record<string, pl.DataFrame>,
): Provenance {
  const fed = figure.frames.length > 0 && figure.frames.every((frame) => results[frame]);
  const possible: Provenance[] = [...(fed ? ["results" as const] : []), ...figure.available];
  const lacking = fed && results.pairs ? missingFeatures(figure, results.pairs) : [];
  if (lacking.length > 0 && (asked === undefined || asked === "results")) {
    throw new RangeError(
      `${figure.id}: wanted results with ${
        lacking.map((feature) => FEATURES[feature]).join(", and with ")
      }, found none`,
    );
  }
  if (asked === undefined) return possible[0];
  if (possible.includes(asked)) return asked;
  const hint = asked === "results" && figure.frames.length > 0
    ? ` (results need the frame ${figure.frames.join(" and ")})`
    : "";
  throw new RangeError(`${figure.id}: wanted a source out of ${possible.join(", ")}, found ${asked}${hint}`);
}

/** Whether a frame holds rows that call themselves simulated: one such row makes every number of it simulated. */
function saysSimulated(frame: pl.DataFrame): boolean {
  return frame.columns.includes("provenance") &&
    frame.getColumn("provenance").unique().toArray().includes("simulated");
}

/** What a figure asks of a `pairs` frame and does not find in it. */
export function missingFeatures(figure: FigureSpec, pairs: pl.DataFrame): Feature[] {
  const found = frameFeatures(pairs);
  return figure.needs.filter((feature) => !found.has(feature));
}

async function simulatedFrame(frame: "pairs" | "labels"): Promise<pl.DataFrame> {
  if (frame === "labels") return (await import("../simulate/labels.ts")).simulateLabels();
  return (await import("../simulate/simulated_pairs.ts")).simulatedPairs();
}
