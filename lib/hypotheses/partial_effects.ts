import type pl from "nodejs-polars";
import { quantileSorted } from "simple-statistics";
import { metricFrame } from "../metrics/metric_table.ts";
import { requireOptions } from "../results/require_options.ts";
import { type PredictedMeans, predictedMeans, type Scenario } from "../stats/predicted_means.ts";
import { BASE_CONDITION, type Condition } from "./conditions.ts";
import { saysSimulated } from "./hypothesis_result.ts";
import { varies } from "./length_model.ts";
import { lengthRows } from "./length_rows.ts";
import { requireBetween } from "../stats/require_value.ts";

/** Points of the default curves, and the quantiles of the data between which they lie. */
const POINTS = 21, RANGE = [0.025, 0.975] as const;

/**
 * What informativeness and length each do to accuracy, the other held: predictions of a logistic regression with a straight line of the
 * signed word difference in each subset, and answer order.
 *
 * A line is what a slope is read from; at a difference of 0 it borrows from pairs of all lengths. `adjustedBias` bends its curves there by a
 * stated rule, asks the pairs near in length, and is the estimate of IB at equal length to report: of the simulated GPT-4o of the example
 * 63 points [46, 75], where these lines say 58 [54, 63]. The lines are among its sensitivity rows.
 *
 * One row per `subset` (IDS, CDS, IDS − CDS) and `word_difference` (human-preferred answer − other): `accuracy` (mean prediction were
 * all pairs of that subset and difference; for IDS − CDS the partial effect of informativeness there), `low, high` (clustered delta
 * interval), `n, n_clusters, provenance`. The slope along `word_difference` is the partial effect of length.
 *
 * The default `differences` are 0 and 21 others from the data's 2.5% to its 97.5% quantile; beyond the data all is extrapolation.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition, or the pairs are all of one subset or one length difference
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { partialEffects } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const curves = partialEffects(pairs, { differences: [-20, 0, 20] });
 * assert.equal(curves.height, 9); // IDS, CDS and IDS − CDS at three differences
 * ```
 */
export function partialEffects(
  pairs: pl.DataFrame,
  { differences: asked, condition = BASE_CONDITION, level, ...others }: {
    differences?: readonly number[];
    condition?: Condition;
    level?: number;
  } = {},
): pl.DataFrame {
  requireOptions("partialEffects", others, ["differences", "condition", "level"]);
  if (level !== undefined) requireBetween("partialEffects", "a level", level);
  const { outcomes, rows, difference, subset, preferredFirst } = lengthRows(
    "partialEffects",
    pairs,
    condition,
  );
  // Each subset has a slope of its own.
  for (const [side, name] of ["CDS", "IDS"].entries()) {
    const own = difference.filter((_, i) => subset[i] === side);
    if (varies(own)) continue;
    throw new RangeError(
      `partialEffects: wanted pairs of different lengths (columns words_a, words_b) in both subsets (column ` +
        `more_informative), found ${own.length} of ${rows.length} pairs in ${name}, of one difference`,
    );
  }
  // Subset, difference, and their product centred as in `adjustedBias`.
  const columns = [subset, difference, difference.map((d, i) => d * (subset[i] - 0.5))];
  if (varies(preferredFirst)) columns.push(preferredFirst);
  const scenario = (side: number, at: number, weight: number): Scenario => ({
    set: { 0: side, 1: at, 2: at * (side - 0.5) },
    weight,
    like: (row) => subset[row] === side,
  });
  const differences = asked ?? spread(difference);
  const points = differences.flatMap((at) => [
    { subset: "IDS", at, scenarios: [scenario(1, at, 1)], bounds: [0, 1] },
    { subset: "CDS", at, scenarios: [scenario(0, at, 1)], bounds: [0, 1] },
    { subset: "IDS − CDS", at, scenarios: [scenario(1, at, 1), scenario(0, at, -1)], bounds: [-1, 1] },
  ]);
  const found: PredictedMeans[] = predictedMeans({
    columns,
    y: Float64Array.from(rows, (row) => outcomes.correct[row]),
    clusters: Int32Array.from(rows, (row) => outcomes.clusters[row]),
    contrasts: points.map(({ scenarios }) => scenarios),
    level,
  });
  const provenance = saysSimulated(pairs) ? "simulated" : "results";
  return metricFrame(
    ["subset"],
    "word_difference accuracy low high n:count n_clusters:count provenance:text",
    found.map(({ estimate, low, high, n, clusters }, i) => ({
      subset: points[i].subset,
      word_difference: points[i].at,
      accuracy: estimate,
      low: Math.max(points[i].bounds[0], low),
      high: Math.min(points[i].bounds[1], high),
      n,
      n_clusters: clusters,
      provenance,
    })),
  );
}

function spread(difference: Float64Array): number[] {
  const sorted = Float64Array.from(difference).sort();
  const [low, high] = RANGE.map((q) => quantileSorted(sorted as never, q));
  const grid = Array.from(
    { length: POINTS },
    (_, i) => Math.round(low + (high - low) * i / (POINTS - 1)),
  );
  return [...new Set([...grid, 0])].sort((a, b) => a - b);
}
