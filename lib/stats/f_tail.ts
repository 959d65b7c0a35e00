import { incompleteBeta } from "./incomplete_beta.ts";

/**
 * Upper tail of the F distribution, P(X ≥ x): the p-value of an F statistic with `df1` and `df2` degrees of freedom,
 * I(df2/(df2 + df1·x); df2/2, df1/2).
 *
 * @throws {RangeError} for a negative x or degrees of freedom that are not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { fTail } from "@/stats/f_tail.ts";
 *
 * assert.ok(Math.abs(fTail(1, 1, 1) - 0.5) < 1e-15); // the square of a Cauchy number exceeds 1 in half the cases
 * ```
 */
export function fTail(x: number, df1: number, df2: number): number {
  if (!(x >= 0)) throw new RangeError(`fTail: wanted a statistic of 0 or more, found ${x}`);
  if (!(df1 > 0 && df2 > 0)) {
    throw new RangeError(`fTail: wanted positive degrees of freedom, found ${df1} and ${df2}`);
  }
  if (x === Infinity) return 0;
  const whole = df2 + df1 * x;
  return incompleteBeta(df2 / whole, df2 / 2, df1 / 2, df1 * x / whole);
}
