import type { Provenance, Source } from "./provenance.ts";
import type pl from "nodejs-polars";
import type { PaperName } from "../papers/papers.ts";
import type { Feature } from "../results/frame_features.ts";
import type { FrameName } from "../results/frames.ts";

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type Pages = Exclude<Digit, 0>;

/** The ids of all figures, for an editor to complete: those of the papers' own numbers, then of charts of our own. */
export type FigureId =
  | `birch-fig${Pages | `1${Digit}` | `2${Digit}` | 30}`
  | `birch-table${Exclude<Pages, 9>}`
  | `mm-judgebias-fig${Pages | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17}`
  | `mm-judgebias-table${Pages | `1${Exclude<Digit, 9>}`}`
  | `site-${"sunburst" | "difficulty" | `${"panel" | "examples"}-${Pages}` | `judge-examples-${1 | 2 | 3}`}`
  | `philautia-${`fig${1 | 2 | 3 | 4 | 5 | 6 | "A" | "B" | "C" | "D"}` | "alg1" | `table${1 | 2 | "A"}`}`
  | `philautia-${`prompt-ref-${"based" | "free"}` | "intervals" | "agreement-bias"}`
  | `multi-crit-${`fig${8 | 9 | 10}` | `table${5 | 6 | 7 | 8 | 9 | `1${Digit}`}` | "joint" | "tradeoff-map"}`
  | `mm-judgebias-${"leaderboard" | "integrality-robustness" | "prompt-slopes"}`
  | `mm-judgebias-${"table2" | "fig14"}-better`
  | `hypotheses-${"bias-audit" | "beside-people" | "equalization-steps" | "length-threshold"}`
  | `real-${"headline" | "slots" | "unparsed" | "ceiling" | "matrix" | "order" | "length" | "correction"}`
  | `real-${"leaderboard" | "strengths" | "saturation"}`;

/** A cell of a table. */
export interface TableCell {
  /** What stands in the cell. */
  text: string;
  /** Whether the text is bold; false by default. */
  bold?: boolean;
  /** Whether the text is underlined; false by default. */
  underlined?: boolean;
  /** Behind the text, smaller and paler: a change, an interval. */
  note?: string;
  /** Whether it says that something rose or fell: green or red, besides its sign; grey where that is open. */
  tone?: "right" | "wrong" | "soft";
  /** How strongly the cell is tinted, from 0 (paper) to 1: where it stands between the least and the largest of its column. */
  tint?: number;
  /** Marks the cell, by colour and slant, as coming from elsewhere than the rest of the table. */
  provenance?: Provenance;
}

/** A column: what it holds, and the heading above several of them. */
export interface TableColumn {
  /** By which rows name their cell of this column. */
  key: string;
  /** Heading of the column. */
  label: string;
  /** A heading above it and its neighbours of the same one. */
  group?: string;
  /** Where texts stand in the column; right by default, with decimals aligned. Texts at the left wrap where room is short. */
  align?: "left" | "right" | "center";
}

/** A row of a table. */
export interface TableRow {
  /** Stands above the row, over all columns. */
  heading?: string;
  /** Whether it sums up the rows above: below a rule, and bold. */
  total?: boolean;
  /** Its cells by column. */
  cells: Record<string, TableCell | string>;
}

/** A table as a picture: columns, and rows under optional headings. */
export interface TableDrawing {
  /** The columns, from left to right. */
  columns: TableColumn[];
  /** The rows from the top. */
  rows: TableRow[];
  /** What stands below it, where it is taken out of its picture: what its marks say, and what is left out. */
  notes?: readonly string[];
  /** A pale rule between rows: for cells of several lines. */
  ruled?: boolean;
}

/** What a figure can be drawn from. */
export interface FigureContext {
  /** What was asked for, or the best that there is. */
  source: Source;
  /** How wide the picture is inside its margins. */
  look: { width: number };
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
