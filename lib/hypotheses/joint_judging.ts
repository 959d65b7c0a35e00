import type pl from "nodejs-polars";
import { CRITERIA_UNITS, criteriaOutcomes, toldApart } from "../metrics/criteria_outcomes.ts";
import { factor } from "../results/factor.ts";
import { gains } from "../stats/infer.ts";
import { claimOn, looksAt, worded } from "./claim.ts";
import { conditionRows } from "./pairs_claim.ts";
import type { HypothesisResult, TestOptions } from "./hypothesis_types.ts";
import { said } from "../metrics/said.ts";

/**
 * Does judging all criteria at once lower trade-off sensitivity (TOS)? TOS(joint) − TOS(single) over the items with a human conflict that
 * the judge's answers can be used for in both modes; cluster-robust by picture, or item. Sensitivity: TOS of either mode, and each split.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} without rows of both modes, or several judgments of one item in a mode (filter judge and thinking first)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { jointLowersTradeoff, readCriteria } from "judgebias";
 *
 * const criteria = readCriteria("data/examples/criteria.csv");
 * const { estimate, low, high } = jointLowersTradeoff(criteria, {
 *   where: { judge: "simulated-judge-a" },
 * });
 * assert.ok(low <= estimate && estimate <= high);
 * ```
 */
export function jointLowersTradeoff(given: pl.DataFrame, options: TestOptions = {}): HypothesisResult {
  const action = "jointLowersTradeoff";
  const { frame: criteria, level, result } = claimOn(action, arguments, given, options, ["clusters"]);
  const modes = ["joint", "single"].map((mode) => conditionRows(action, criteria, { mode }));
  const outcomes = toldApart(criteriaOutcomes(action, criteria, { clusters: options.clusters }), modes);
  const [joint, single] = modes.map((own) => {
    const { keys, values, rows } = CRITERIA_UNITS.tradeoff_sensitivity(outcomes, own);
    // A unit stands at the row that names its cluster; its value by item.
    const of = new Map(keys.map((key, i) => [key, values[i]]));
    if (of.size < keys.length) throw new RangeError(said("several_judgments"));
    return { of, rows };
  });
  const isUnit = new Set(joint.rows);
  /** An item's value in a mode, at the row of the joint judgment; NaN where either mode cannot be used. */
  const inBoth = (mode: typeof joint) => (row: number) => {
    const key = outcomes.items[row];
    return isUnit.has(row) && single.of.has(key) ? mode.of.get(key)! : NaN;
  };
  const [one, two] = [joint, single].map(inBoth);
  const { part, found, also } = looksAt(criteria.height, outcomes.clusters, level);
  const change = gains("TOS joint less single", (row) => one(row) - two(row));
  const only = (wanted: number) => joint.rows.filter((row) => one(row) - two(row) === wanted).length;
  const splits = criteria.columns.includes("split") ? factor(criteria.getColumn("split")) : null;
  const unmatched = joint.of.size + single.of.size - 2 * found(change).n;
  return result({
    ...worded(action, { onlyJoint: only(1), onlySingle: only(-1), unmatched }),
    parts: [part("TOS joint less single", change)],
    claimIs: "below",
    effect: { measure: "items only joint / items only single", value: only(1) / only(-1) },
    sensitivity: () => [
      also("TOS joint", [{ name: "TOS joint", weight: 1, value: one }], NaN),
      also("TOS single", [{ name: "TOS single", weight: 1, value: two }], NaN),
      ...(splits && splits.levels.length > 1 ? splits.levels.map(String) : []).map((level, code) =>
        also(level, gains(level, (row) => splits!.codes[row] === code ? one(row) - two(row) : NaN))
      ),
    ],
  });
}
