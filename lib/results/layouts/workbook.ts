import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Xlsx from "@e965/xlsx";
import type { TableFile } from "../find_files.ts";
import { READ_LIMITS } from "../read_bytes.ts";
import { ResultsError } from "../results_error.ts";
import { zipEntries } from "./zip_entries.ts";

/** Longest text that a process can hold, and more cells than a tool's workbook has: one of a few kilobytes may claim as many. */
const LONGEST_TEXT = 2 ** 29 - 24, MOST_CELLS = 2 ** 24;

/**
 * The rows of the first sheet of a workbook, by the names in its first row, all as text; an empty cell is an empty text. The
 * library that reads workbooks is loaded with the first of them, not with ours.
 *
 * @param most how many rows are wanted; all without it
 */
export function readWorkbook(
  { path }: Pick<TableFile, "path">,
  { most }: { most?: number } = {},
): Record<string, string>[] {
  const xlsx: typeof Xlsx = createRequire(import.meta.url)("@e965/xlsx");
  try {
    const bytes = readFileSync(path);
    // The library would read any text as a table of one column, and unpacks whatever there is.
    if (bytes.toString("latin1", 0, 2) !== "PK") throw new Error("no archive");
    let left = READ_LIMITS.unpackedBytes;
    for (const entry of zipEntries(path, bytes)) left -= entry.content(Math.min(LONGEST_TEXT, left)).length;
    const sheetRows = most === undefined ? 0 : most + 1;
    const book = xlsx.read(bytes, { type: "buffer", cellFormula: false, cellHTML: false, sheetRows });
    const sheet = book.Sheets[book.SheetNames[0]], { s, e } = xlsx.utils.decode_range(sheet["!ref"] ?? "A1");
    const [rows, columns] = [e.r - s.r + 1, e.c - s.c + 1];
    if (rows * columns > MOST_CELLS) throw new Error(`${rows} rows of ${columns} columns are too many`);
    const records = xlsx.utils.sheet_to_json<Record<string, unknown>>(sheet, { defval: "", raw: true });
    return records.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
    );
  } catch (error) {
    if (error instanceof ResultsError) throw error;
    const expected = `a workbook that can be read (${(error as Error).message})`;
    throw new ResultsError({ file: path, expected });
  }
}
