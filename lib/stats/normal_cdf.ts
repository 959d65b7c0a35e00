/**
 * Standard normal distribution function Φ(z) = P(Z ≤ z); its complement is `normalCdf(-z)`, exact in the far tail too.
 *
 * Power series near 0, Lentz's continued fraction of Mills' ratio beyond (Abramowitz and Stegun 26.2.10 and 26.2.14);
 * relative error below 1e-13 down to z = −37. In [0, 1]; NaN gives NaN.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { normalCdf } from "@/stats/normal_cdf.ts";
 *
 * assert.ok(Math.abs(normalCdf(1.959963984540054) - 0.975) < 1e-15);
 * ```
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) return NaN;
  const x = Math.abs(z);
  const density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  if (x < 2.5) {
    // Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …)
    let term = x, sum = x;
    for (let k = 3; Math.abs(term) > 1e-17 * sum; k += 2) {
      term *= x * x / k;
      sum += term;
    }
    return z < 0 ? 0.5 - density * sum : 0.5 + density * sum;
  }
  // Q(x) = φ(x)/(x + 1/(x + 2/(x + 3/(x + …)))), from the inside out
  let fraction = x;
  for (let k = Math.ceil(30 + 400 / x); k > 0; k--) fraction = x + k / fraction;
  const tail = density / fraction;
  return z < 0 ? tail : 1 - tail;
}
