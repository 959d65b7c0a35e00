import type pl from "nodejs-polars";
import { frameCodes } from "./factor.ts";
import { type By, columnList } from "./frame.ts";
import { FRAMES } from "./frames.ts";

/** Which verdict every row speaks of: one, however many people voted on it (`annotator`); `over` names what else is set aside, `run` for all answers to one call. */
export function verdictCells(pairs: pl.DataFrame, over: readonly "run"[] = []): Int32Array {
  const key = FRAMES.pairs.key.filter((name) =>
    name !== "annotator" && !over.some((other) => other === name)
  );
  return frameCodes(pairs, [...key, "model_a", "model_b"]).codes;
}

export const isVoted = (pairs: pl.DataFrame): boolean =>
  pairs.columns.includes("annotator") && pairs.getColumn("annotator").nullCount() < pairs.height;

/** 1 for the first row of each call, 0 for others; null where every row stands for itself: nobody voted, or groups are `by` annotator. */
export function firstRows(pairs: pl.DataFrame, by: By = []): Uint8Array | null {
  if (!isVoted(pairs) || columnList(by).includes("annotator")) return null;
  const cells = verdictCells(pairs), isFirst = new Uint8Array(pairs.height);
  for (const row of firstOf(cells.keys(), cells)) isFirst[row] = 1;
  return isFirst;
}

/** A row for each reply behind rows, however many people voted on it: what counts replies counts these; every row where nobody voted. */
export function repliesIn(pairs: pl.DataFrame): (rows: Iterable<number>) => Int32Array {
  const cells = isVoted(pairs) ? verdictCells(pairs) : null;
  return cells ? (rows) => firstOf(rows, cells) : everyRow;
}

export const everyRow = (rows: Iterable<number>): Int32Array => Int32Array.from(rows);

export function firstOf(rows: Iterable<number>, cells: Int32Array): Int32Array {
  const seen = new Set<number>();
  return Int32Array.from([...rows].filter((row) => !seen.has(cells[row]) && seen.add(cells[row])));
}
