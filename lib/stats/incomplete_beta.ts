import { gammaln } from "simple-statistics";

/**
 * Regularised incomplete beta function I_x(a, b): the distribution function of the beta distribution, and with it of
 * Student's t, F and the binomial.
 *
 * Continued fraction (Numerical Recipes' form of Abramowitz and Stegun 26.5.8) by Lentz's method, mirrored where it
 * converges faster. In [0, 1].
 *
 * @param y 1 − x, where the caller knows it with more digits than 1 − x has
 * @throws {RangeError} for a or b that is not positive, or x outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { incompleteBeta } from "@/stats/incomplete_beta.ts";
 *
 * assert.ok(Math.abs(incompleteBeta(0.3, 1, 1) - 0.3) < 1e-15); // uniform
 * ```
 */
export function incompleteBeta(x: number, a: number, b: number, y: number = 1 - x): number {
  if (!(a > 0 && b > 0)) throw new RangeError(`incompleteBeta: wanted positive a and b, found ${a} and ${b}`);
  if (!(x >= 0 && x <= 1)) throw new RangeError(`incompleteBeta: wanted x in [0, 1], found ${x}`);
  if (x === 0 || y === 0) return x === 0 ? 0 : 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log(y) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2) ? front * fraction(x, a, b) / a : 1 - front * fraction(y, b, a) / b;
}

/** What was asked for last: whoever looks for a quantile asks for the same again and again. */
const last = { a: NaN, b: NaN, value: NaN };

function logBeta(a: number, b: number): number {
  if (a !== last.a || b !== last.b) [last.a, last.b, last.value] = [a, b, computedLogBeta(a, b)];
  return last.value;
}

/** ln B(a, b). For a large and a small argument the difference of two large gammaln would lose digits. */
function computedLogBeta(a: number, b: number): number {
  const [small, large] = a < b ? [a, b] : [b, a];
  if (large < 1e3) return gammaln(a) + gammaln(b) - gammaln(a + b);
  // ln Γ(large) − ln Γ(large + small) by Stirling's series, the large terms cancelled by hand
  const sum = large + small;
  const difference = (large - 0.5) * -Math.log1p(small / large) - small * Math.log(sum) + small +
    stirlingRest(large) - stirlingRest(sum);
  return gammaln(small) + difference;
}

function stirlingRest(x: number): number {
  return 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
}

function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let result = d;
  for (let m = 1; m < 10_000; m++) {
    const even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 + even * d;
    c = 1 + even / c;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    if (Math.abs(c) < tiny) c = tiny;
    result *= d * c;
    const odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 + odd * d;
    c = 1 + odd / c;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    if (Math.abs(c) < tiny) c = tiny;
    const factor = d * c;
    result *= factor;
    if (Math.abs(factor - 1) < 1e-16) return result;
  }
  return result;
}
