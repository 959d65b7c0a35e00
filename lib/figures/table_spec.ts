import type { Provenance } from "./provenance.ts";

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
  /** Whether it says that something rose or fell: green or red, besides its sign. */
  tone?: "right" | "wrong";
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
  /** Where texts stand in the column; right by default, with decimals aligned. */
  align?: "left" | "right" | "center";
  /** Widest text in pixels before it wraps, for columns of text. */
  wrap?: number;
}

/** A table as a picture: columns, and rows under optional headings. */
export interface TableDrawing {
  /** The columns, from left to right. */
  columns: TableColumn[];
  /** The rows from the top, their cells by column; a `heading` stands above its row. */
  rows: { heading?: string; cells: Record<string, TableCell | string> }[];
  /** Pixels between columns, for tables of many: 14 by default. */
  gap?: number;
  /** A pale rule between rows: for cells of several lines. */
  ruled?: boolean;
  /** Whether a long narrow table is drawn as two halves beside each other, parted at a heading, where there is room. */
  halves?: boolean;
}
