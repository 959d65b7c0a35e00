import type pl from "nodejs-polars";
import { type CriteriaOutcomes, criteriaOutcomes } from "../metrics/criteria_outcomes.ts";
import { type CriteriaUnits, tradeoffUnits } from "../metrics/criteria_units.ts";
import { factor } from "../results/factor.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireFrame } from "../results/require_frame.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { mcnemar } from "../stats/mcnemar.ts";
import { newcombePaired } from "../stats/newcombe_paired.ts";
import { waysOf } from "../stats/part_values.ts";
import { pairedPermutation } from "../stats/paired_permutation.ts";
import { conditionRows } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type { TestOptions } from "./hypothesis_types.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";

/**
 * Does judging all criteria at once lower trade-off sensitivity (TOS)? TOS(joint) − TOS(single) over the items with a human conflict that
 * the judge's answers can be used for in both modes.
 *
 * Test: McNemar's exact one on the items where only one mode sees the trade-off; where several items share a picture, sign
 * flips of whole pictures instead. Interval: cluster-robust by picture, or item. Sensitivity: each split, and Newcombe's paired interval.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} without rows of both modes, or several judgments of one item in a mode (filter judge and thinking first)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { jointLowersTradeoff, readCriteria } from "judgebias";
 *
 * const criteria = readCriteria("data/examples/criteria.csv").filter(pl.col("judge").eq(pl.lit("simulated-judge-a")));
 * const { estimate, low, high } = jointLowersTradeoff(criteria);
 * assert.ok(low <= estimate && estimate <= high);
 * ```
 */
export function jointLowersTradeoff(
  criteria: pl.DataFrame,
  { thinking, delta = DELTA.points, alpha = 0.05, seed = 1, ...others }: TestOptions & {
    thinking?: boolean;
    seed?: number;
  } = {},
): HypothesisResult {
  requireOptions("jointLowersTradeoff", others, ["thinking", "delta", "alpha", "seed"]);
  const action = "jointLowersTradeoff";
  requireFrame(action, criteria);
  if (!criteria.columns.includes("mode")) {
    throw new RangeError(`${action}: wanted rows of the modes joint and single, found no column mode`);
  }
  const outcomes = criteriaOutcomes(action, criteria);
  const rows = (mode: string) =>
    conditionRows(action, criteria, { mode, ...thinking === undefined ? {} : { thinking } });
  const joint = rows("joint"), single = rows("single");
  const compare = (one: Int32Array, two: Int32Array) =>
    compared(action, outcomes, one, two, { seed, level: 1 - alpha });
  const all = compare(joint, single);
  const splits = criteria.columns.includes("split") ? factor(criteria.getColumn("split")) : null;
  const { both, onlyJoint, onlySingle, neither } = all.counts;
  const newcombe = newcombePaired({ both, first: onlyJoint, second: onlySingle, neither }, {
    level: 1 - alpha,
  });
  return hypothesisResult({
    hypothesis: "joint judging lowers trade-off sensitivity",
    claim: "a judge sees fewer trade-offs when it judges all criteria at once than one by one",
    ...evidenceOf(all),
    delta,
    effect: { measure: "items only joint / items only single", value: onlyJoint / onlySingle },
    method:
      `TOS(joint) − TOS(single) on the same items, ${onlyJoint} only jointly and ${onlySingle} only singly; ${all.test}; interval ` +
      `cluster-robust by picture or item; ${all.unmatched} items usable in one mode only left out`,
    assumptions: [
      "items on different pictures are independent",
      "nothing but the mode differs between the runs",
    ],
    sensitivity: [
      sensitivityRow("TOS joint", { ...all.joint, n: all.n }),
      sensitivityRow("TOS single", { ...all.single, n: all.n }),
      sensitivityRow("Newcombe's paired interval", { ...newcombe, n: all.n }),
      ...(splits && splits.levels.length > 1 ? splits.levels : []).map((level, code) => {
        const own = (list: Int32Array) => list.filter((row) => splits!.codes[row] === code);
        return sensitivityRow(String(level), compare(own(joint), own(single)));
      }),
    ],
    alpha,
    frames: [criteria],
    claimIs: "below",
  });
}

function compared(
  action: string,
  outcomes: CriteriaOutcomes,
  jointRows: Int32Array,
  singleRows: Int32Array,
  { seed, level }: { seed: number; level: number },
) {
  const joint = tradeoffUnits(outcomes, jointRows), single = tradeoffUnits(outcomes, singleRows);
  const places = [joint, single].map(({ keys }: CriteriaUnits) => new Map(keys.map((key, i) => [key, i])));
  if (places[0].size < joint.keys.length || places[1].size < single.keys.length) {
    throw new RangeError(
      `${action}: wanted one judgment per item in each mode, found several: filter by judge, and name thinking`,
    );
  }
  const keys = joint.keys.filter((key) => places[1].has(key));
  const one = keys.map((key) => joint.values[places[0].get(key)!]);
  const two = keys.map((key) => single.values[places[1].get(key)!]);
  const [codes] = waysOf(outcomes.clusters);
  const clusters = keys.map((key) => codes[joint.rows[places[0].get(key)!]]);
  const count = (a: number, b: number) => one.filter((value, i) => value === a && two[i] === b).length;
  const counts = { both: count(1, 1), onlyJoint: count(1, 0), onlySingle: count(0, 1), neither: count(0, 0) };
  const parts = [...one.map(() => 0), ...two.map(() => 1)];
  const contrast = (weights: [number, number]) =>
    clusterContrast({
      values: [...one, ...two],
      parts,
      clusters: [...clusters, ...clusters],
      weights,
      bounds: weights[0] * weights[1] === 0 ? [0, 1] : [-1, 1],
      level,
    });
  const main = contrast([1, -1]);
  const alone = new Set(clusters).size === clusters.length;
  const exact = mcnemar(counts.onlyJoint, counts.onlySingle, { exact: true });
  const shown = ({ estimate, low, high }: ReturnType<typeof contrast>) => ({ estimate, low, high });
  return {
    ...shown(main),
    pOf: main.pOf,
    n: keys.length,
    clusters: main.clusters,
    df: main.df,
    warning: main.warning,
    pValue: keys.length === 0
      ? NaN
      : alone
      ? exact.pValue
      : pairedPermutation(one.map((value, i) => value - two[i]), { clusters, seed }).pValue,
    test: alone ? `McNemar (${exact.method})` : "sign flips of whole pictures",
    counts,
    joint: shown(contrast([1, 0])),
    single: shown(contrast([0, 1])),
    unmatched: joint.keys.length + single.keys.length - 2 * keys.length,
  };
}
