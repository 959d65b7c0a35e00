import { fileURLToPath } from "node:url";
import { loadTable, ROW } from "../results/load_table.ts";
import { ResultsError } from "../results/results_error.ts";
import {
  type CellKind,
  publishedColumns,
  type PublishedRow,
  type PublishedTable,
} from "./published_tables.ts";

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
  return publishedCells(name, folder).map((cells) =>
    Object.fromEntries(columns.map(([column, kind]) => {
      const text = cells[column];
      return [column, text === "" ? null : kind.startsWith("text") ? text : Number(text)];
    })) as PublishedRow<T>
  );
}

/** How cells of each kind are written. */
const CELLS = {
  text: { pattern: /./s, expected: "a text" },
  number: { pattern: /^[+-]?\d+(\.\d+)?$/, expected: "a number" },
  count: { pattern: /^\d+$/, expected: "a count" },
};

/** A row of a published table as the file has it. */
export type PublishedCells = Record<string, string>;

/** Tables of the library's own folder, which do not change while a program runs: simulators and figures ask for them often. */
const read = new Map<PublishedTable, PublishedCells[]>();

/**
 * The rows of a published table as printed (59.0 keeps its decimal), checked as `publishedTable` does; an empty cell is an empty text.
 *
 * @throws {ResultsError} when the file does not fit its schema
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { publishedCells } from "@/papers/published_table.ts";
 *
 * assert.equal(publishedCells("birch-table2")[0].IB, "59.0");
 * ```
 */
export function publishedCells(name: PublishedTable, folder = PAPERS_FOLDER): PublishedCells[] {
  if (folder !== PAPERS_FOLDER) return readCells(name, folder);
  const rows = read.get(name) ?? readCells(name, folder);
  read.set(name, rows);
  return rows.map((cells) => ({ ...cells }));
}

function readCells(name: PublishedTable, folder: string): PublishedCells[] {
  const file = `${folder}/${name}.csv`, columns = Object.entries(publishedColumns(name));
  const { frame, linesOf } = loadTable({ path: file, kind: "csv", gzip: false, stem: name });
  const wanted = columns.map(([column]) => column).join(", ");
  const found = frame.columns.filter((column) => column !== ROW).join(", ");
  if (wanted !== found) {
    throw new ResultsError({ file, line: 1, expected: `the columns ${wanted}, found ${found}` });
  }
  return (frame.toRecords() as Record<string, string | null>[]).map((record, row) =>
    Object.fromEntries(columns.map(([column, kind]) => {
      const value = record[column] ?? "";
      const { pattern, expected } = CELLS[kind.replace("?", "") as Exclude<CellKind, `${string}?`>];
      if (value === "" ? !kind.endsWith("?") : !pattern.test(value)) {
        throw new ResultsError({
          file,
          line: linesOf([row])[0],
          column,
          value: record[column] ?? null,
          expected,
        });
      }
      return [column, value];
    }))
  );
}
