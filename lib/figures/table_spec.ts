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
