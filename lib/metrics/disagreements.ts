import pl from "nodejs-polars";
import { frameCodes } from "../results/factor.ts";
import { requireOptions } from "../progress/require.ts";
import { besideJudge } from "./beside_judge.ts";
import { oncePerCall, PAIRS_KEY } from "./pair_rows.ts";
import { rowsWhere } from "./metric_table.ts";
import type { MetricOptions } from "./metric_types.ts";
import { pairOutcomes, VERDICT } from "./pair_outcomes.ts";

/** Options of `disagreements`. */
export interface DisagreementOptions {
  /** Only rows with these values of these columns. */
  where?: MetricOptions["where"];
  /** A judge to compare the others with, in the place of people. */
  with?: string;
}

/**
 * The rows on which a judge contradicts people, or another judge (`with`), to look through: all columns of the frame, and beside them `n_rows` (rows of the same pair
 * that were decided: other judges, orders, runs, people) and `n_wrong` (how many of these contradict people too). First come pairs that most rows
 * have wrong (either people erred, or all judges share a fault), then those on which this row stands alone.
 *
 * With `{ with: "gpt-4o" }` the rows on which another judge contradicts that one on the same item, order, run, …, whatever people say: what it said
 * stands beside them as `other_choice`, and `n_wrong` counts rows that contradict it.
 *
 * A row counts where people (or that judge) said A or B and the judge said A or B and they differ. Ties, unread replies and rows without a label are
 * left out: `agreement` counts them. No such row gives a frame without rows.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} when human or choice holds anything but A, B, tie or null; for a judge who is not there, or shares no row with another
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { disagreements } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "1", "2"], judge: ["x", "x", "y", "y"], human: ["A", "A", "A", "A"], choice: ["B", "B", "A", "B"],
 * });
 * const rows = disagreements(pairs);
 * assert.deepEqual(rows.select("item_id", "judge", "n_wrong").rows(), [["2", "x", 2], ["2", "y", 2], ["1", "x", 1]]);
 * ```
 */
export function disagreements(
  given: pl.DataFrame,
  options: DisagreementOptions = {},
): pl.DataFrame {
  const action = "disagreements";
  const { where, with: judge } = requireOptions(action, options, ["where", "with"], arguments);
  const taken = rowsWhere(action, given, where);
  const { pairs, shown } = judge === undefined
    ? { pairs: taken, shown: taken }
    : besideJudge(action, oncePerCall(action, taken), judge, where);
  const { human, choice } = pairOutcomes(action, pairs);
  const ways = ["judge", "pipeline", "image", "variant", "swapped", "run", "annotator", "condition"];
  const { codes, size } = frameCodes(pairs, PAIRS_KEY.filter((name) => !ways.includes(name)));
  const isDecided = (row: number) => human[row] <= VERDICT.B && choice[row] <= VERDICT.B;
  const decided = new Int32Array(size), wrong = new Int32Array(size);
  codes.forEach((item, row) => {
    if (!isDecided(row)) return;
    decided[item]++;
    if (human[row] !== choice[row]) wrong[item]++;
  });
  const rows = [...codes.keys()].filter((row) => isDecided(row) && human[row] !== choice[row]);
  const share = (row: number) => wrong[codes[row]] / decided[codes[row]];
  rows.sort((a, b) =>
    share(b) - share(a) || wrong[codes[b]] - wrong[codes[a]] || codes[a] - codes[b] || a - b
  );
  const place = new Int32Array(pairs.height).fill(-1);
  rows.forEach((row, i) => place[row] = i);
  const own = (name: string, of: (row: number) => number) =>
    pl.Series(name, Array.from(codes, (_, row) => of(row)), pl.Int32);
  return shown.withColumns(
    own("n_rows", (row) => decided[codes[row]]),
    own("n_wrong", (row) => wrong[codes[row]]),
    own("__place", (row) => place[row]),
  ).filter(pl.col("__place").gtEq(pl.lit(0))).sort("__place").drop("__place");
}
