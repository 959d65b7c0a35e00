import { fileURLToPath } from "node:url";
import { loadTable, ROW } from "../results/load_table.ts";
import { ResultsError } from "../results/results_error.ts";
import { publishedColumns, type PublishedRow, type PublishedTable } from "./published_tables.ts";

/** Folder of the published numbers, wherever the library is used from. */
export const PAPERS_FOLDER: string = fileURLToPath(new URL("../../data/papers/", import.meta.url));

/**
 * A published table as typed rows, checked cell by cell: numbers as printed (percent stay percent), empty cells null.
 *
 * @throws {ResultsError} when the file does not fit its schema, naming line, column and value
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { publishedTable } from "judgebias";
 *
 * const [first] = publishedTable("birch-table1");
 * assert.deepEqual([first.model, first.quantity, first.value], ["GPT-4o", "acc_with_image", 66.45]);
 * ```
 */
export function publishedTable<T extends PublishedTable>(name: T, folder = PAPERS_FOLDER): PublishedRow<T>[] {
  const columns = Object.entries(publishedColumns(name));
  return publishedCells(name, folder).map(({ line, cells, file }) =>
    Object.fromEntries(
      columns.map(([column, kind]) => {
        const { pattern, expected } = CELLS[kind.replace("?", "") as keyof typeof CELLS];
        const value = cells[column];
        if (value === null ? !kind.endsWith("?") : !pattern.test(value)) {
          throw new ResultsError({ file, line, column, value, expected });
        }
        return [column, value === null || kind.startsWith("text") ? value : Number(value)];
      }),
    ) as PublishedRow<T>
  );
}

/** How cells of each kind are written. */
const CELLS = {
  text: { pattern: /./s, expected: "a text" },
  number: { pattern: /^[+-]?\d+(\.\d+)?$/, expected: "a number" },
  count: { pattern: /^\d+$/, expected: "a count" },
};

/** A row of a published table as the file has it. */
export interface PublishedCells {
  file: string;
  line: number;
  /** Text as printed, so that 59.0 keeps its decimal; null for an empty cell. */
  cells: Record<string, string | null>;
}

/** Tables of the library's own folder, which do not change while a program runs: simulators and figures ask for them often. */
const read = new Map<PublishedTable, PublishedCells[]>();

/**
 * The cells of a published table as printed, with their lines. The library's own files are read once per process.
 *
 * @throws {ResultsError} when the file is missing or torn, or its columns are others than the schema's
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { publishedCells } from "@/papers/published_table.ts";
 *
 * assert.equal(publishedCells("birch-table2")[0].cells.IB, "59.0");
 * ```
 */
export function publishedCells(name: PublishedTable, folder = PAPERS_FOLDER): PublishedCells[] {
  const rows = folder === PAPERS_FOLDER ? read.get(name) ?? readCells(name, folder) : readCells(name, folder);
  if (folder === PAPERS_FOLDER) read.set(name, rows);
  return rows.map((row) => ({ ...row, cells: { ...row.cells } }));
}

function readCells(name: PublishedTable, folder: string): PublishedCells[] {
  const file = `${folder}/${name}.csv`;
  const { frame, linesOf } = loadTable({ path: file, kind: "csv", gzip: false, stem: name });
  const wanted = Object.keys(publishedColumns(name));
  const found = frame.columns.filter((column) => column !== ROW);
  if (wanted.join() !== found.join()) {
    throw new ResultsError({
      file,
      line: 1,
      expected: `the columns ${wanted.join(", ")}, found ${found.join(", ")}`,
    });
  }
  const records = frame.toRecords() as Record<string, string | null>[];
  const lines = linesOf(frame.getColumn(ROW).toArray() as number[]);
  return records.map((record, i) => ({
    file,
    line: lines[i] ?? 0,
    cells: Object.fromEntries(wanted.map((column) => [column, record[column] ?? null])),
  }));
}
