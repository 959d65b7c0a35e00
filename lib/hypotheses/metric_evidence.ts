import type pl from "nodejs-polars";
import { pAgainst } from "../stats/p_against.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";

/** Which columns of a metric's frame hold an estimate and what it rests on. */
export interface EvidenceColumns {
  estimate: string;
  low?: string;
  high?: string;
  /** Columns whose sum is the number of rows. */
  n?: readonly string[];
}

/** What a hypothesis takes over from a metric's row. */
export type MetricEvidence = Pick<
  HypothesisResult,
  "estimate" | "low" | "high" | "n" | "clusters" | "df" | "pValue" | "warning"
>;

/**
 * The only row of a metric (`by: []`) as the evidence for a claim, its p that of the row's interval against a null value.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { metricEvidence } from "@/hypotheses/metric_evidence.ts";
 *
 * const frame = pl.DataFrame({ n: [40], share: [0.6], low: [0.5], high: [0.7], n_clusters: [20], df: [18.5] });
 * const { estimate, n, clusters, pValue } = metricEvidence(frame, { estimate: "share" }, { nullValue: 0.5 });
 * assert.deepEqual([estimate, n, clusters], [0.6, 40, 20]);
 * assert.ok(Math.abs(pValue - 0.05) < 1e-12); // the interval just reaches one half
 * ```
 */
export function metricEvidence(
  frame: pl.DataFrame,
  { estimate, low = "low", high = "high", n = ["n"] }: EvidenceColumns,
  { nullValue = 0, level = 0.95 }: { nullValue?: number; level?: number } = {},
): MetricEvidence {
  const [row = {}] = frame.toRecords() as Record<string, unknown>[];
  const number = (name: string) => typeof row[name] === "number" ? row[name] : NaN;
  const clusters = number("n_clusters");
  const limits = {
    estimate: number(estimate),
    low: number(low),
    high: number(high),
    df: number("df") > 0 ? number("df") : clusters > 1 ? clusters - 1 : Infinity,
  };
  return {
    ...limits,
    n: n.reduce((sum, name) => sum + number(name), 0) || 0,
    clusters: clusters || 0,
    pValue: pAgainst({ ...limits, level }, nullValue),
    warning: typeof row.warning === "string" ? row.warning : "",
  };
}

/** Of nothing that could be estimated. */
export const NO_EVIDENCE = { estimate: NaN, low: NaN, high: NaN, df: NaN, pValue: NaN } as const;

/** What an interval or a contrast says, as the main line of a result. */
export function evidenceOf(
  { estimate, low, high, n, clusters, df, pValue, warning }: MetricEvidence,
): MetricEvidence {
  return { estimate, low, high, n, clusters, df, pValue, warning };
}

/** Evidence as another look at the question. */
export function sensitivityRow(
  name: string,
  { estimate, low = NaN, high = NaN, n, pValue = NaN }:
    & Pick<SensitivityRow, "estimate" | "n">
    & Partial<SensitivityRow>,
): SensitivityRow {
  return { name, estimate, low, high, n, pValue };
}
