import pl from "nodejs-polars";
import { frameName } from "./describe.ts";
import type { TableFile } from "./find_files.ts";
import { peek } from "./layouts/peek.ts";
import { firstRecord } from "./json_file.ts";
import { READ_LIMITS } from "./limits.ts";
import { fromParquet, loadTable, requireWidth, ROW } from "./load_table.ts";
import { parquetWidth } from "./parquet_width.ts";

/** The names of a table file's columns: of JSONL those of its first record, and of all where that one may lack some. */
export function fileColumns(file: TableFile): string[] {
  if (file.kind === "parquet") {
    requireWidth(file.path, parquetWidth(file.path) ?? 0, READ_LIMITS);
    return fromParquet(file.path, () => pl.scanParquet(file.path).columns);
  }
  if (file.kind === "eval" || file.kind === "xlsx") return [...peek(file).columns];
  if (file.kind === "jsonl") {
    const names = Object.keys(firstRecord(file) ?? {});
    requireWidth(file.path, names.length, READ_LIMITS);
    // All lines take long to be read: only where the first may be labels, or nothing, for what it lacks.
    const frame = frameName({ columns: names });
    if (frame !== null && frame !== "labels") return names;
    const all = loadTable(file).frame.columns.filter((column) => column !== ROW);
    return [...new Set([...names, ...all])];
  }
  // The first line says it, mostly; the whole file is read once, by its reader.
  const { columns, fault } = peek(file);
  if (fault === undefined && frameName({ columns }) !== null) return [...columns];
  return loadTable(file).frame.columns.filter((column) => column !== ROW);
}
