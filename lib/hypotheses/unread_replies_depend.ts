import type pl from "nodejs-polars";
import { type PairOutcomes, SIDE, VERDICT } from "../metrics/pair_outcomes.ts";
import { SLOT, swappedRows } from "../metrics/pair_rows.ts";
import type { ClusterCodes, Term } from "../stats/infer.ts";
import { requireOneOf } from "../stats/require_value.ts";
import type { PairsTestOptions } from "./conditions.ts";
import { cohensH } from "./claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { pairsClaim } from "./pairs_claim.ts";

/** What unreadable replies can hang on: sides of each row, and their names. */
const SPLITS: Record<
  "slot" | "length" | "informativeness",
  {
    names: readonly [string, string];
    sides: (outcomes: PairOutcomes<ClusterCodes>, pairs: pl.DataFrame) => ArrayLike<number>;
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
  given: pl.DataFrame,
  { on = "slot", ...options }: UnreadRepliesDependOptions = {},
): HypothesisResult {
  const action = "unreadRepliesDepend";
  requireOneOf(action, "on", on, Object.keys(SPLITS));
  const { names, sides } = SPLITS[on];
  const { pairs, outcomes, part, found, result } = pairsClaim(action, given, options, { own: ["on"] });
  const side = sides(outcomes, pairs);
  const unread = ([0, 1] as const).map((own): Term => ({
    name: names[own],
    weight: own === 0 ? 1 : -1,
    value: (row) => side[row] !== own ? NaN : outcomes.choice[row] === VERDICT.missing ? 1 : 0,
  }));
  const { counts, means } = found(unread);
  if (counts.includes(0)) {
    throw new RangeError(
      `${action}: wanted pairs of both sides (${names.join("; ")}), found ${counts.join(" and ")}`,
    );
  }
  const said = names.map((name, s) => `where ${name}: ${(100 * means[s]).toFixed(1)}% of ${counts[s]}`);
  return result({
    hypothesis: `unreadable replies hang on ${on}`,
    claim: `the share of unreadable replies differs: ${names[0]}, or ${names[1]}`,
    parts: [part("the difference", unread)],
    claimIs: "either",
    effect: cohensH(means[0], means[1]),
    method: `unreadable ${said.join(", ")}; cluster-robust`,
  });
}
