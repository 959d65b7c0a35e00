import type { Verdict } from "./verdict.ts";

export type { Verdict };

/** What every test may be told beside its frame. */
export interface TestOptions {
  /** A difference smaller than this counts as none, in the unit of the estimate. */
  delta?: number;
  /** Level of the test; its interval is at 1 − alpha. */
  alpha?: number;
}

/** Another look at the same question. */
export interface SensitivityRow {
  name: string;
  estimate: number;
  low: number;
  high: number;
  n: number;
  pValue: number;
}

/** What a test of a hypothesis returns. Estimates are fractions, as everywhere in the library. */
export interface HypothesisResult {
  /** Short name, for tables and figures. */
  hypothesis: string;
  /** What would be shown if the test supports it. */
  claim: string;
  estimate: number;
  /** Interval at level 1 − alpha. */
  low: number;
  high: number;
  /** Pairs (samples, images, …) that the estimate rests on. */
  n: number;
  /** Independent units among them. */
  clusters: number;
  /** Degrees of freedom of the interval. */
  df: number;
  /** Two-sided, of the direction that is shown: below alpha exactly where the verdict is supported or contradicted. */
  pValue: number;
  /** δ: an effect smaller than this counts as none, in the unit of the estimate. */
  delta: number;
  /** The smallest alpha at which the interval lies within ±δ of the null value. */
  pEquivalence: number;
  /** What makes this result rough, in words; empty where nothing does. */
  warning: string;
  /** Size of the effect in a unit that compares across studies. */
  effect: { measure: string; value: number };
  verdict: Verdict;
  method: string;
  assumptions: string[];
  sensitivity: SensitivityRow[];
  /** Whether the rows say of themselves that they are simulated: then all of this describes the simulation. */
  provenance: "results" | "simulated";
  /** What the estimate means: a difference in percentage points, a share in percent, or a number as it is. */
  unit: "points" | "percent" | "number";
  /** Tests with the same statement are one test, whatever they are called, and count once in corrections. */
  statement: string;
  alpha: number;
  /** Null value, side of the claim, and direction of p: what the verdict is made from again once p-values are adjusted. */
  nullValue: number;
  claimIs: "above" | "below" | "either";
  direction: number;
}
