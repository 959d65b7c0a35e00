import type pl from "nodejs-polars";
import { pairOutcomes, SIDE } from "../metrics/pair_outcomes.ts";
import { benchmarksApart } from "../results/recurring_ids.ts";
import { requireColumns } from "../results/require_valid_frame.ts";
import { clusterContrast } from "../stats/cluster_contrast.ts";
import { gains, infer } from "../stats/infer.ts";
import { mcnemar } from "../stats/mcnemar.ts";
import { pairedPermutation } from "../stats/paired_permutation.ts";
import { type Condition, matchConditions } from "./conditions.ts";
import { cohensH, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";
import { subsetContrast } from "./subset_contrast.ts";

/** What `judgesDiffer` asks of a frame of pairs. */
export interface JudgedPairs {
  first: string;
  second: string;
  condition: Condition;
  flips: number;
  delta: number;
  alpha: number;
  seed: number;
}

/** `judgesDiffer` on a frame of pairs: the difference in accuracy on the rows that both judges have and a person decided. */
export function judgesDifferOnPairs(
  pairs: pl.DataFrame,
  { first, second, condition, flips, delta, alpha, seed }: JudgedPairs,
): HypothesisResult {
  const action = "judgesDiffer", level = 1 - alpha;
  requireColumns(action, pairs, ["judge", "item_id", "human", "choice"]);
  const outcomes = pairOutcomes(action, pairs), { correct, clusters } = outcomes;
  const matched = matchConditions(action, pairs, { ...condition, judge: first }, {
    ...condition,
    judge: second,
  });
  const decided = Int32Array.from(matched.first.keys())
    .filter((m) => correct[matched.first[m]] >= 0 && correct[matched.second[m]] >= 0);
  const n = decided.length;
  if (n === 0) {
    throw new RangeError(
      `${action}: wanted pairs with a verdict of both ${first} and ${second} and a human label A or B, found none${
        benchmarksApart(pairs, first, second)
      }`,
    );
  }
  const [one, two] = [matched.first, matched.second].map((rows) => decided.map((m) => rows[m]));
  const both = Int32Array.of(...one, ...two);
  const contrast = (weights: [number, number]) =>
    clusterContrast({
      values: Float64Array.from(both, (row) => correct[row]),
      parts: Int8Array.from(both, (_, i) => i < n ? 0 : 1),
      clusters: Int32Array.from(both, (row) => clusters[row]),
      weights,
      names: [first, second],
      bounds: weights.includes(-1) ? [-1, 1] : [0, 1],
      level,
    });
  const gained = gains(`${first} − ${second}`, (m) => correct[one[m]] - correct[two[m]]);
  const shares = contrast([1, -1]).means;
  const main = infer(gained, n, Int32Array.from(one, (row) => clusters[row]), { level });
  const biases = ([
    ["informativeness bias", pairs.columns.includes("more_informative") ? outcomes.informativeness : null],
    [
      "length bias",
      pairs.columns.includes("words_a") && pairs.columns.includes("words_b") ? outcomes.length : null,
    ],
  ] as const).flatMap(([name, sides]) => {
    const has = (side: number) => sides !== null && one.some((row) => sides[row] === side);
    if (sides === null || !has(SIDE.first) || !has(SIDE.second)) return [];
    const found = subsetContrast(outcomes, [
      { rows: one, sides, weights: [1, -1] },
      { rows: two, sides, weights: [-1, 1] },
    ], { level });
    return [sensitivityRow(`difference in ${name}`, found)];
  });
  const onlyOne = (a: Int32Array, b: Int32Array) => a.filter((row, m) => correct[row] > correct[b[m]]).length;
  const alone = new Set(Array.from(one, (row) => clusters[row])).size === n;
  const tested = alone ? [mcnemar(onlyOne(one, two), onlyOne(two, one), { exact: true })] : [];
  const swapped = flips === 0 ? [] : [pairedPermutation(
    Float64Array.from(one, (row, m) => correct[row] - correct[two[m]]),
    { clusters: Int32Array.from(one, (row) => clusters[row]), replicates: flips, seed },
  )];
  return hypothesisResult({
    hypothesis: `${first} and ${second} differ in accuracy`,
    claim: `accuracy of ${first} differs from that of ${second} on the same pairs`,
    ...evidenceOf({ ...main, n }),
    delta,
    effect: cohensH(shares[0], shares[1]),
    method: `accuracy of ${first} − ${second} on ${n} judgments that both made and a person decided ` +
      `(${matched.unmatched} rows of one of them only left out); cluster-robust t by ${outcomes.clusterUnit}`,
    assumptions: [
      `pairs on different ${outcomes.clusterUnit}s are independent`,
      "pairs that one of them did not judge are no different",
      "ties and unreadable replies count as wrong",
    ],
    sensitivity: [
      // An accuracy by itself has no null value, and so no p.
      sensitivityRow(first, { ...contrast([1, 0]), n, pValue: NaN }),
      sensitivityRow(second, { ...contrast([0, 1]), n, pValue: NaN }),
      ...biases,
      ...tested.map(({ pValue, method }) =>
        sensitivityRow(`McNemar (${method})`, { estimate: main.estimate, n, pValue })
      ),
      ...swapped.map(({ estimate, pValue, method }) =>
        sensitivityRow(`judges swapped on whole ${outcomes.clusterUnit}s (${method})`, {
          estimate,
          n,
          pValue,
        })
      ),
    ],
    alpha,
    frames: [pairs],
    claimIs: "either",
    compares: ["judge"],
  });
}
