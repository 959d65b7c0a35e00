/** What a test says of its claim at level alpha. `untestable`: too little data. */
export type Verdict = "supported" | "contradicted" | "undecided" | "untestable";

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
  low: number;
  high: number;
  /** Pairs (samples, images, …) that the estimate rests on. */
  n: number;
  /** Independent units among them. */
  clusters: number;
  pValue: number;
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
}
