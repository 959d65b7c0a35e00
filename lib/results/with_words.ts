import pl from "nodejs-polars";
import { countWords } from "./count_words.ts";
import type { RawTable } from "./load_table.ts";

/** Word counts from the answers' texts (`answer_a`, `answer_b`), for a file that has texts and no counts. */
export function withWords(table: RawTable, columns: Record<string, string> = {}): RawTable {
  let { frame } = table;
  for (const side of ["a", "b"]) {
    const words = `words_${side}`, answer = columns[`answer_${side}`] ?? `answer_${side}`;
    if (columns[words] || frame.columns.includes(words) || !frame.columns.includes(answer)) continue;
    const counts = (frame.getColumn(answer).cast(pl.Utf8).toArray() as (string | null)[]).map(countWords);
    frame = frame.withColumns(pl.Series(words, counts, pl.Float64));
  }
  return { ...table, frame };
}
