import { requireNoMore } from "../progress/require_no_more.ts";
import type { FrameOf } from "./frame_types.ts";
import { reader } from "./reader.ts";
import { warned } from "./read_report.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import type { Source } from "./source.ts";

export const LABELS_READER = reader<"labels", ShapeOptions>("labels", {
  action: "readLabels",
  options: [],
  defaults: ({ stem }) => ({ benchmark: stem }),
});

/**
 * Reads informativeness labels into a `labels` frame: one row per benchmark, item and labeller, `more_informative` = A, B,
 * tie or null. The file needs `item_id, more_informative`; benchmark = file name and labeller = "unnamed" by default.
 * Paths, records, `columns`, `values` and `onInvalid` as in `readPairs`.
 *
 * @throws {ResultsError} for a bad value, a missing column, a repeated key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readLabels } from "judgebias";
 *
 * const labels = readLabels("data/examples/labels.csv");
 * assert.deepEqual(labels.columns.slice(0, 4), [
 *   "benchmark", "item_id", "labeller", "more_informative",
 * ]);
 * ```
 */
export function readLabels(source: Source, options: ShapeOptions = {}): FrameOf<"labels"> {
  requireNoMore("readLabels", arguments);
  return warned("readLabels", LABELS_READER.read(source, options));
}
