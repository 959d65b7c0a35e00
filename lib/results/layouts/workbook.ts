import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Xlsx from "@e965/xlsx";
import type { TableFile } from "../find_files.ts";
import { ResultsError } from "../results_error.ts";

/**
 * The rows of the first sheet of a workbook, by the names in its first row, all as text; an empty cell is an empty text. The
 * library that reads workbooks is loaded with the first of them, not with ours.
 *
 * @throws {ResultsError} for a file that is no workbook
 */
export function readWorkbook({ path }: Pick<TableFile, "path">): Record<string, string>[] {
  const xlsx: typeof Xlsx = createRequire(import.meta.url)("@e965/xlsx");
  try {
    const bytes = readFileSync(path);
    // The library would read any text as a table of one column.
    if (bytes.toString("latin1", 0, 2) !== "PK") throw new Error("no archive");
    const book = xlsx.read(bytes, { type: "buffer", cellFormula: false, cellHTML: false });
    const sheet = book.Sheets[book.SheetNames[0]];
    const rows = xlsx.utils.sheet_to_json<Record<string, unknown>>(sheet, { defval: "", raw: true });
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))
    );
  } catch (error) {
    throw new ResultsError({
      file: path,
      expected: `a workbook that can be read (${(error as Error).message})`,
    });
  }
}
