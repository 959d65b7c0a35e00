import type pl from "nodejs-polars";
import type { TableFile } from "../find_files.ts";
import type { ReadLimits } from "../limits.ts";
import type { RawTable } from "../load_table.ts";
import type { FilePeek } from "./peek.ts";

/** Something of the files that a frame cannot show: what was read otherwise than it stands there, or left out, and how often. */
export interface ReadNote {
  /** Short name of what is counted, the same in every reading of the layout. */
  name: string;
  /** Rows that it happened to; notes of no row are left out. */
  rows: number;
  /** What happened to these rows, in words. */
  text: string;
}

/** A judge's name, or how the name of a file tells it. */
export type JudgeName = string | ((file: { path: string; stem: string }) => string);

/** Options of a reader that layouts know. */
export interface LayoutOptions {
  /** Name of the judge, for files that do not say it. */
  judge?: string;
  /** How much of a packed file is taken in. */
  limits?: Partial<ReadLimits>;
}

/** What a layout reads with: the caller's options, and where it counts the rows that one of its notes is about. */
export interface LayoutReading extends LayoutOptions {
  /** Counts a row, or so many, for a note; where `of` is false none. */
  count(note: string, of?: boolean | number): void;
}

/** What a layout makes of its files: tables under our names. */
export interface LayoutTables {
  tables: RawTable[];
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
  read(files: readonly TableFile[], reading: LayoutReading): LayoutTables;
  /** What of the files a frame cannot show, by the name of its count. */
  notes?: Readonly<Record<string, string>>;
  /** What such files cannot tell, in sentences. */
  silent?: readonly string[];
}

/** Reads the files of a layout; notes that concern no row are left out. */
export function readLayout(
  layout: Layout,
  files: readonly TableFile[],
  options: LayoutOptions,
): LayoutTables & { notes: ReadNote[] } {
  const rows = new Map<string, number>();
  const count: LayoutReading["count"] = (note, of = true) => {
    if (of) rows.set(note, (rows.get(note) ?? 0) + Number(of));
  };
  const tables = layout.read(files, { ...options, count });
  return {
    ...tables,
    notes: Object.entries(layout.notes ?? {}).filter(([name]) => rows.has(name))
      .map(([name, text]) => ({ name, rows: rows.get(name)!, text })),
  };
}

/** Counts the rows of tables that an expression is true of, for each note. */
export function countRows(
  tables: readonly RawTable[],
  { count }: LayoutReading,
  wanted: Readonly<Record<string, pl.Expr>>,
): void {
  for (const [note, of] of Object.entries(wanted)) {
    for (const { frame } of tables) count(note, frame.filter(of).height);
  }
}
