import { studentPValue } from "./p_value.ts";
import { studentQuantile } from "./student_quantile.ts";
import { requireBetween } from "./require_value.ts";

/** Result of a test of non-inferiority. */
export interface NonInferiority {
  /** new − old, larger is better. */
  estimate: number;
  /** One-sided lower limit at 1 − alpha; non-inferior where it lies above −margin. */
  low: number;
  /** One-sided: against "worse by the margin or more". */
  pValue: number;
  /** Whether p lies below alpha; false where it is NaN. */
  nonInferior: boolean;
  /** By how much the new way may be worse, in the unit of the estimate, as it was given. */
  margin: number;
}

/** What `nonInferiority` works on. */
export interface NonInferiorityOptions {
  /** new − old, where larger is better. */
  estimate: number;
  /** Of the estimate, 0 or more. */
  standardError: number;
  /** By how much the new way may be worse, above 0, in the unit of the estimate. */
  margin: number;
  /** Degrees of freedom of the standard error; Infinity, the default, for the normal distribution. */
  df?: number;
  /** Level of the one-sided test; 0.05 by default. */
  alpha?: number;
}

/**
 * Is the new way at most `margin` worse than the old one? t = (estimate + margin)/standard error against Student's t (the normal
 * distribution for `df` Infinity), one-sided. Not the same as "no significant difference": too little data never shows it.
 *
 * Standard error 0 (no spread in the data) decides by the estimate alone; NaN gives NaN and false.
 *
 * @param estimate new − old, where larger is better
 * @throws {RangeError} for a margin that is not positive, a negative error, or an alpha outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { nonInferiority } from "judgebias/stats";
 *
 * const { low, nonInferior } = nonInferiority({ estimate: 0, standardError: 0.005, margin: 0.01 });
 * assert.ok(nonInferior && Math.abs(low + 0.008224268) < 1e-8); // −1.644854 · 0.005 > −0.01
 * ```
 */
export function nonInferiority(
  { estimate, standardError, margin, df = Infinity, alpha = 0.05 }: NonInferiorityOptions,
): NonInferiority {
  if (!(margin > 0)) throw new RangeError(`nonInferiority: wanted a positive margin, found ${margin}`);
  if (standardError < 0) {
    throw new RangeError(`nonInferiority: wanted a standard error of 0 or more, found ${standardError}`);
  }
  requireBetween("nonInferiority", "an alpha", alpha);
  const distance = estimate + margin;
  const t = standardError === 0 ? (distance > 0 ? Infinity : -Infinity) : distance / standardError;
  const known = !Number.isNaN(estimate) && !Number.isNaN(standardError);
  const pValue = known ? studentPValue("nonInferiority", t, df, "greater") : NaN;
  const low = estimate - studentQuantile(1 - alpha, df) * standardError;
  return { estimate, low, pValue, nonInferior: pValue < alpha, margin };
}
