import pl from "nodejs-polars";
import { nearIn, WORDS } from "../metrics/longer_wins.ts";
import { informativenessBias } from "../metrics/informativeness_bias.ts";
import { metricFrame } from "../metrics/metric_table.ts";
import { columnNumbers } from "../results/factor.ts";
import { requireBetween, requireNamed } from "../progress/require.ts";
import { saysSimulated } from "../results/frame.ts";
import { conditionRows, matchConditions, pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import { takeRows } from "../results/take_rows.ts";
import { isLengthened } from "./length_rows.ts";
import { WrongValue } from "../progress/require_no_more.ts";

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
 * // original pairs without limit
 * assert.deepEqual(curve.getColumn("n").toArray().at(2), 1247);
 * ```
 */
export function biasByThreshold(
  pairs: pl.DataFrame,
  options: Omit<PairsTestOptions, "alpha" | "delta"> & {
    thresholds?: readonly (number | null)[];
    level?: number;
  } = {},
): pl.DataFrame {
  const action = "biasByThreshold";
  const { thresholds = THRESHOLDS, level = 0.95 } = requireNamed(action, options);
  requireBetween(action, "a level", level);
  const wrong = thresholds.find((t) => t !== null && !(t >= 0));
  if (wrong !== undefined) {
    throw new WrongValue(`${action}: wanted thresholds of 0 or more words or null, found ${wrong}`);
  }
  const { pairs: own } = pairsClaim(action, arguments, pairs, options, {
    ...{ own: ["thresholds", "level"], compares: ["variant"], labels: true, needs: WORDS },
  });
  const series: Record<string, pl.DataFrame> = {
    original: takeRows(own, conditionRows(action, own, { variant: "original" }, ["variant"])),
    ...isLengthened(own) ? { length_equalized: lengthenedRows(action, own) } : {},
  };
  const provenance = saysSimulated(pairs) ? "simulated" : "results";
  const rows = Object.entries(series).flatMap(([name, all]) => {
    const [a, b] = WORDS.map((column) => columnNumbers(all.getColumn(column)));
    const biasOf = (kept: pl.DataFrame) =>
      informativenessBias(kept, { by: [], clusters: options.clusters, level }).toRecords()[0];
    const known: ReturnType<typeof biasOf>[] = [];
    return thresholds.map((threshold) => {
      // A row without a length is within no threshold.
      const kept = Int32Array.from(a.keys()).filter(nearIn(a, b, threshold ?? Infinity));
      const row = known[kept.length] ??= biasOf(takeRows(all, kept));
      return { ...row, series: name, threshold, n: row.n_ids + row.n_cds, provenance };
    });
  });
  return metricFrame(
    ["series"],
    "threshold ib low high n:count n_clusters:count n_ids:count n_cds:count provenance:text",
    rows,
    pairs,
    level,
  );
}

function lengthenedRows(action: string, pairs: pl.DataFrame): pl.DataFrame {
  const { first, second } = matchConditions(action, pairs, { variant: "original" }, {
    variant: "length_equalized",
  });
  return pl.DataFrame(
    pairs.columns.map((name) =>
      pairs.getColumn(name).gather([...name === "more_informative" ? first : second])
    ),
  );
}
