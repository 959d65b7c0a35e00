import type { MetricOptions } from "../metrics/metric_types.ts";
import type { Inference } from "../stats/infer.ts";
import type { Verdict } from "./verdict.ts";

/** What every test may be told beside its frame. */
export interface TestOptions extends Pick<MetricOptions, "where" | "clusters"> {
  /** A difference smaller than this counts as none, in the unit of the estimate; by default 0.05 of points and percent, 0.25 of other numbers (`repeatsItself`: 0.02). */
  delta?: number;
  /** Level of the test, 0.05 by default; its interval is at 1 − alpha. */
  alpha?: number;
}

/** Another look at the same question; its estimate is in the result's unit unless the name says another, shares are fractions. */
export interface SensitivityRow
  extends Pick<Inference, "estimate" | "low" | "high" | "n" | "clusters" | "pValue"> {
  /** How this look differs from the main line: another method, subset or threshold, in a few words. */
  name: string;
  /** What p is against; left out where there is no p. */
  nullValue?: number;
  /** Set where it is no difference but a level by itself, as an accuracy is: shown in percent, where the result is in points. */
  unit?: "percent";
}

/** One of several quantities that a claim is about. */
export interface ClaimedPart
  extends Pick<HypothesisResult, "estimate" | "low" | "high" | "n" | "clusters" | "df" | "nullValue"> {
  /** What it is called. */
  name: string;
  /** Two-sided, of this part by itself against its null value. */
  pValue: number;
  /** Set on the part that must be near its null value where the verdict `absent` looks at that alone; it says nothing of what was found. */
  decidesAbsent?: true;
}

/** What a claim finds without the replies that name no answer and count as wrong: of a comparison, without the pairs that either side has such a reply on. */
export interface FoundWithout
  extends
    Omit<SensitivityRow, "name" | "nullValue" | "unit">,
    Pick<HypothesisResult, "pEquivalence" | "direction" | "nullValue" | "parts"> {
  /** What was left out: `unread replies`, `ties`, `unread replies and ties`. */
  called: string;
}

/** What a test of a hypothesis returns. Estimates are fractions, as everywhere in the library. */
export interface HypothesisResult {
  /** Short name, for tables and figures, with the rows that it was asked of where some were named. */
  hypothesis: string;
  /** What would be shown if the test supports it. */
  claim: string;
  /** The quantity that the claim is about, as `unit` says it; NaN where there is nothing to estimate from. */
  estimate: number;
  /** Interval at level 1 − alpha; of a claim of several parts that of the part shown. */
  low: number;
  /** Upper end of the same interval; both ends are NaN where too little data leaves none. */
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
  /** Of an effect of δ or more: the larger p of two one-sided tests, not doubled (Schuirmann 1987), of the part that decides `absent`; of several parts any of which may be near the null value, that of being below δ times their number. Below alpha where the interval at 1 − 2·alpha lies within ±δ of the null value; NaN where these rows cannot show absence (a share of δ or more of the replies is unread, judges lie on opposite sides), as `warning` says. */
  pEquivalence: number;
  /** What makes this result rough, in words; empty where nothing does. */
  warning: string;
  /** Size of the effect in a unit that compares across studies. */
  effect: { measure: string; value: number };
  /**
   * What the data say of the claim at `alpha`, by the rule of `verdictOf`, with unread replies and ties counted as wrong and with them left out (`leftOut`).
   * These are two of the ways in which unread replies could have gone; `report` asks for all of them, and leaves undecided what one could turn.
   */
  verdict: Verdict;
  /** How estimate, interval and p were made, and what was left out, in words. */
  method: string;
  /** What must hold for interval and p to mean what they say, one sentence each. */
  assumptions: string[];
  /** The same question asked in other ways; empty where the test has none. */
  sensitivity: SensitivityRow[];
  /** Whether the rows say of themselves that they are simulated: then all of this describes the simulation. */
  provenance: "results" | "simulated";
  /** What the estimate means: a difference in percentage points, a share in percent, or a number as it is. */
  unit: "points" | "percent" | "number";
  /** Level of the verdict; the interval is at 1 − alpha. */
  alpha: number;
  /** Null value, side of the claim, and direction of p: what the verdict is made from again once p-values are adjusted. */
  nullValue: number;
  /** Of a claim of several quantities that must all lie above their null values, each of them; else left out. */
  parts?: ClaimedPart[];
  /** On which side of the null value the claim lies; `either` for "differs". */
  claimIs: "above" | "below" | "either";
  /**
   * The same without unread replies and ties, where some count as wrong: the verdict is one of both, `undecided` where they are not alike. Missing where
   * there are none, and from claims of which such replies are no part (`longerAnswerWins`, `biasBeyondPeople`). What slots do has no second way: a tie
   * names no slot, and leaving it out asks another question.
   */
  leftOut?: FoundWithout;
  /** −1 or 1: the side of the null value that `pValue` speaks for; 0 where the estimate is the null value, NaN without one. */
  direction: number;
}
