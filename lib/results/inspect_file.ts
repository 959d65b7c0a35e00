import type pl from "nodejs-polars";
import { describe } from "./describe.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { nearest } from "./nearest.ts";
import { type ReadReport, readReport } from "./read_report.ts";
import { sortFiles } from "./read_results.ts";
import { READERS } from "./readers.ts";

/** What one frame of a file, folder or glob turned out to be. */
export interface FrameInspection {
  name: FrameName;
  /** The frame itself, for those that can be read. */
  frame: pl.DataFrame | null;
  report: ReadReport | null;
  summary: pl.DataFrame | null;
  /** Columns beside those of the schema. */
  others: string[];
}

/** What a file, folder or glob turned out to be. */
export interface FileInspection {
  /** An official layout, or "native". */
  layout: string;
  frames: FrameInspection[];
  /** For each file that fits no frame: what the frames would still need, the closest first, and columns that sound like it. */
  strangers: { path: string; lacking: { frame: FrameName; missing: string[]; similar: string[] }[] }[];
}

/**
 * Tells what a results file (or folder, or glob) is: its layout, the frame that it becomes, a description of it, or what it
 * lacks to be one.
 *
 * @throws {ResultsError} when the file is broken
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { inspectFile } from "judgebias";
 *
 * const { layout, frames } = inspectFile("data/examples/pairs.csv");
 * assert.deepEqual([layout, frames[0].name], ["native", "pairs"]);
 * ```
 */
export function inspectFile(path: string): FileInspection {
  const { layout, frames, strangers } = sortFiles(path);
  return {
    layout,
    frames: [...frames].map(([name, paths]) => {
      const frame = READERS[name]?.read(paths.length === 1 ? paths[0] : paths) ?? null;
      return {
        name,
        frame,
        report: frame ? readReport(frame) ?? null : null,
        summary: frame ? describe(frame) : null,
        others: frame ? frame.columns.filter((column) => !Object.hasOwn(FRAMES[name].columns, column)) : [],
      };
    }),
    strangers: strangers.map((file) => ({ path: file.path, lacking: lacking(file.columns) })),
  };
}

function lacking(columns: string[]): FileInspection["strangers"][number]["lacking"] {
  return (Object.keys(FRAMES) as FrameName[]).map((frame) => {
    const missing = Object.entries(FRAMES[frame].columns)
      .filter(([column, spec]) => spec.required && !columns.includes(column)).map(([column]) => column);
    return { frame, missing, similar: [...new Set(missing.flatMap((column) => nearest(column, columns)))] };
  }).sort((a, b) => a.missing.length - b.missing.length);
}
