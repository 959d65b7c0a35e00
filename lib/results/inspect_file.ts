import type pl from "nodejs-polars";
import { describe, frameName } from "./describe.ts";
import { detectLayout } from "./detect_layout.ts";
import { findTableFiles } from "./find_files.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { loadTable, ROW } from "./load_table.ts";
import { nearest } from "./nearest.ts";
import { readLabels } from "./read_labels.ts";
import { readPairs } from "./read_pairs.ts";
import { type ReadReport, readReport } from "./read_report.ts";

/** What a file turned out to be. */
export interface FileInspection {
  layout: string;
  /** The frame that it becomes, or null when its columns fit none. */
  frameName: FrameName | null;
  /** The frame itself, for those that can be read yet. */
  frame: pl.DataFrame | null;
  report: ReadReport | null;
  summary: pl.DataFrame | null;
  /** Columns of the file beside those of the frame. */
  others: string[];
  /** For a file that fits no frame: what each frame would still need, and columns of the file that sound like it. */
  lacking: { frame: FrameName; missing: string[]; similar: string[] }[];
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
 * import { inspectFile } from "@/results/inspect_file.ts";
 *
 * const { layout, frameName } = inspectFile("data/examples/pairs.csv");
 * assert.deepEqual([layout, frameName], ["native", "pairs"]);
 * ```
 */
export function inspectFile(path: string): FileInspection {
  const files = findTableFiles(path);
  const layout = detectLayout(files, false);
  const columns = layout === "native"
    ? loadTable(files[0]).frame.columns.filter((column) => column !== ROW)
    : Object.keys(FRAMES.pairs.columns);
  const name = layout === "native" ? frameName({ columns }) : "pairs";
  const frame = name === "pairs" ? readPairs(path) : name === "labels" ? readLabels(path) : null;
  return {
    layout,
    frameName: name,
    frame,
    report: frame ? readReport(frame) ?? null : null,
    summary: frame ? describe(frame) : null,
    others: name ? columns.filter((column) => !(column in FRAMES[name].columns)) : columns,
    lacking: name ? [] : lacking(columns),
  };
}

function lacking(columns: string[]): FileInspection["lacking"] {
  return (Object.keys(FRAMES) as FrameName[]).map((frame) => {
    const missing = Object.entries(FRAMES[frame].columns)
      .filter(([column, spec]) => spec.required && !columns.includes(column)).map(([column]) => column);
    return { frame, missing, similar: [...new Set(missing.flatMap((column) => nearest(column, columns)))] };
  }).sort((a, b) => a.missing.length - b.missing.length);
}
