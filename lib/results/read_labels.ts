import { withoutTraces } from "./check_rows.ts";
import type { FrameOf } from "./frames.ts";
import { findTableFiles } from "./find_files.ts";
import { joinTables } from "./join_tables.ts";
import { loadTables } from "./load_tables.ts";
import { attachReport } from "./read_report.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { requireReadOptions } from "./read_options.ts";

/**
 * Reads informativeness labels into a `labels` frame: one row per benchmark, item and labeller, `more_informative` = A, B,
 * tie or null. The file needs `item_id, more_informative`; benchmark = file name and labeller = "unnamed" by default.
 * Paths, `columns`, `values` and `onInvalid` as in `readPairs`.
 *
 * @throws {ResultsError} for a bad value, a missing column, a repeated key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLabels } from "judgebias";
 *
 * const labels = readLabels("data/examples/labels.csv");
 * assert.deepEqual(labels.columns.slice(0, 4), ["benchmark", "item_id", "labeller", "more_informative"]);
 * ```
 */
export function readLabels(path: string | readonly string[], options: ShapeOptions = {}): FrameOf<"labels"> {
  requireReadOptions("readLabels", "labels", options);
  const tables = loadTables("labels", findTableFiles(path), options);
  const { frame, dropped, filled, files, warnings } = joinTables(
    "labels",
    tables,
    ({ stem }) => ({ benchmark: stem }),
    options,
  );
  return attachReport(withoutTraces(frame), { format: "native", files, dropped, filled, warnings });
}
