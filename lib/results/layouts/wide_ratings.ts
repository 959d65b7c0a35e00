import type { TableFile } from "../find_files.ts";
import type { RawTable } from "../load_table.ts";
import { type LayoutRow, rowsTable } from "../rows_table.ts";

/** One evaluator's score of one item. */
export interface RatingCell {
  file: TableFile;
  line: number;
  /** What the row is about, and what tells it from others: all but the score. Numbers among it would be evaluators. */
  row:
    & { item_id: string; image_id?: string; human?: number | null }
    & Record<string, string | number | null | undefined>;
  evaluator: string;
  score: number | null;
}

/**
 * Scores one by one as tables of ratings: a row per item (and whatever else `row` says), a column per evaluator. A row
 * stands in the table of the file where it came first.
 */
export function wideRatings(cells: readonly RatingCell[]): { tables: RawTable[]; evaluators: string[] } {
  const evaluators = [...new Set(cells.map(({ evaluator }) => evaluator))].sort();
  const rows = new Map<string, LayoutRow>(), byFile = new Map<TableFile, LayoutRow[]>();
  for (const { file, line, row, evaluator, score } of cells) {
    const key = JSON.stringify(row);
    let known = rows.get(key);
    if (!known) {
      const scores = Object.fromEntries(evaluators.map((name) => [name, null]));
      known = { line, values: { human: null, ...row as LayoutRow["values"], ...scores } };
      rows.set(key, known);
      const own = byFile.get(file);
      if (own) own.push(known);
      else byFile.set(file, [known]);
    }
    known.values[evaluator] = score;
  }
  return { tables: [...byFile].map(([file, own]) => rowsTable(file, own)), evaluators };
}
