import type pl from "nodejs-polars";
import { hypothesisHtml, hypothesisText } from "./hypothesis_display.ts";
import type { HypothesisResult, Verdict } from "./hypothesis_types.ts";

export type { HypothesisResult, SensitivityRow, Verdict } from "./hypothesis_types.ts";

/** What a hypothesis hands to `hypothesisResult`. */
export interface HypothesisParts
  extends Omit<HypothesisResult, "verdict" | "provenance" | "unit" | "statement"> {
  /** The frame or frames that the numbers come from. */
  frames: readonly pl.DataFrame[];
  /** On which side of the null value the claim lies; `either` for "differs". */
  claimIs: "above" | "below" | "either";
  nullValue?: number;
  unit?: HypothesisResult["unit"];
  statement?: string;
  /** Columns whose values are compared with each other, and so do not count as one. */
  compares?: readonly string[];
}

/**
 * Completes a result: verdict, provenance, and the display that notebooks show (`await show(result)`).
 *
 * Supported: p < alpha and the estimate on the claim's side of the null value; contradicted: p < alpha and on the other side.
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
  { frames, claimIs, nullValue = 0, unit = "points", statement, compares = [], ...parts }: HypothesisParts,
): HypothesisResult {
  if (!(parts.alpha > 0 && parts.alpha < 1)) {
    throw new RangeError(`${parts.hypothesis}: wanted an alpha between 0 and 1, found ${parts.alpha}`);
  }
  const { hypothesis, claim, estimate, low, high, n, clusters, pValue, effect } = parts;
  const { method, assumptions, sensitivity, alpha } = parts;
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
    verdict: verdict(estimate - nullValue, pValue, alpha, claimIs),
    method,
    assumptions: [...new Set([...assumptions, ...pooled(frames, compares)])],
    sensitivity,
    provenance: frames.some(saysSimulated) ? "simulated" : "results",
    unit,
    statement: statement ?? hypothesis,
    alpha,
  };
  return displayed(result, hypothesisText, hypothesisHtml);
}

/** Gives an object the two faces that consoles and notebooks ask for, without listing them among its fields. */
export function displayed<T extends object>(
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

function verdict(
  distance: number,
  pValue: number,
  alpha: number,
  claimIs: HypothesisParts["claimIs"],
): Verdict {
  if (Number.isNaN(distance) || Number.isNaN(pValue)) return "untestable";
  if (pValue >= alpha) return "undecided";
  return claimIs === "either" || (distance > 0) === (claimIs === "above") ? "supported" : "contradicted";
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
  return frame.columns.includes("provenance") &&
    frame.getColumn("provenance").unique().toArray().includes("simulated");
}

/** Cohen's h of two shares, 2·asin√p − 2·asin√q: 0.2 small, 0.5 medium, 0.8 large (Cohen 1988). */
export function cohensH(p: number, q: number): { measure: string; value: number } {
  return { measure: "Cohen's h", value: 2 * Math.asin(Math.sqrt(p)) - 2 * Math.asin(Math.sqrt(q)) };
}
