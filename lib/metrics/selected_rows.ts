import type pl from "nodejs-polars";
import { factor } from "../results/factor.ts";
import { requireColumns } from "../results/require_valid_frame.ts";

/** Which rows of a frame are meant: values of its columns, such as `{ judge: "gpt-4o", mode: ["joint", "single"] }`. */
export type RowSelection = Record<string, string | number | boolean | null | readonly unknown[]>;

/**
 * The numbers of the rows that a selection names.
 *
 * @throws {TypeError} for a column that the frame lacks
 * @throws {RangeError} when no row is meant
 */
export function selectedRows(action: string, frame: pl.DataFrame, selection: RowSelection): Int32Array {
  if (typeof selection !== "object" || selection === null) {
    throw new TypeError(
      `${action}: wanted rows by values of columns ({ judge: "gpt-4o" }), found ${
        JSON.stringify(selection) ?? "none"
      }`,
    );
  }
  requireColumns(action, frame, Object.keys(selection));
  const chosen = new Uint8Array(frame.height).fill(1);
  for (const [column, value] of Object.entries(selection)) {
    const wanted: readonly unknown[] = Array.isArray(value) ? value : [value];
    const { codes, levels } = factor(frame.getColumn(column));
    const isWanted = levels.map((level) => wanted.includes(level));
    for (let i = 0; i < codes.length; i++) if (!isWanted[codes[i]]) chosen[i] = 0;
  }
  const rows = Int32Array.from(chosen.keys()).filter((row) => chosen[row] === 1);
  if (rows.length > 0) return rows;
  const said = JSON.stringify(selection, (_, value) => value === undefined ? "undefined" : value);
  throw new RangeError(`${action}: wanted rows with ${said}, found none`);
}
