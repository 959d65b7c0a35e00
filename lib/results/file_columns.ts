import pl from "nodejs-polars";
import type { TableFile } from "./find_files.ts";
import { peek } from "./layouts/peek.ts";
import { firstRecord } from "./json_file.ts";
import { fromParquet, loadTable, ROW } from "./load_table.ts";

/** The names of a table file's columns: those of its first record for JSONL. */
export function fileColumns(file: TableFile): string[] {
  if (file.kind === "parquet") return fromParquet(file.path, () => pl.scanParquet(file.path).columns);
  if (file.kind === "eval" || file.kind === "xlsx") return [...peek(file).columns];
  if (file.kind === "jsonl") return Object.keys(firstRecord(file) ?? {});
  return loadTable(file).frame.columns.filter((column) => column !== ROW);
}
