import pl from "nodejs-polars";
import { withoutTraces } from "../results/check_rows.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { joinTables } from "../results/join_tables.ts";
import { type LayoutRow, rowsTable } from "../results/rows_table.ts";
import { ROW } from "../results/load_table.ts";

/** Name under which messages speak of rows that come from no file. */
const SOURCE = "verdicts";

/**
 * Rows of a protocol as the frame that they belong to: every column of the schema in its type, what the rows do not say by
 * default (benchmark = the option, image_id = item_id, …), further columns after them. For a protocol whose rows are a table
 * of their own (`frame: null`) the columns are as they stand.
 *
 * @param rows all rows of one study; the same key twice is an error
 * @throws {ResultsError} for a value that the frame does not allow, or a repeated key, naming the row as line
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { verdictFrame } from "judgebias/judge";
 *
 * const rows = [{ item_id: "1", labeller: "gpt-4o", more_informative: "B", status: "ok" }];
 * const labels = verdictFrame("labels", rows, { benchmark: "mine" });
 * assert.deepEqual(labels.columns, ["benchmark", "item_id", "labeller", "more_informative", "status"]);
 * ```
 */
export function verdictFrame(
  name: FrameName | null,
  rows: readonly Record<string, unknown>[],
  { benchmark = SOURCE }: { benchmark?: string } = {},
): pl.DataFrame {
  const file = { path: SOURCE, stem: benchmark, kind: "jsonl" as const, gzip: false };
  const table = rowsTable(
    file,
    rows.map((values, i) => ({ line: i + 1, values: values as LayoutRow["values"] })),
  );
  if (name === null) {
    return table.frame.select(...table.frame.columns.filter((column) => column !== ROW));
  }
  if (rows.length === 0) return emptyFrame(name);
  const { frame } = joinTables(
    name,
    [table],
    () => ({ benchmark, ...(name === "pairs" ? { image_id: { column: "item_id" } } : {}) }),
    {},
  );
  return withoutTraces(frame);
}

function emptyFrame(name: FrameName): pl.DataFrame {
  const types = { text: pl.Utf8, integer: pl.Int32, number: pl.Float64, boolean: pl.Bool };
  return pl.DataFrame(
    Object.entries(FRAMES[name].columns).map(([column, { type }]) => pl.Series(column, [], types[type])),
  );
}
