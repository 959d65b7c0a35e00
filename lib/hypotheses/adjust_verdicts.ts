import { benjaminiHochberg, holm } from "../stats/multiple_testing.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { decide } from "./verdict.ts";
import { requireBetween, requireOneOf } from "../progress/require.ts";

/** Holm controls the chance of any false verdict, Benjamini–Hochberg the share of false ones among those shown. */
export type Correction = "holm" | "bh" | "none";

/** What a list of verdicts is made from: a `HypothesisResult`, or any estimate after `verdictOf`. */
export type Adjustable =
  & Pick<HypothesisResult, "estimate" | "pValue" | "pEquivalence">
  & Partial<Pick<HypothesisResult, "nullValue" | "direction" | "claimIs">>;

/** How p-values of directions, and of "no effect of δ or more", are adjusted. */
const CORRECTIONS: Record<Correction, Record<"direction" | "equivalence", (p: number[]) => number[]>> = {
  // Of a row's two nulls at most one is true, but a row may be wrong in either way: Bonferroni for the second keeps the sum at alpha.
  holm: { direction: holm, equivalence: bonferroni },
  bh: { direction: benjaminiHochberg, equivalence: benjaminiHochberg },
  none: { direction: (p) => p, equivalence: (p) => p },
};

/** Throws for a correction that is none. */
export function requireCorrection(action: string, correction: string): void {
  requireOneOf(action, "the correction", correction, Object.keys(CORRECTIONS));
}

/**
 * Verdicts of several estimates at once, at one level for all of them. The direction (supported or contradicted) follows Holm's correction of
 * the two-sided p-values; `absent` Bonferroni's of the equivalence p-values, so that the chance of any false verdict, of whichever kind,
 * stays at most alpha: while all directions are undecided, a row of m is called wrongly, in its direction or as `absent`, in at most alpha/m.
 *
 * Rows that cannot be tested (NaN) count for nothing.
 */
export function adjustVerdicts(
  rows: readonly Adjustable[],
  { correction = "holm", alpha = 0.05 }: { correction?: Correction; alpha?: number } = {},
) {
  requireBetween("hypothesisTable", "an alpha", alpha);
  const own = CORRECTIONS[correction];
  const p = own.direction(rows.map(({ pValue }) => pValue));
  const none = own.equivalence(rows.map(({ pEquivalence }) => pEquivalence));
  return rows.map((row, i) => {
    const { direction = Math.sign(row.estimate - (row.nullValue ?? 0)), claimIs } = row;
    const [pValue, pEquivalence] = [p[i], none[i]];
    const verdict = decide({ pValue, pEquivalence, direction, claimIs, alpha });
    return { pAdjusted: pValue, pEquivalenceAdjusted: pEquivalence, verdict };
  });
}

function bonferroni(p: number[]): number[] {
  const tests = p.filter((value) => !Number.isNaN(value)).length;
  return p.map((value) => Math.min(1, tests * value));
}
