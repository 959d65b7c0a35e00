import type pl from "nodejs-polars";
import { metricFrame } from "../metrics/metric_table.ts";
import { SIDE } from "../metrics/pair_outcomes.ts";
import { factor } from "../results/factor.ts";
import { infer } from "../stats/infer.ts";
import { requireBetween } from "../stats/require_value.ts";
import { conditionRows, type PairsTestOptions } from "./conditions.ts";
import { saysSimulated } from "./claim.ts";
import { lengthRows } from "./length_rows.ts";
import { lengthenedPairs } from "./lengthened_pairs.ts";
import { pairsClaim } from "./pairs_claim.ts";

/** Word differences up to which pairs are kept, unless told otherwise; null is no limit. */
const THRESHOLDS = [0, 1, 2, 3, 5, 8, 10, 15, 20, 30, 50, 80, null] as const;

/**
 * IB against the length difference up to which pairs are kept, from 0 to no limit: a picture of the pairs as they are, beside the claim of
 * `biasAtEqualLength`. What is left of their difference stays in it.
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
  { thresholds = THRESHOLDS, relabelled = false, level = 0.95, ...options }:
    & Omit<PairsTestOptions, "alpha" | "delta">
    & {
      thresholds?: readonly (number | null)[];
      /** Use the informativeness labels of the lengthened answers. */
      relabelled?: boolean;
      level?: number;
    } = {},
): pl.DataFrame {
  requireBetween("biasByThreshold", "a level", level);
  const wrong = thresholds.find((t) => t !== null && !(t >= 0));
  if (wrong !== undefined) {
    throw new RangeError(`biasByThreshold: wanted thresholds of 0 or more words or null, found ${wrong}`);
  }
  const { pairs: own, outcomes } = pairsClaim("biasByThreshold", pairs, options, {
    own: ["thresholds", "relabelled", "level"],
    compares: ["variant"],
    labels: true,
  });
  const lengths = lengthRows("biasByThreshold", own, outcomes);
  const untouched = new Set(conditionRows("biasByThreshold", own, { variant: "original" }, ["variant"]));
  const isOriginal = (_: number, i: number) => untouched.has(lengths.rows[i]);
  const series: { name: string; rows: Int32Array; gaps: Float64Array; sides: Int8Array }[] = [{
    name: "original",
    rows: lengths.rows.filter(isOriginal),
    gaps: lengths.gaps.words.filter(isOriginal).map(Math.abs),
    sides: outcomes.informativeness,
  }];
  if (untouched.size < own.height && factor(own.getColumn("variant")).levels.includes("length_equalized")) {
    const { after, gaps, sides } = lengthenedPairs("biasByThreshold", own, outcomes, {
      condition: {},
      relabelled,
    });
    series.push({ name: "length_equalized", rows: after, gaps, sides });
  }
  const provenance = saysSimulated(pairs) ? "simulated" : "results";
  const rows = series.flatMap(({ name, rows, gaps, sides }) =>
    thresholds.map((threshold) => {
      const kept = rows.filter((_, i) => gaps[i] <= (threshold ?? Infinity));
      const accuracy = (side: number, name: string, weight: number) => ({
        name,
        weight,
        value: (row: number) =>
          sides[row] === side && outcomes.correct[row] >= 0 ? outcomes.correct[row] : NaN,
      });
      const found = infer(
        [accuracy(SIDE.first, "IDS", 1), accuracy(SIDE.second, "CDS", -1)],
        kept,
        outcomes.clusters,
        { level },
      );
      return {
        series: name,
        threshold,
        ib: found.estimate,
        low: found.low,
        high: found.high,
        n: found.n,
        n_clusters: found.clusters,
        n_ids: found.counts[0],
        n_cds: found.counts[1],
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
