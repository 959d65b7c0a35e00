import type pl from "nodejs-polars";
import { combineFactors, factor } from "../results/factor.ts";
import { PAIRS_KEY } from "./match_rows.ts";

/** Whether a frame holds `pairs`, whatever other columns (a score, text or number) stand beside the verdicts. */
export function holdsPairs(frame: pl.DataFrame): boolean {
  return ["human", "choice"].every((name) => frame.columns.includes(name));
}

/**
 * Which verdict every row of `pairs` speaks of. A verdict stands on a row per person who voted on the item (`annotator`): more votes are no
 * more verdicts. `over` names what else is set aside, `run` for all answers to one call.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { firstOf, verdictCells } from "@/metrics/verdict_rows.ts";
 *
 * const pairs = pl.DataFrame({ item_id: ["1", "1", "1"], run: [1, 1, 2], annotator: ["p", "q", "p"] });
 * assert.deepEqual([...firstOf([0, 1, 2], verdictCells(pairs))], [0, 2]);
 * assert.deepEqual([...firstOf([0, 1, 2], verdictCells(pairs, ["run"]))], [0]);
 * ```
 */
export function verdictCells(pairs: pl.DataFrame, over: readonly "run"[] = []): Int32Array {
  const key = PAIRS_KEY.filter((name) => name !== "annotator" && !over.some((other) => other === name));
  return combineFactors(
    [...key, "model_a", "model_b"].filter((name) => pairs.columns.includes(name)).map((name) =>
      factor(pairs.getColumn(name))
    ),
    pairs.height,
  ).codes;
}

/** The first row of each cell, in the order of `rows`. */
export function firstOf(rows: ArrayLike<number>, cells: Int32Array): Int32Array {
  const seen = new Set<number>();
  return Int32Array.from(Array.from(rows).filter((row) => !seen.has(cells[row]) && seen.add(cells[row])));
}
