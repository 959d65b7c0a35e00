import type pl from "nodejs-polars";
import { limitsPValue } from "../stats/limits.ts";
import { pAgainst } from "../stats/p_against.ts";
import type { HypothesisResult, SensitivityRow } from "./hypothesis_types.ts";

/** Which columns of a metric's frame hold an estimate and what it rests on. */
export interface EvidenceColumns {
  estimate: string;
  low?: string;
  high?: string;
  clusters?: string;
  df?: string;
  warning?: string;
  /** Columns whose sum is the number of rows. */
  n?: readonly string[];
}

/** What a hypothesis takes over from a metric's row, with the p of any null value by the same test. */
export interface MetricEvidence extends
  Pick<
    HypothesisResult,
    "estimate" | "low" | "high" | "n" | "clusters" | "df" | "pValue" | "warning"
  > {
  pOf?: (nullValue: number) => number;
}

/** Levels nearer to 0 or 1 than this are not asked for. */
const LEAST = 1e-12;

/** Limits whose distances from the estimate differ by less than this, as a share of the interval, are symmetric. */
const ROUNDING = 1e-9;

/**
 * The only row of a metric (`by: []`) as the evidence for a claim, its p that of the row's interval against a null value: Student's t where
 * limits are symmetric; where they are not, the metric is asked for its limits at other levels until one reaches the null value.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { metricEvidence } from "@/hypotheses/metric_evidence.ts";
 *
 * const frame = pl.DataFrame({ n: [40], share: [0.6], low: [0.5], high: [0.7], n_clusters: [20], df: [18.5] });
 * const { estimate, n, clusters, pValue } = metricEvidence(() => frame, { estimate: "share" }, { nullValue: 0.5 });
 * assert.deepEqual([estimate, n, clusters], [0.6, 40, 20]);
 * assert.ok(Math.abs(pValue - 0.05) < 1e-12); // the interval just reaches one half
 * ```
 */
export function metricEvidence(
  metric: (level: number) => pl.DataFrame,
  { estimate, low = "low", high = "high", n = ["n"], ...others }: EvidenceColumns,
  { nullValue = 0, level = 0.95 }: { nullValue?: number; level?: number } = {},
): Required<MetricEvidence> {
  const { clusters: clustersName = "n_clusters", df: dfName = "df", warning = "warning" } = others;
  const [row = {}] = metric(level).toRecords() as Record<string, unknown>[];
  const number = (name: string, of = row) => typeof of[name] === "number" ? of[name] : NaN;
  const clusters = number(clustersName), df = number(dfName);
  const limits = {
    estimate: number(estimate),
    low: number(low),
    high: number(high),
    df: df > 0 ? df : clusters > 1 ? clusters - 1 : Infinity,
  };
  const [down, up] = [limits.estimate - limits.low, limits.high - limits.estimate];
  const at = (other: number) => {
    const [own] = metric(Math.min(1 - LEAST, Math.max(LEAST, other))).toRecords() as Record<
      string,
      unknown
    >[];
    return { low: number(low, own), high: number(high, own) };
  };
  const pOf = Math.abs(up - down) > ROUNDING * (up + down)
    ? (value: number) => limitsPValue(limits.estimate, value, at)
    : (value: number) => pAgainst({ ...limits, level }, value);
  return {
    ...limits,
    n: n.reduce((sum, name) => sum + number(name), 0) || 0,
    clusters: clusters || 0,
    pValue: pOf(nullValue),
    pOf,
    warning: typeof row[warning] === "string" ? row[warning] : "",
  };
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
