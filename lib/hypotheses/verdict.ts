import { told } from "../progress/told.ts";
import { requireBetween, requireOneOf } from "../progress/require.ts";
import { WrongValue } from "../progress/require_no_more.ts";
import { studentPValue, studentQuantile } from "../stats/distributions.ts";
import type { Inference } from "../stats/infer.ts";
import { LEAST_P } from "../stats/limits.ts";
import { benjaminiHochberg, holm } from "../stats/multiple_testing.ts";

/**
 * What the data say of a claim at level alpha (0.05):
 *
 * - `supported`: the interval at level 1 − alpha (95%) lies on the claim's side of the null value; `contradicted`: on the other side (of a claim of several
 *   parts, each of which could contradict, at level 1 − alpha / parts: the interval shown may lie there and the claim be undecided);
 * - `absent`: it holds the null value, and the interval at level 1 − 2·alpha (90%) lies within ±δ of it: two one-sided tests at alpha rule out an
 *   effect of δ or more (Schuirmann 1987);
 * - `undecided`: none of these; `untestable`: too little data for an interval, or for any verdict.
 *
 * Either direction is claimed in error in at most alpha/2 of the cases, and any false verdict stands in at most alpha.
 */
export type Verdict = "supported" | "contradicted" | "absent" | "undecided" | "untestable";

/** What a verdict rests on. */
export interface VerdictEvidence extends Pick<Inference, "low" | "high">, Partial<Pick<Inference, "df">> {
  /** In the unit of δ and the null value; NaN makes the claim untestable. */
  estimate: number;
  /** Level of the interval, 0.95 by default. */
  level?: number;
  /** Two-sided p of any null value by the test that the interval is of; without it p-values are read off the limits. */
  pOf?: (nullValue: number) => number;
  /** Value of no effect; 0 by default. */
  nullValue?: number;
  /** δ: an effect smaller than this counts as none. */
  delta: number;
  /** On which side of the null value the claim lies; `either` for "differs". */
  claimIs?: "above" | "below" | "either";
  /** Level of the verdict; 0.05 by default. */
  alpha?: number;
}

/** A verdict with the two p-values that it follows from. */
export interface VerdictFound {
  /** What both p-values say at alpha; `untestable` where there is no p-value of the direction. */
  verdict: Verdict;
  /** Of the direction, two-sided. */
  pValue: number;
  /** Of an effect of δ or more: the smallest alpha at which the interval at 1 − 2·alpha lies within ±δ. */
  pEquivalence: number;
}

/**
 * The one rule by which this library turns an estimate into a verdict, for every row of a metric as for hypotheses.
 *
 * @throws {RangeError} for an alpha outside (0, 1), or a δ that is negative
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { verdictOf } from "judgebias";
 *
 * const of = (estimate: number, low: number, high: number) =>
 *   verdictOf({ estimate, low, high, delta: 0.05 }).verdict;
 * assert.equal(of(0.2, 0.1, 0.3), "supported");
 * assert.equal(of(-0.2, -0.3, -0.1), "contradicted");
 * assert.equal(of(0.01, -0.02, 0.04), "absent"); // within ±5 points
 * assert.equal(of(0.01, -0.08, 0.10), "undecided");
 * assert.equal(of(0.2, NaN, NaN), "untestable");
 * ```
 */
export function verdictOf(evidence: VerdictEvidence): VerdictFound {
  const { estimate, nullValue = 0, delta, claimIs, alpha = 0.05 } = evidence;
  requireBetween("verdictOf", "an alpha", alpha);
  requireDelta("verdictOf", delta, "number");
  const p = evidence.pOf ?? ((value: number) => pOfLimits(evidence, value)), pValue = p(nullValue);
  const distance = estimate - nullValue;
  const pEquivalence = Math.abs(distance) < delta
    ? Math.max(p(nullValue - delta), p(nullValue + delta)) / 2 // each side by itself
    : Number.isNaN(distance)
    ? NaN
    : 1;
  const verdict = decide({ pValue, pEquivalence, direction: Math.sign(distance), claimIs, alpha });
  return { verdict, pValue, pEquivalence };
}

/** The verdict that p-values, adjusted or not, lead to; `direction` is the side of the null value that `pValue` speaks for. */
export function decide(
  { pValue, pEquivalence, direction, claimIs = "above", alpha }:
    & Pick<VerdictEvidence, "claimIs">
    & Record<"pValue" | "pEquivalence" | "direction" | "alpha", number>,
): Verdict {
  if ([direction, pValue].some(Number.isNaN)) return "untestable";
  if (pValue < alpha) {
    return claimIs === "either" || (direction > 0) === (claimIs === "above") ? "supported" : "contradicted";
  }
  return pEquivalence < alpha ? "absent" : "undecided";
}

/**
 * Two-sided p of a null value from the limits: the one on the side of the null value lies t(level, df) standard errors away. NaN beyond a limit
 * that coincides with the estimate: how far away the null value is cannot be told from it.
 */
function pOfLimits({ estimate, low, high, df, level = 0.95 }: VerdictEvidence, nullValue: number): number {
  const distance = estimate - nullValue, freedom = df !== undefined && df > 0 ? df : Infinity;
  if (Number.isNaN(low + high + distance)) return NaN;
  if (distance === 0) return 1;
  const gap = distance > 0 ? estimate - low : high - estimate;
  if (!(gap > 0)) return NaN;
  const t = distance / gap * studentQuantile(0.5 + level / 2, freedom);
  return Math.max(LEAST_P, studentPValue(t, freedom));
}

export function requireDelta(action: string, delta: number, unit: string): void {
  if (delta >= 0 && (unit === "number" || delta < 1)) return;
  const most = unit === "number" ? "" : " and less than 1 (a share: .05 is 5 points)";
  throw new WrongValue(`${action}: wanted a δ of 0 or more${most}, found ${told(delta)}`);
}

/** Holm controls the chance of any false verdict, Benjamini–Hochberg the share of false ones among those shown. */
export type Correction = "holm" | "bh" | "none";

interface Adjustable
  extends
    Pick<VerdictFound, "pValue" | "pEquivalence">,
    Pick<VerdictEvidence, "estimate" | "nullValue" | "claimIs"> {
  direction?: number;
  /** The same without replies that name no answer (unread ones, ties), where there are any. */
  leftOut?: Pick<Adjustable, "estimate" | "pValue" | "pEquivalence" | "direction">;
}

const CORRECTIONS: Record<Correction, Record<"direction" | "equivalence", (p: number[]) => number[]>> = {
  // Of a row's two nulls at most one is true, but a row may be wrong in either way: Bonferroni for the second keeps the sum at alpha.
  holm: { direction: holm, equivalence: bonferroni },
  bh: { direction: benjaminiHochberg, equivalence: benjaminiHochberg },
  none: { direction: (p) => p, equivalence: (p) => p },
};

export function requireCorrection(action: string, correction: string): void {
  requireOneOf(action, "the correction", correction, Object.keys(CORRECTIONS));
}

/**
 * Verdicts of several estimates at once, at one level for all of them. The direction (supported or contradicted) follows Holm's correction of
 * the two-sided p-values; `absent` Bonferroni's of the equivalence p-values, so that the chance of any false verdict, of whichever kind,
 * stays at most alpha: while all directions are undecided, a row of m is called wrongly, in its direction or as `absent`, in at most alpha/m.
 *
 * Rows that cannot be tested (NaN) count for nothing. What a row with replies that name no answer shows it shows without them (`leftOut`) too, by a second
 * list in which these stand, adjusted alike; else it is `undecided`, `counted` what it would show with them alone, and `pWithout` the p of that without them.
 */
export function adjustVerdicts(
  rows: readonly Adjustable[],
  { correction = "holm", alpha = 0.05 }: { correction?: Correction; alpha?: number } = {},
) {
  requireBetween("hypothesisTable", "an alpha", alpha);
  const own = CORRECTIONS[correction];
  const adjusted = (rows: readonly Adjustable[]) => {
    const p = own.direction(rows.map(({ pValue }) => pValue));
    const none = own.equivalence(rows.map(({ pEquivalence }) => pEquivalence));
    return rows.map((row, i) => {
      const { direction = Math.sign(row.estimate - (row.nullValue ?? 0)), claimIs } = row;
      const found = { pValue: p[i], pEquivalence: none[i], direction };
      return { ...found, verdict: decide({ ...found, claimIs, alpha }) };
    });
  };
  const without = adjusted(rows.map((row) => ({ ...row, ...row.leftOut })));
  return adjusted(rows).map(({ pValue, pEquivalence, direction, verdict: counted }, i) => {
    const other = without[i];
    const isSame = other.verdict === counted && (counted === "absent" || other.direction === direction);
    const isOpen = rows[i].leftOut && counted !== "untestable" && !isSame;
    return {
      ...{ pAdjusted: pValue, pEquivalenceAdjusted: pEquivalence },
      pWithout: counted === "absent" ? other.pEquivalence : other.pValue,
      ...{ counted, verdict: isOpen ? "undecided" as const : counted },
    };
  });
}

function bonferroni(p: number[]): number[] {
  const tests = p.filter((value) => !Number.isNaN(value)).length;
  return p.map((value) => Math.min(1, tests * value));
}
