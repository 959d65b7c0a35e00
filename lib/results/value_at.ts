import type pl from "nodejs-polars";

/**
 * One value of a frame. For error messages and other rare looks; nodejs-polars 0.25's `Series.get` fails on booleans.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { valueAt } from "@/results/value_at.ts";
 *
 * assert.equal(valueAt(pl.DataFrame({ image: [true, false] }), "image", 1), false);
 * ```
 */
export function valueAt(frame: pl.DataFrame, column: string, row: number): unknown {
  return frame.slice(row, 1).getColumn(column).toArray()[0];
}
