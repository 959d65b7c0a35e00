import type { Provenance } from "./provenance.ts";

/** A cell of a table. */
export interface TableCell {
  text: string;
  bold?: boolean;
  underlined?: boolean;
  /** Behind the text, smaller and paler: a change, an interval. */
  note?: string;
  /** Whether it says that something rose or fell: green or red, besides its sign. */
  tone?: "right" | "wrong";
  /** Marks the cell, by colour and slant, as coming from elsewhere than the rest of the table. */
  provenance?: Provenance;
}

/** A column: what it holds, and the heading above several of them. */
export interface TableColumn {
  key: string;
  label: string;
  group?: string;
  align?: "left" | "right" | "center";
  /** Widest text in pixels before it wraps, for columns of text. */
  wrap?: number;
}

/** A table as a picture: columns, and rows under optional headings. */
export interface TableDrawing {
  columns: TableColumn[];
  rows: { heading?: string; cells: Record<string, TableCell | string> }[];
  /** Pixels between columns, for tables of many: 14 by default. */
  gap?: number;
  /** A pale rule between rows: for cells of several lines. */
  ruled?: boolean;
  /** Whether a long narrow table is drawn as two halves beside each other, parted at a heading, where there is room. */
  halves?: boolean;
}
