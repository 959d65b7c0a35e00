import type pl from "nodejs-polars";
import type { CaptionGridReport } from "./caption_grid_report.ts";
import type { OrderReport } from "./shown_order.ts";
import type { ReadNote } from "./layouts/layout.ts";

/** What a reader did beside copying rows. */
export interface ReadReport {
  /** The layout that the files were read as. */
  format: string;
  /** The files read, and the rows that each gave. */
  files: { path: string; rows: number }[];
  /** The tool that wrote files in a layout of its own. */
  tool?: string;
  /** What was read otherwise than it stands in such files, or left out, and in how many rows. */
  notes?: ReadNote[];
  /** What such files cannot tell. */
  silent?: string[];
  /** Files of the path that hold nothing for this frame. */
  unread?: string[];
  /** Rows left out because of `onInvalid: "drop"`, by the column that was bad. */
  dropped: Record<string, number>;
  /** Columns of the schema that some file lacks, so that a default stands there. */
  filled?: string[];
  /** How many items flip between the two orders of the answers, by judge, where both were asked. */
  orders?: OrderReport[];
  /** What looks wrong in the file, in sentences; to be seen by whoever reads it. */
  warnings?: string[];
  /** Rows that got an informativeness label, and rows for which the file of labels has none. */
  labels?: { joined: number; missing: number };
  /** Rows whose human label was replaced, rows that had the corrected label already, corrections without a row. */
  corrections?: { changed: number; unchanged: number; unused: number };
  /** How complete the matrices of caption scores are. */
  grid?: CaptionGridReport;
}

/** Under which name a frame that was read carries its report; no copy of the frame has it. */
const REPORT = Symbol("readReport");

/** Attaches a reader's report to the frame that it returns; warnings and orders only where there are any. */
export function attachReport(
  frame: pl.DataFrame,
  { orders = [], warnings = [], ...report }: ReadReport,
): pl.DataFrame {
  const value = {
    ...report,
    ...(orders.length > 0 ? { orders } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
  Object.defineProperty(frame, REPORT, { value, configurable: true });
  return frame;
}

/**
 * What the reader that returned this frame read, left out, joined and changed; undefined for any other frame, also for
 * one derived from it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readPairs, readReport } from "judgebias";
 *
 * const report = readReport(readPairs("data/examples/pairs.csv"));
 * assert.equal(report?.format, "native");
 * assert.deepEqual(report?.dropped, {});
 * ```
 */
export function readReport(frame: pl.DataFrame): ReadReport | undefined {
  return (frame as { [REPORT]?: ReadReport })[REPORT];
}
