import type pl from "nodejs-polars";
import { describe } from "./describe.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { peek } from "./layouts/peek.ts";
import { closestFrames, namesIn } from "./missing_columns.ts";
import { ResultsError } from "./results_error.ts";
import { type ReadReport, readReport } from "./read_report.ts";
import { sortFiles } from "./read_results.ts";
import { optionsFor, READERS, type ReadResultsOptions } from "./readers.ts";

/** What one frame of a file, folder or glob turned out to be. */
export interface FrameInspection {
  /** Which of the library's frames the rows are. */
  name: FrameName;
  /** The frame itself. */
  frame: pl.DataFrame;
  /** What the reader left out, filled in or noted. */
  report: ReadReport;
  /** What `describe` says of the frame. */
  summary: pl.DataFrame;
  /** Columns beside those of the schema. */
  others: string[];
}

/** What a file, folder or glob turned out to be. */
export interface FileInspection {
  /** An official layout, or "native". */
  layout: string;
  /** The frames that the files hold; empty where none fits. */
  frames: FrameInspection[];
  /** For each file that fits no frame: what the frames would still need, the closest first, and columns that sound like it. */
  strangers: {
    path: string;
    /** Its columns; what stands inside lists and objects of JSON records by its path. */
    columns: string[];
    lacking: { frame: FrameName; missing: string[]; similar: string[] }[];
  }[];
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
export function inspectFile(path: string, options: ReadResultsOptions = {}): FileInspection {
  const { layout, frames, strangers } = sortFiles(path, options);
  return {
    layout,
    frames: [...frames].flatMap(([name, files]) => {
      try {
        const frame = READERS[name].read([], optionsFor(name, options), files);
        const others = frame.columns.filter((column) => !Object.hasOwn(FRAMES[name].columns, column));
        return [{ name, frame, report: readReport(frame)!, summary: describe(frame), others }];
      } catch (error) {
        // What these lack a file may have that fits no frame yet: of that is told first.
        if (strangers.length > 0 && error instanceof ResultsError && error.columns.length === 0) return [];
        throw error;
      }
    }),
    strangers: strangers.map(({ file, columns }) => {
      const paths = namesIn({ records: () => [peek(file).record] }, columns);
      return { path: file.path, columns: paths, lacking: closestFrames(paths, options.columns) };
    }),
  };
}
