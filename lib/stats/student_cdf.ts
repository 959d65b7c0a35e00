import { incompleteBeta } from "./incomplete_beta.ts";
import { normalCdf } from "./normal_cdf.ts";

/**
 * Distribution function of Student's t: P(T ≤ t) with the given degrees of freedom; the upper tail is
 * `studentCdf(-t, df)`, which keeps its digits.
 *
 * @param df positive; Infinity gives the normal distribution
 * @throws {RangeError} for degrees of freedom that are not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { studentCdf } from "@/stats/student_cdf.ts";
 *
 * assert.ok(Math.abs(studentCdf(1, 1) - 0.75) < 1e-15); // Cauchy: ½ + atan(1)/π
 * ```
 */
export function studentCdf(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`studentCdf: wanted positive degrees of freedom, found ${df}`);
  if (Number.isNaN(t)) return NaN;
  if (df === Infinity) return normalCdf(t);
  if (Math.abs(t) === Infinity) return t < 0 ? 0 : 1;
  // P(|T| > |t|) = I_{df/(df + t²)}(df/2, ½); both x and 1 − x are formed without cancellation.
  const squared = t * t;
  const tail = 0.5 * incompleteBeta(df / (df + squared), df / 2, 0.5, squared / (df + squared));
  return t < 0 ? tail : 1 - tail;
}
