import type { TableFile } from "../find_files.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";
import type { RawTable } from "../load_table.ts";

/**
 * Scores one by one (`evaluator`, `score` and what the row is about) as tables of ratings: a row per item and whatever else it says, a
 * column per evaluator. A row stands in the table of the file where it came first. Numbers beside the score would be evaluators.
 */
export function wideRatings(
  files: readonly { file: TableFile; rows: readonly LayoutRow[] }[],
): { tables: RawTable[]; evaluators: string[] } {
  const names = files.flatMap(({ rows }) => rows.map(({ values }) => String(values.evaluator)));
  const evaluators = [...new Set(names)].sort(), known = new Map<string, LayoutRow>();
  const tables = files.map(({ file, rows }) => {
    const own: LayoutRow[] = [];
    for (const { line, values: { evaluator, score, ...about } } of rows) {
      const key = JSON.stringify(about);
      let row = known.get(key);
      if (!row) {
        const scores = Object.fromEntries(evaluators.map((name) => [name, null]));
        row = { line, values: { human: null, ...about, ...scores }, lines: {} };
        known.set(key, row);
        own.push(row);
      }
      row.values[String(evaluator)] = score;
      row.lines![String(evaluator)] = line;
    }
    return { file, own };
  });
  return {
    tables: tables.filter(({ own }) => own.length > 0).map(({ file, own }) => rowsTable(file, own)),
    evaluators,
  };
}
