import pl from "nodejs-polars";
import { type By, columnList } from "../results/column_list.ts";
import { frameCodes } from "../results/combine_factors.ts";
import { requireValidFrame } from "../results/require_valid_frame.ts";
import { PAIRS_KEY } from "./match_rows.ts";

/** Whether a frame holds `pairs`, whatever other columns (a score, text or number) stand beside the verdicts. */
export function holdsPairs(frame: pl.DataFrame): boolean {
  return ["human", "choice"].every((name) => frame.columns.includes(name));
}

/**
 * Which verdict every row of `pairs` speaks of. A verdict stands on a row per person who voted on the item (`annotator`): more votes are no
 * more verdicts. `over` names what else is set aside, `run` for all answers to one call.
 */
export function verdictCells(pairs: pl.DataFrame, over: readonly "run"[] = []): Int32Array {
  const key = PAIRS_KEY.filter((name) => name !== "annotator" && !over.some((other) => other === name));
  return frameCodes(pairs, [...key, "model_a", "model_b"]).codes;
}

/** Whether several people may have voted on the same verdict: a frame's `annotator` names somebody. */
export function isVoted(pairs: pl.DataFrame): boolean {
  return pairs.columns.includes("annotator") && pairs.getColumn("annotator").nullCount() < pairs.height;
}

/**
 * A row per call: of a verdict on which several people voted the first row, and no `annotator` any more. For what asks the judge alone: its
 * verdict is one, however many people voted on the item. Groups `by` annotator keep each person's rows.
 *
 * @throws {RangeError} for two verdicts of one call, and other values that `pairs` cannot have
 */
export function oncePerCall(action: string, pairs: pl.DataFrame, by: By = []): pl.DataFrame {
  // What is no frame is for others to refuse; where nobody voted, they look at every value as well.
  if (!pairs?.columns?.includes("annotator") || !isVoted(pairs)) return pairs;
  requireValidFrame(action, "pairs", pairs);
  const isFirst = firstRows(pairs, by);
  if (isFirst === null) return pairs;
  return pairs.filter(pl.Series("first", Array.from(isFirst, (one) => one === 1), pl.Bool)).drop("annotator");
}

/** 1 for the first row of each call, 0 for others; null where every row stands for itself: nobody voted, or groups are `by` annotator. */
export function firstRows(pairs: pl.DataFrame, by: By = []): Uint8Array | null {
  if (!isVoted(pairs) || columnList(by).includes("annotator")) return null;
  const isFirst = new Uint8Array(pairs.height);
  for (const row of firstOf(Int32Array.from(isFirst.keys()), verdictCells(pairs))) isFirst[row] = 1;
  return isFirst;
}

/** The first row of each cell, in the order of `rows`. */
export function firstOf(rows: ArrayLike<number>, cells: Int32Array): Int32Array {
  const seen = new Set<number>();
  return Int32Array.from(Array.from(rows).filter((row) => !seen.has(cells[row]) && seen.add(cells[row])));
}
