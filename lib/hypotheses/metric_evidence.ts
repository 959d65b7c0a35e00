import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";

/** What a result takes over from an interval, with the p of any null value by the same test. */
export interface MetricEvidence extends
  Pick<
    HypothesisResult,
    "estimate" | "low" | "high" | "n" | "clusters" | "df" | "pValue" | "warning"
  > {
  pOf?: (nullValue: number) => number;
}

/** Of nothing that could be estimated. */
export const NO_EVIDENCE = {
  estimate: NaN,
  low: NaN,
  high: NaN,
  df: NaN,
  pValue: NaN,
  pOf: () => NaN,
} as const;

/** What an interval or a contrast says, as the main line of a result. */
export function evidenceOf(
  { estimate, low, high, n, clusters, df, pValue, pOf, warning }: MetricEvidence,
): MetricEvidence {
  return { estimate, low, high, n, clusters, df, pValue, pOf, warning };
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
