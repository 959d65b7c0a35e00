import type pl from "nodejs-polars";
import type { PaperName } from "../papers/papers.ts";
import type { Feature } from "../results/frame_features.ts";
import type { FrameName } from "../results/frames.ts";
import type { Provenance, Source } from "./provenance.ts";
import type { TableDrawing } from "./table_spec.ts";

/** What a figure can be drawn from. */
export interface FigureContext {
  /** What was asked for, or the best that there is. */
  source: Source;
  /** How wide the picture is inside its margins. */
  look: { width: number };
  /** How keys are written, and what comes first of them, where the figure's own way is not wanted. */
  told: { names?: Readonly<Record<string, string>>; order?: Readonly<Record<string, readonly string[]>> };
  /**
   * What numbers computed from a frame count as: `results` for the user's frames, unless these say of themselves (in a
   * column `provenance`) that they are simulated; else `simulated`.
   */
  origin: Provenance;
  /** A frame to compute from: the user's where the source is `results`, else the simulated one, made on first use. */
  frame(name: FrameName): Promise<pl.DataFrame>;
  /**
   * What `make` gives, computed once for all figures that are drawn together from the same frames: frames may change between
   * two calls of `renderFigure`, not within one.
   */
  once<T>(key: string, make: () => T | Promise<T>): Promise<T>;
  /** A picture of the user's own by its name (the figure's id), as a data URI; null where there is none. */
  picture(name: string): Promise<string | null>;
}

/** A chart of Plot's with its place in the figure. */
export interface Panel {
  /** Stands above the chart; nothing by default. */
  title?: string;
  /** The chart as an element. */
  svg: SVGSVGElement | HTMLElement;
}

export type Glyph =
  | ("dot" | "rhombus" | "square" | "triangle" | "plus" | "star")
  | ("bar" | "line" | "dashed" | "circle" | "tick" | "range" | "bounds" | "below" | "above" | "ramp");

/** An entry of the legend. */
export interface LegendEntry {
  /** What the legend says. */
  label: string;
  /** A CSS colour. */
  color: string;
  /** How the entry looks in the chart; a bar by default. */
  glyph?: Glyph;
  /** How much of their colour its marks are filled with, inside a rim of all of it: less than 1 where they are pale, as those of simulated numbers. */
  fill?: number;
  /** Colours from one end of a scale to the other, what the ends are, and numbers between them: how far from the low end. */
  ramp?: {
    colors: readonly string[];
    low: string;
    high: string;
    ticks?: readonly (readonly [number, string])[];
  };
}

/** What a figure's builder returns: the picture's parts and the numbers in it. */
export interface Drawing {
  /** Stands for the figure's title where that speaks of the paper's judges and these are others. */
  title?: string;
  /** The picture itself: charts in columns, a table, or SVG of its own. */
  body:
    | { kind: "panels"; panels: Panel[]; columns: number }
    | { kind: "table"; table: TableDrawing }
    /** SVG elements placed by ourselves, from 0 to the width inside the figure's margins (`INNER`). */
    | { kind: "picture"; svg: string; height: number };
  /** What the body was drawn for, where that is not a figure's usual width inside its margins. */
  width?: number;
  /** What colours and marks mean, above the picture. */
  legend?: LegendEntry[];
  /** The tidy numbers drawn, one row per mark, with a column `provenance`. */
  data: pl.DataFrame;
  /** Stands below the picture; empty for none. */
  caption: string;
  /** Stand below the caption, smaller, a paragraph each. */
  footnotes?: string[];
  /** The gist of the picture in a sentence, for those who cannot see it. */
  alt: string;
}

/** A figure or table of a paper (or of our own): what it is and how it is made. */
export interface FigureSpec {
  /** Paper and number: `birch-fig3`. */
  id: string;
  /** The paper that it belongs to. */
  paper: PaperName;
  /** As in the paper: `Figure 3`, `Table 8`. */
  number: string;
  /** What it shows, in a few words. */
  title: string;
  /** What sort of picture it is. */
  kind: "chart" | "table" | "schematic" | "example" | "prompt";
  /** The file that draws it. */
  source: string;
  /** The notebook that shows it. */
  notebook: string;
  /** Result frames from which it can be drawn; none for a figure of published numbers only. */
  frames: readonly FrameName[];
  /** What the results must hold for it. */
  needs: readonly Feature[];
  /** What it can be drawn from without results, the best first. */
  available: readonly Exclude<Source, "results">[];
  /** Draws it from what a context offers. */
  build(context: FigureContext): Promise<Drawing>;
}

/** Formats in which a figure can be written. */
export const FORMATS = ["svg", "png", "csv", "pdf", "tex"] as const;

/** Those that are written where none are named. */
export const USUAL_FORMATS: readonly FigureFormat[] = ["svg", "png", "csv"];

/** A format in which a figure can be written. */
export type FigureFormat = (typeof FORMATS)[number];
