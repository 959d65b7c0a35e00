import { frameName } from "./describe.ts";
import type { TableFile } from "./find_files.ts";
import { peek } from "./layouts/peek.ts";
import { loadTable, ROW } from "./load_table.ts";

/** The names of a table file's columns: those that its beginning tells, and of all lines where the first may lack some. */
export function fileColumns(file: TableFile): string[] {
  const { columns, fault } = peek(file), frame = frameName({ columns });
  // All lines take long to be read: only where the first may be labels, or nothing, for what it lacks.
  const isTold = file.kind === "jsonl"
    ? frame !== null && frame !== "labels"
    : file.kind === "parquet"
    ? columns.length > 0
    : frame !== null || file.kind === "eval" || file.kind === "xlsx";
  if (fault === undefined && isTold) return [...columns];
  const all = loadTable(file).frame.columns.filter((column) => column !== ROW);
  return file.kind === "jsonl" ? [...new Set([...columns, ...all])] : all;
}
