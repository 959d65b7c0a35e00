import type pl from "nodejs-polars";
import { type FrameName, FRAMES } from "./frames.ts";
import { combineFactors } from "./combine_factors.ts";
import { factor } from "./factor.ts";
import { ROW } from "./load_table.ts";
import { ResultsError } from "./results_error.ts";
import { valueAt } from "./value_at.ts";

/** Column that numbers the files of a frame while it is read. */
export const FILE = "__file";

/** Where a row of the joined frame stands: its file and line, for messages. */
export type Locate = (row: number) => { file: string; line: number | null };

/**
 * Throws when two rows of a frame have the same key: a duplicate would count twice in every share.
 *
 * @throws {ResultsError} naming the first repeated row, its key, and how many there are
 */
export function checkKey(name: FrameName, frame: pl.DataFrame, locate: Locate): void {
  const { key } = FRAMES[name];
  if (key.length === 0 || frame.height < 2) return;
  const { codes, size } = combineFactors(key.map((column) => factor(frame.getColumn(column))), frame.height);
  const rows = new Int32Array(size); // one more than the first row with the code; 0 = none yet
  const repeated: [number, number][] = [];
  for (let i = 0; i < codes.length; i++) {
    if (rows[codes[i]] === 0) rows[codes[i]] = i + 1;
    else repeated.push([i, rows[codes[i]] - 1]);
  }
  if (repeated.length === 0) return;
  const describeKey = (row: number) =>
    key.map((column) => `${column} ${valueAt(frame, column, row)}`).join(", ");
  const [row, earlier] = repeated[0];
  const first = locate(earlier);
  throw new ResultsError({
    ...locate(row),
    value: describeKey(row),
    expected: `one row per ${key.join(", ")} (the same is in ${first.file}${
      first.line === null ? "" : `, line ${first.line}`
    })`,
    count: repeated.length,
    examples: repeated.slice(0, 5).map(([i]) => ({
      line: locate(i).line,
      column: null,
      value: describeKey(i),
    })),
  });
}

/**
 * Throws when an item has two different human labels: the human's preference belongs to the item, not to the judge. Several
 * people may differ, where `annotator` tells them apart.
 *
 * @throws {ResultsError} naming the item, both labels and where the second stands
 */
export function checkHuman(frame: pl.DataFrame, locate: Locate): void {
  if (frame.height < 2) return;
  const item = factor(frame.getColumn("item_id")), human = factor(frame.getColumn("human"));
  const { codes, size } = combineFactors(
    [factor(frame.getColumn("benchmark")), item, factor(frame.getColumn("annotator"))],
    frame.height,
  );
  // Padding an answer does not change which is better, but which stands where: verbose rows are items of their own.
  const variant = factor(frame.getColumn("variant"));
  const verbose = variant.levels.indexOf("verbose");
  const labels = new Int32Array(size).fill(-1);
  for (let i = 0; i < frame.height; i++) {
    if (variant.codes[i] === verbose) continue;
    const earlier = labels[codes[i]];
    if (earlier < 0) labels[codes[i]] = human.codes[i];
    else if (earlier !== human.codes[i]) {
      throw new ResultsError({
        ...locate(i),
        column: "human",
        value: human.levels[human.codes[i]],
        expected: `one human label per item, but item ${item.levels[item.codes[i]]} has also ${
          JSON.stringify(human.levels[earlier])
        }`,
      });
    }
  }
}

/** A frame without the columns that only reading needs. */
export function withoutTraces(frame: pl.DataFrame): pl.DataFrame {
  return frame.select(...frame.columns.filter((column) => column !== ROW && column !== FILE));
}
