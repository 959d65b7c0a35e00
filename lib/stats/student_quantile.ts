import { gammaln } from "simple-statistics";
import { normalQuantile } from "./normal_quantile.ts";
import { studentCdf } from "./student_cdf.ts";

/**
 * Quantile of Student's t: the t with P(T ≤ t) = p. Halley's method on `studentCdf` from Cornish and Fisher's
 * expansion, kept in a bracket, down to the last bits.
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
  // t has heavier tails than the normal distribution: its lower quantiles lie further out (Cornish and Fisher's expansion).
  const z = normalQuantile(p), c = z * z + 1;
  let high = z, low = -Infinity, t = z * (1 + c / (4 * df) + (c * (5 * c + 6) - 8) / (96 * df * df));
  const front = gammaln((df + 1) / 2) - gammaln(df / 2) - 0.5 * Math.log(df * Math.PI);
  for (let step = 0; step < 200; step++) {
    const below = studentCdf(t, df), above = below - p;
    if (above < 0) low = t;
    else high = t;
    const density = Math.exp(front - (df + 1) / 2 * Math.log1p(t * t / df));
    // Near the quantile Halley's step; far from it Newton's in both logarithms, in which the tail is a line.
    const newton = above / density;
    let next = Math.abs(above) < 0.3 * p
      ? t - newton / (1 + newton * (df + 1) * t / (2 * (df + t * t)))
      : t * Math.exp(-Math.log(below / p) * below / (t * density));
    // The error of what follows such a step is its cube.
    if (Math.abs(next - t) <= 1e-6 * Math.abs(t)) return next;
    if (!(next > low && next < high)) next = low === -Infinity ? 2 * t - 1 : 0.5 * (low + high);
    if (next <= low || next >= high) return next;
    t = next;
  }
  return t;
}
