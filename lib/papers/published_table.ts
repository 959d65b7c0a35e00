import { fileURLToPath } from "node:url";
import { loadTable } from "../results/load_table.ts";
import { publishedColumns, type PublishedRow, type PublishedTable } from "./published_tables.ts";

/** Folder of the published numbers, wherever the library is used from. */
export const PAPERS_FOLDER: string = fileURLToPath(new URL("../../data/papers/", import.meta.url));

/**
 * A published table as typed rows: numbers as printed (percent stay percent), empty cells null.
 *
 * @throws {RangeError} for a name that is none of the tables'
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
export function publishedTable<T extends PublishedTable>(name: T): PublishedRow<T>[] {
  const columns = Object.entries(publishedColumns(name));
  return publishedCells(name).map((cells) =>
    Object.fromEntries(columns.map(([column, kind]) => {
      const text = cells[column];
      return [column, text === "" ? null : kind.startsWith("text") ? text : Number(text)];
    })) as PublishedRow<T>
  );
}

/** A row of a published table as the file has it. */
export type PublishedCells = Record<string, string>;

/** Tables of the library's own folder, which do not change while a program runs: simulators and figures ask for them often. */
const read = new Map<PublishedTable, PublishedCells[]>();

/**
 * The rows of a published table as printed (59.0 keeps its decimal); an empty cell is an empty text.
 */
export function publishedCells(name: PublishedTable): PublishedCells[] {
  const rows = read.get(name) ?? readCells(name);
  read.set(name, rows);
  return rows.map((cells) => ({ ...cells }));
}

function readCells(name: PublishedTable): PublishedCells[] {
  const columns = Object.keys(publishedColumns(name)), path = `${PAPERS_FOLDER}/${name}.csv`;
  const { frame } = loadTable({ path, kind: "csv", gzip: false, stem: name });
  return (frame.toRecords() as Record<string, string | null>[]).map((record) =>
    Object.fromEntries(columns.map((column) => [column, record[column] ?? ""]))
  );
}
