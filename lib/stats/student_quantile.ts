import { gammaln } from "simple-statistics";
import { normalQuantile } from "./normal_quantile.ts";
import { studentCdf } from "./student_cdf.ts";

/**
 * Quantile of Student's t: the t with P(T ≤ t) = p. Newton's method on `studentCdf`, kept in a bracket that
 * grows from the normal quantile, down to the last bits.
 *
 * @param p in [0, 1]; 0 and 1 give −∞ and ∞
 * @throws {RangeError} for p outside [0, 1] or degrees of freedom that are not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { studentQuantile } from "@/stats/student_quantile.ts";
 *
 * assert.ok(Math.abs(studentQuantile(0.975, 1) - 12.706204736174694) < 1e-11);
 * ```
 */
export function studentQuantile(p: number, df: number): number {
  if (!(p >= 0 && p <= 1)) {
    throw new RangeError(`studentQuantile: wanted a probability in [0, 1], found ${p}`);
  }
  if (!(df > 0)) throw new RangeError(`studentQuantile: wanted positive degrees of freedom, found ${df}`);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  if (p === 0.5) return 0;
  if (p > 0.5) return -studentQuantile(1 - p, df);
  if (df === Infinity) return normalQuantile(p);
  // t has heavier tails than the normal distribution: its lower quantiles lie further out.
  let high = normalQuantile(p), low = 2 * high - 1;
  while (studentCdf(low, df) > p) low *= 2;
  // Newton's steps where they stay in the bracket, halving where they do not.
  const front = gammaln((df + 1) / 2) - gammaln(df / 2) - 0.5 * Math.log(df * Math.PI);
  let t = high;
  for (let step = 0; step < 200; step++) {
    const above = studentCdf(t, df) - p;
    if (above < 0) low = t;
    else high = t;
    const density = Math.exp(front - (df + 1) / 2 * Math.log1p(t * t / df));
    let next = t - above / density;
    if (!(next > low && next < high) || above > p) next = 0.5 * (low + high);
    if (next <= low || next >= high || Math.abs(next - t) <= 1e-16 * Math.abs(t)) return next;
    t = next;
  }
  return t;
}
