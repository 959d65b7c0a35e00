import type pl from "nodejs-polars";
import { metricFrame } from "../metrics/metric_table.ts";
import { pairOutcomes } from "../metrics/pair_outcomes.ts";
import { factor } from "../results/factor.ts";
import { BASE_CONDITION, type Condition } from "./conditions.ts";
import { saysSimulated } from "./hypothesis_result.ts";
import { lengthRows } from "./length_rows.ts";
import { lengthenedPairs } from "./lengthened_pairs.ts";
import { subsetContrast } from "./subset_contrast.ts";
import { requireOptions } from "../results/require_options.ts";

/** Word differences up to which pairs are kept, unless told otherwise; null is no limit. */
const THRESHOLDS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 80, null] as const;

/**
 * IB against the length difference up to which pairs are kept, from 0 to no limit: does the answer hang on the threshold of 5 words?
 *
 * One row per `series` (`original`: untouched pairs that happen to be near in length; `length_equalized`: the judgments after lengthening,
 * where the results have them) and `threshold` in words (null: no limit): `ib, low, high, n, n_clusters, n_ids, n_cds, provenance`. The
 * rows are nested and share pairs: the curve is to be read as a whole, not point by point.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} for a threshold below 0, or when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasByThreshold } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const curve = biasByThreshold(pairs, { thresholds: [0, 5, null] });
 * assert.deepEqual(curve.getColumn("n").toArray().at(2), 1247); // original pairs without limit
 * ```
 */
export function biasByThreshold(
  pairs: pl.DataFrame,
  { thresholds = THRESHOLDS, relabelled = false, condition = BASE_CONDITION, level = 0.95, ...others }: {
    thresholds?: readonly (number | null)[];
    /** Use the informativeness labels of the lengthened answers. */
    relabelled?: boolean;
    condition?: Condition;
    level?: number;
  } = {},
): pl.DataFrame {
  requireOptions("biasByThreshold", others, ["thresholds", "relabelled", "condition", "level"]);
  const wrong = thresholds.find((t) => t !== null && !(t >= 0));
  if (wrong !== undefined) {
    throw new RangeError(`biasByThreshold: wanted thresholds of 0 or more words or null, found ${wrong}`);
  }
  const outcomes = pairOutcomes("biasByThreshold", pairs);
  const original = lengthRows("biasByThreshold", pairs, { ...condition, variant: "original" });
  const series: { name: string; rows: Int32Array; gaps: Float64Array; sides: Int8Array }[] = [{
    name: "original",
    rows: original.rows,
    gaps: Float64Array.from(original.difference, Math.abs),
    sides: outcomes.informativeness,
  }];
  if (
    pairs.columns.includes("variant") &&
    factor(pairs.getColumn("variant")).levels.includes("length_equalized")
  ) {
    const { after, gaps, sides } = lengthenedPairs("biasByThreshold", pairs, outcomes, {
      condition,
      relabelled,
    });
    series.push({ name: "length_equalized", rows: after, gaps, sides });
  }
  const provenance = saysSimulated(pairs) ? "simulated" : "results";
  const rows = series.flatMap(({ name, rows, gaps, sides }) =>
    thresholds.map((threshold) => {
      const kept = rows.filter((_, i) => gaps[i] <= (threshold ?? Infinity));
      const contrast = subsetContrast(outcomes, [{ rows: kept, sides, weights: [1, -1] }], {
        bounds: [-1, 1],
        level,
      });
      return {
        series: name,
        threshold,
        ib: contrast.estimate,
        low: contrast.low,
        high: contrast.high,
        n: contrast.n,
        n_clusters: contrast.clusters,
        n_ids: contrast.counts[0],
        n_cds: contrast.counts[1],
        provenance,
      };
    })
  );
  return metricFrame(
    ["series"],
    "threshold ib low high n:count n_clusters:count n_ids:count n_cds:count provenance:text",
    rows,
  );
}
