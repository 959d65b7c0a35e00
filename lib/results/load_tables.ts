import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import { type FrameName, FRAMES } from "./frames.ts";
import { loadTable, type RawTable } from "./load_table.ts";
import type { ShapeOptions } from "./shape_frame.ts";
import { withoutMissing } from "./without_missing.ts";

const TYPES: Record<string, pl.DataType> = { integer: pl.Int32, number: pl.Float64, boolean: pl.Bool };

/** The files of a frame in the native layout as raw tables: within the limits, without the sentinels that the caller names. */
export function loadTables(
  name: FrameName,
  files: readonly TableFile[],
  { limits, ...options }: ShapeOptions,
): RawTable[] {
  const { columns = {}, values = {} } = options;
  const types = Object.fromEntries(
    Object.entries(FRAMES[name].columns).filter(([column, { type }]) =>
      type !== "text" && !Object.hasOwn(values, column)
    ).map(([column, { type }]) => [Object.hasOwn(columns, column) ? columns[column] : column, TYPES[type]]),
  );
  // What only other tools write is passed over beside tables.
  const tables = files.filter(({ kind }) => kind !== "eval" && kind !== "xlsx");
  return (tables.length > 0 ? tables : files).map((file) =>
    withoutMissing(name, loadTable(file, { limits, types }), options)
  );
}
