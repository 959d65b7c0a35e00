import { gammaln } from "simple-statistics";

/**
 * Upper tail of the χ² distribution, P(X ≥ x): the p-value of a χ² statistic. The regularised upper incomplete gamma
 * function Q(df/2, x/2), by its series below the mean and Lentz's continued fraction above.
 *
 * @throws {RangeError} for a negative x or degrees of freedom that are not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { chiSquareTail } from "@/stats/chi_square_tail.ts";
 *
 * assert.ok(Math.abs(chiSquareTail(3.841458820694124, 1) - 0.05) < 1e-14);
 * ```
 */
export function chiSquareTail(x: number, df: number): number {
  if (!(x >= 0)) throw new RangeError(`chiSquareTail: wanted a statistic of 0 or more, found ${x}`);
  if (!(df > 0)) throw new RangeError(`chiSquareTail: wanted positive degrees of freedom, found ${df}`);
  if (x === 0) return 1;
  if (x === Infinity) return 0;
  const a = df / 2, z = x / 2;
  const front = Math.exp(a * Math.log(z) - z - gammaln(a));
  if (z < a + 1) {
    let term = 1 / a, sum = term;
    for (let k = 1; term > 1e-17 * sum; k++) {
      term *= z / (a + k);
      sum += term;
    }
    return 1 - front * sum;
  }
  let b = z + 1 - a, c = 1e300, d = 1 / b, result = d;
  for (let k = 1; k < 10_000; k++) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    result *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return front * result;
}
