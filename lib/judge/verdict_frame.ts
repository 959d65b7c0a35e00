import pl from "nodejs-polars";
import { storedType } from "../results/check.ts";
import { checkKey } from "../results/check_rows.ts";
import { type FrameName, FRAMES } from "../results/frames.ts";
import { joinTables } from "../results/join_tables.ts";
import { ROW, withoutTraces } from "../results/load_table.ts";
import { type LayoutRow, rowsTable } from "../results/rows_table.ts";

const SOURCE = "verdicts";

/** Rows of a study as the frame that they belong to, types and defaults of which they get; of a table of their own (null) as they stand. */
export function verdictFrame(
  name: FrameName | null,
  all: readonly Record<string, unknown>[],
  { benchmark = SOURCE }: { benchmark?: string } = {},
): pl.DataFrame {
  const rows = all.some(({ provenance }) => provenance)
    ? all.map((row) => ({ ...row, provenance: row.provenance ?? "results" }))
    : all;
  const file = { path: SOURCE, stem: benchmark, kind: "jsonl" as const, gzip: false };
  const table = rowsTable(
    file,
    rows.map((values, i) => ({ line: i + 1, values: values as LayoutRow["values"] })),
  );
  if (name === null) return table.frame.select(...table.frame.columns.filter((column) => column !== ROW));
  if (rows.length === 0) {
    const columns = Object.entries(FRAMES[name].columns);
    return pl.DataFrame(columns.map(([column, spec]) => pl.Series(column, [], storedType(spec))));
  }
  const joined = joinTables(
    name,
    [table],
    () => ({ benchmark, ...(name === "pairs" ? { image_id: { column: "item_id" } } : {}) }),
    {},
  );
  checkKey(name, joined);
  return withoutTraces(joined.frame);
}
