import { normalCdf } from "./normal_cdf.ts";

/** Coefficients of Acklam's rational approximation (relative error 1.15e-9), the start of the refinement. */
const CENTRE_TOP = [
  -3.969683028665376e1,
  2.209460984245205e2,
  -2.759285104469687e2,
  1.383577518672690e2,
  -3.066479806614716e1,
  2.506628277459239,
];
const CENTRE_BOTTOM = [
  -5.447609879822406e1,
  1.615858368580409e2,
  -1.556989798598866e2,
  6.680131188771972e1,
  -1.328068155288572e1,
  1,
];
const TAIL_TOP = [
  -7.784894002430293e-3,
  -3.223964580411365e-1,
  -2.400758277161838,
  -2.549732539343734,
  4.374664141464968,
  2.938163982698783,
];
const TAIL_BOTTOM = [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1];

/**
 * Standard normal quantile: the z with Φ(z) = p. A rational start (Acklam) and two steps of Halley's method on
 * `normalCdf`, so that the error is that of the distribution function.
 *
 * @param p in [0, 1]; 0 and 1 give −∞ and ∞
 * @throws {RangeError} for p outside [0, 1] or NaN
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { normalQuantile } from "@/stats/normal_quantile.ts";
 *
 * assert.ok(Math.abs(normalQuantile(0.975) - 1.959963984540054) < 1e-14);
 * ```
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`normalQuantile: wanted a probability in [0, 1], found ${p}`);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  // The upper half mirrors the lower one, where probabilities keep their digits.
  if (p > 0.5) return -normalQuantile(1 - p);
  let z: number;
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    z = horner(TAIL_TOP, q) / horner(TAIL_BOTTOM, q);
  } else {
    const q = p - 0.5, r = q * q;
    z = horner(CENTRE_TOP, r) * q / horner(CENTRE_BOTTOM, r);
  }
  for (let step = 0; step < 2; step++) {
    const error = (normalCdf(z) - p) * Math.sqrt(2 * Math.PI) * Math.exp(0.5 * z * z);
    if (!Number.isFinite(error)) break; // below p = 1e-308 the density has no digits left; the start has nine
    z -= error / (1 + 0.5 * z * error);
  }
  return z;
}

function horner(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);
}
