import type pl from "nodejs-polars";

/**
 * One value of a frame. For error messages and other rare looks; nodejs-polars 0.25's `Series.get` fails on booleans.
 */
export function valueAt(frame: pl.DataFrame, column: string, row: number): unknown {
  return frame.slice(row, 1).getColumn(column).toArray()[0];
}
