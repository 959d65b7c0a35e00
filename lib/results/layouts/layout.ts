import type pl from "nodejs-polars";
import type { TableFile } from "../find_files.ts";
import type { RawTable } from "../load_table.ts";
import type { FilePeek } from "./peek.ts";

/** Something of the files that a frame cannot show: what was read otherwise than it stands there, or left out, and how often. */
export interface ReadNote {
  name: string;
  rows: number;
  text: string;
}

/** Options of a reader that layouts know. */
export interface LayoutOptions {
  /** Name of the judge, for files that do not say it. */
  judge?: string;
}

/** What a layout makes of its files: tables under our names, and what there is to say of them. */
export interface LayoutTables {
  tables: RawTable[];
  /** How many rows each note of the layout concerns. */
  counts?: Readonly<Record<string, number>>;
  /** Columns that are evaluators; without it every further column of numbers is one (ratings only). */
  evaluators?: readonly string[];
}

/** How the files of one tool are known, and how they become rows of a frame. */
export interface Layout {
  /** The tool or collection that writes such files. */
  tool: string;
  frame: "pairs" | "ratings" | "caption scores";
  /** `results` for a file that holds rows, `beside` for one that such files need (questions, answers), null for others. */
  detect(file: FilePeek): "results" | "beside" | null;
  /** The files of one path that `detect` knows. */
  read(files: readonly TableFile[], options: LayoutOptions): LayoutTables;
  /** What of the files a frame cannot show, by the name of its count. */
  notes?: Readonly<Record<string, string>>;
  /** What such files cannot tell, in sentences. */
  silent?: readonly string[];
}

/** How many rows of some tables each of these expressions is true of. */
export function countRows(
  tables: readonly RawTable[],
  wanted: Readonly<Record<string, pl.Expr>>,
): Record<string, number> {
  const count = (of: pl.Expr) => tables.reduce((sum, { frame }) => sum + frame.filter(of).height, 0);
  return Object.fromEntries(Object.entries(wanted).map(([name, of]) => [name, count(of)]));
}

/** Notes on a layout's files, without those that concern no row. */
export function notesOf({ notes = {} }: Layout, { counts = {} }: LayoutTables): ReadNote[] {
  return Object.entries(notes).map(([name, text]) => ({ name, rows: counts[name] ?? 0, text }))
    .filter(({ rows }) => rows > 0);
}
