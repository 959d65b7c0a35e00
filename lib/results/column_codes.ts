import type pl from "nodejs-polars";
import { frameCodes } from "./combine_factors.ts";
import { requireFrame } from "./require_frame.ts";

/**
 * A whole number per row that stands for the row's values in the given columns: from 0 without gaps, in the order of the
 * values (false before true, null last), the first column first. This is what `clusters` of the statistics wants, which
 * looks at numbers faster than at text.
 *
 * @throws {TypeError} for a column that the frame does not have, or none named
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { columnCodes } from "judgebias";
 *
 * const frame = pl.DataFrame({ benchmark: ["x", "y", "x"], image_id: ["2", "1", "1"] });
 * assert.deepEqual([...columnCodes(frame, "image_id")], [1, 0, 0]);
 * assert.deepEqual([...columnCodes(frame, "benchmark", "image_id")], [1, 2, 0]); // image 1 of y is another than of x
 * ```
 */
export function columnCodes(frame: pl.DataFrame, ...columns: string[]): Int32Array {
  requireFrame("columnCodes", frame);
  const lacking = columns.filter((column) => !frame.columns.includes(column));
  if (columns.length === 0 || lacking.length > 0) {
    throw new TypeError(
      `columnCodes: wanted columns of ${frame.columns.join(", ")}, found ${lacking.join(", ") || "none"}`,
    );
  }
  const { codes, size } = frameCodes(frame, columns);
  const place = new Int32Array(size).fill(-1);
  for (const code of codes) place[code] = 0;
  let next = 0;
  for (let code = 0; code < size; code++) if (place[code] === 0) place[code] = next++;
  return codes.map((code) => place[code]);
}
