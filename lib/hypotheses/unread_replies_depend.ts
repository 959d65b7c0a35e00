import { type PairOutcomes, pairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { SLOT, swappedRows } from "../metrics/swapped_rows.ts";
import { requireOptions } from "../results/require_options.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { requireOneOf } from "../stats/require_value.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type pl from "nodejs-polars";

/** What unreadable replies can hang on: sides of each row, and their names. */
const SPLITS: Record<
  "slot" | "length" | "informativeness",
  {
    names: readonly [string, string];
    sides: (outcomes: PairOutcomes, pairs: pl.DataFrame) => ArrayLike<number>;
  }
> = {
  slot: {
    names: ["people prefer the answer shown first", "people prefer the second"],
    sides: ({ human }, pairs) => {
      const swapped = swappedRows(pairs);
      return Int8Array.from(
        human,
        (code, row) => code > VERDICT.B || swapped[row] === SLOT.unknown ? SIDE.none : code ^ swapped[row],
      );
    },
  },
  length: {
    names: ["people prefer the longer answer", "people prefer the shorter"],
    sides: ({ length }) => length,
  },
  informativeness: { names: ["IDS", "CDS"], sides: ({ informativeness }) => informativeness },
};

/** Options of `unreadRepliesDepend`. */
export interface UnreadRepliesDependOptions extends PairsTestOptions {
  /** What the pairs are split by: whether people prefer the answer shown first (default), the longer, or the more informative one. */
  on?: "slot" | "length" | "informativeness";
}

/**
 * Do unreadable replies hang on which answer is the right one? The share of them where people prefer the answer shown first (the longer
 * one, the more informative one: `on`) minus that in the other pairs. Not 0: whoever drops such replies, or calls them wrong, moves
 * the metric that compares these two sides (`slotPreference`, `lengthBias`, `informativenessBias`); `unparsedAudit` shows by how much.
 *
 * Absent, a difference of δ or more ruled out, is what allows to drop them for that metric; not for others, nor does it say that the
 * replies would have been as often right.
 *
 * Size: of 400 simulated data sets (40 images of 1 to 10 pairs, a fifth unread by chance) 3.8% were supported
 * (`tests/calibration/claim_scenarios.ts`).
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for another `on`, when no row is in the condition, or one side has no row
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { unreadRepliesDepend } from "judgebias";
 *
 * const pairs = pl.DataFrame({
 *   item_id: ["1", "2", "3", "4"],
 *   human: ["A", "A", "B", "B"],
 *   choice: [null, "A", "B", "A"], // one of two where the first is right, none of two where the second is
 * });
 * assert.equal(unreadRepliesDepend(pairs, { on: "slot" }).estimate, 0.5);
 * ```
 */
export function unreadRepliesDepend(
  pairs: pl.DataFrame,
  { on = "slot", condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }:
    UnreadRepliesDependOptions = {},
): HypothesisResult {
  const action = "unreadRepliesDepend";
  requireOptions(action, others, ["on", "condition", "delta", "alpha"]);
  requireOneOf(action, "on", on, Object.keys(SPLITS));
  const { names, sides } = SPLITS[on];
  const rows = conditionRows(action, pairs, condition);
  const outcomes = pairOutcomes(action, pairs), { choice, clusters } = outcomes;
  const side = sides(outcomes, pairs);
  const unread = (row: number) => choice[row] === VERDICT.missing ? 1 : 0;
  const contrast = clusterContrast({
    values: Float64Array.from(rows, unread),
    parts: Int8Array.from(rows, (row) => side[row] === 0 || side[row] === 1 ? side[row] : -1),
    clusters: Int32Array.from(rows, (row) => clusters[row]),
    weights: [1, -1],
    bounds: [-1, 1],
    names: [...names],
    level: 1 - alpha,
  });
  const [first, second] = contrast.counts;
  if (!(first > 0 && second > 0)) {
    throw new RangeError(
      `${action}: wanted pairs of both sides (${names.join("; ")}), found ${first} and ${second}`,
    );
  }
  const [one, other] = contrast.means.map((share) => `${(100 * share).toFixed(1)}%`);
  const { estimate, low, high, df, pValue, warning } = contrast;
  return hypothesisResult({
    hypothesis: `unreadable replies hang on ${on}`,
    claim: `the share of unreadable replies differs: ${names[0]}, or ${names[1]}`,
    ...{ estimate, low, high, df, pValue, warning },
    n: first + second,
    clusters: contrast.clusters,
    delta,
    effect: cohensH(contrast.means[0], contrast.means[1]),
    method: `unreadable where ${names[0]}: ${one} of ${first}, where ${
      names[1]
    }: ${other} of ${second}; cluster-robust`,
    assumptions: ["pairs on different images are independent"],
    sensitivity: [],
    alpha,
    frames: [pairs],
    claimIs: "either",
  });
}
