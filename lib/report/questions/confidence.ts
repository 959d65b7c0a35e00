import type pl from "nodejs-polars";
import { calibrationError } from "../../metrics/calibration_error.ts";
import { frameClusters } from "../../metrics/pair_rows.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { columnNumbers } from "../../results/factor.ts";
import { groupOf, tested, UNTESTED } from "../estimates.ts";
import type { Estimate } from "../report_types.ts";
import { POINTS } from "./common.ts";

/** Confidence and being right of every group: rows with a readable verdict and a human A or B. */
function calibrations(pairs: pl.DataFrame, by: readonly string[]) {
  const { correct, choice } = pairOutcomes("calibrationError", pairs), { codes } = frameClusters(pairs);
  const confidence = columnNumbers(pairs.getColumn("confidence"));
  return groupRows(pairs, by).map(({ key, rows }) => {
    const used = rows.filter((row) =>
      correct[row] >= 0 && choice[row] !== VERDICT.missing && !Number.isNaN(confidence[row])
    );
    return {
      group: groupOf(key, by),
      found: calibrationError(
        Array.from(used, (row) => confidence[row]),
        Array.from(used, (row) => correct[row]),
        { clusters: Array.from(used, (row) => codes[row]) },
      ),
    };
  });
}

/** Expected calibration error, less its bias, with the p that belongs to its limits. */
export function confidenceErrors(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).map(({ group, found }) => {
    const { corrected: estimate, low, high, n, clusters, df, pValue, ece, warning } = found;
    return {
      group,
      quantity: "calibration error",
      ...{ estimate, low, high, n, clusters, df, method: "", pValue },
      pEquivalence: tested({ estimate, low, high, df }, 0, POINTS).pEquivalence,
      direction: 1,
      claimIs: "above" as const,
      warning,
      note: `ECE ${(100 * ece).toFixed(1)}% before its bias is taken out`,
    };
  });
}

/** Share right by bin of confidence. */
export function reliabilityBins(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).flatMap(({ group, found }) =>
    found.bins.map(({ n, clusters, probability, share, low, high, warning }) => ({
      group: { ...group, confidence: `${(100 * probability).toFixed(0)}%` },
      quantity: "right",
      ...{ estimate: share, low, high, n, clusters, ...UNTESTED, warning },
      nullValue: probability,
    }))
  );
}

/** Brier score and its decomposition. */
export function brierScores(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).flatMap(({ group, found }) =>
    (["brier", "reliability", "resolution", "uncertainty", "within"] as const).map((name) => ({
      group,
      quantity: name,
      ...{ estimate: found[name], low: NaN, high: NaN, n: found.n, clusters: found.clusters, ...UNTESTED },
    }))
  );
}
