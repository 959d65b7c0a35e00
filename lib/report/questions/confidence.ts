import type pl from "nodejs-polars";
import { verdictOf } from "../../hypotheses/verdict.ts";
import { calibrationError } from "../../metrics/calibration_error.ts";
import { frameClusters } from "../../metrics/clusters.ts";
import { groupRows } from "../../metrics/metric_table.ts";
import { pairOutcomes, VERDICT } from "../../metrics/pair_outcomes.ts";
import { columnNumbers } from "../../results/factor.ts";
import { wilson } from "../../stats/wilson.ts";
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
      group: Object.fromEntries(by.map((name) => [name, String(key[name])])),
      clusters: new Set(used.map((row) => codes[row])).size,
      found: calibrationError(
        Array.from(used, (row) => confidence[row]),
        Array.from(used, (row) => correct[row]),
      ),
    };
  });
}

const UNTESTED = { pValue: NaN, pEquivalence: NaN, warning: "" };

/** Expected calibration error, less its bias; its p is that of the joint test of all bins. */
export function confidenceErrors(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).map(({ group, clusters, found }) => {
    const { corrected: estimate, low, high, n, pValue, ece } = found;
    return {
      group,
      quantity: "calibration error",
      ...{ estimate, low, high, n, clusters, pValue },
      pEquivalence: n > 0 ? verdictOf({ estimate, low, high, delta: POINTS }).pEquivalence : NaN,
      direction: 1,
      claimIs: "above" as const,
      warning: clusters < n ? "rows of one image count as independent: the interval may be too narrow" : "",
      note: `ECE ${(100 * ece).toFixed(1)}% before its bias is taken out`,
    };
  });
}

/** Share right by bin of confidence, with Wilson's interval. */
export function reliabilityBins(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).flatMap(({ group, found }) =>
    found.bins.map(({ n, probability, share }) => {
      const { low, high } = wilson(Math.round(share * n), n);
      return {
        group: { ...group, confidence: `${(100 * probability).toFixed(0)}%` },
        quantity: "right",
        ...{ estimate: share, low, high, n, clusters: n, ...UNTESTED },
        nullValue: probability,
      };
    })
  );
}

/** Brier score and its decomposition. */
export function brierScores(pairs: pl.DataFrame, by: readonly string[]): Estimate[] {
  return calibrations(pairs, by).flatMap(({ group, clusters, found }) =>
    (["brier", "reliability", "resolution", "uncertainty", "within"] as const).map((name) => ({
      group,
      quantity: name,
      ...{ estimate: found[name], low: NaN, high: NaN, n: found.n, clusters, ...UNTESTED },
    }))
  );
}
