import pl from "nodejs-polars";
import { unusedName } from "../results/require_frame.ts";

/**
 * The given rows of a frame (each once, ascending), in the frame's order.
 */
export function takeRows(frame: pl.DataFrame, rows: Int32Array): pl.DataFrame {
  if (rows.length === frame.height) return frame;
  const first = rows.length > 0 ? rows[0] : 0;
  // Rows that lie together are a view of the frame; a file is mostly sorted by benchmark and judge.
  if (rows.length === 0 || rows[rows.length - 1] - first === rows.length - 1) {
    return frame.slice(first, rows.length);
  }
  const taken = new Int32Array(frame.height);
  for (let i = 0; i < rows.length; i++) taken[rows[i]] = 1;
  const name = unusedName(frame.columns, "taken");
  return frame.withColumns(pl.Series(name, taken, pl.Int32)).filter(pl.col(name).eq(1)).drop(name);
}
