import { requireProvenance } from "../results/require_valid_frame.ts";
import type pl from "nodejs-polars";
import { hypothesisHtml, hypothesisText } from "./hypothesis_display.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { verdictOf } from "./verdict.ts";
import { requireBetween } from "../stats/require_value.ts";

export type { HypothesisResult, SensitivityRow, Verdict } from "./hypothesis_types.ts";

/** δ unless told otherwise, by unit: 5 percentage points; a quarter of a standard deviation over evaluators. */
export const DELTA: Record<HypothesisResult["unit"], number> = { points: 0.05, percent: 0.05, number: 0.25 };

/** Parts of a result that follow from others unless they are given. */
export type DerivedPart =
  | "nullValue"
  | "unit"
  | "statement"
  | "df"
  | "delta"
  | "pEquivalence"
  | "warning"
  | "direction";

/** What a hypothesis hands to `hypothesisResult`. */
export interface HypothesisParts
  extends
    Omit<HypothesisResult, "verdict" | "provenance" | DerivedPart>,
    Partial<Pick<HypothesisResult, DerivedPart>> {
  /** The frame or frames that the numbers come from. */
  frames: readonly pl.DataFrame[];
  /** Two-sided p of any null value by the test that the interval is of (`verdictOf`). */
  pOf?: (nullValue: number) => number;
  /** Columns whose values are compared with each other, and so do not count as one. */
  compares?: readonly string[];
}

/**
 * Completes a result: verdict (`verdictOf`), provenance, and the display that notebooks show (`await show(result)`). `low` and `high` are
 * the interval at level 1 − alpha.
 *
 * `pValue` is two-sided and belongs to the claim: of a claim that joins several (intersection–union) or of a permutation test it is twice
 * the smaller of the two one-sided p-values, so that the level means the same in every result.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { hypothesisResult } from "@/hypotheses/hypothesis_result.ts";
 *
 * const result = hypothesisResult({
 *   hypothesis: "example", claim: "it is positive", estimate: 0.2, low: 0.1, high: 0.3, n: 90, clusters: 40, pValue: 0.001,
 *   effect: { measure: "Cohen's h", value: 0.4 }, method: "by hand", assumptions: [], sensitivity: [], alpha: 0.05,
 *   frames: [], claimIs: "above",
 * });
 * assert.equal(result.verdict, "supported");
 * assert.match(String(result), /20\.0 points \[10\.0, 30\.0\]/);
 * ```
 */
export function hypothesisResult(
  { frames, nullValue = 0, unit = "points", statement, compares = [], ...parts }: HypothesisParts,
): HypothesisResult {
  const { hypothesis, claim, estimate, low, high, n, clusters, df = Infinity, effect, claimIs } = parts;
  const { method, assumptions, sensitivity, alpha, delta = DELTA[unit], warning = "" } = parts;
  requireBetween(hypothesis, "an alpha", alpha);
  if (!(delta >= 0)) throw new RangeError(`${hypothesis}: wanted a δ of 0 or more, found ${delta}`);
  const direction = parts.direction ?? Math.sign(estimate - nullValue);
  const evidence = { ...parts, nullValue, delta, direction, level: 1 - alpha };
  const { verdict, pValue, pEquivalence } = verdictOf(evidence);
  const result: HypothesisResult = {
    hypothesis,
    claim,
    estimate,
    low,
    high,
    n,
    clusters,
    pValue,
    effect,
    verdict,
    method,
    assumptions: [...new Set([...assumptions, ...pooled(frames, compares)])],
    sensitivity,
    provenance: frames.some(saysSimulated) ? "simulated" : "results",
    unit,
    statement: statement ?? hypothesis,
    alpha,
    df,
    delta,
    pEquivalence,
    warning,
    nullValue,
    claimIs,
    direction,
  };
  return displayed(result, hypothesisText, hypothesisHtml);
}

/** Gives an object the two faces that consoles and notebooks ask for, without listing them among its fields. */
function displayed<T extends object>(
  value: T,
  text: (value: T) => string,
  html: (value: T) => string,
): T {
  return Object.defineProperties(value, {
    toString: { value: () => text(value), enumerable: false },
    [Symbol.for("Jupyter.display")]: {
      value: () => ({ "text/plain": text(value), "text/html": html(value) }),
      enumerable: false,
    },
  });
}

/** A reminder where the rows are of several judges or benchmarks, which count as one. */
function pooled(frames: readonly pl.DataFrame[], compares: readonly string[]): string[] {
  return ["judge", "benchmark"].filter((column) => !compares.includes(column)).flatMap((column) => {
    const frame = frames.find((frame) => frame.columns.includes(column));
    const count = frame?.getColumn(column).nUnique() ?? 1;
    return count > 1 ? [`${count} ${column}s count as one (\`hypothesisTable\` tells them apart)`] : [];
  });
}

/** Whether a frame holds rows that call themselves simulated. */
export function saysSimulated(frame: pl.DataFrame): boolean {
  requireProvenance("hypotheses", frame);
  return frame.columns.includes("provenance") &&
    frame.getColumn("provenance").unique().toArray().includes("simulated");
}

/** Cohen's h of two shares, 2·asin√p − 2·asin√q: 0.2 small, 0.5 medium, 0.8 large (Cohen 1988). */
export function cohensH(p: number, q: number): { measure: string; value: number } {
  return { measure: "Cohen's h", value: 2 * Math.asin(Math.sqrt(p)) - 2 * Math.asin(Math.sqrt(q)) };
}
