import { gammaln } from "simple-statistics";
import { requireRight, requireShare } from "../progress/require.ts";

// Distribution functions, tails and quantiles, good to 1e-13 and better relative to the smaller tail (golden values: scipy and mpmath).

/**
 * Φ(z) = P(Z ≤ z) of the standard normal distribution; its complement is `normalCdf(-z)`, exact in the far tail too. Power series near 0, the
 * continued fraction of Mills' ratio beyond (Abramowitz and Stegun 26.2.10 and 26.2.14). NaN gives NaN.
 */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) return NaN;
  const x = Math.abs(z), density = Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  if (x < 2.5) {
    // Φ(x) = ½ + φ(x)·(x + x³/3 + x⁵/(3·5) + …)
    let term = x, sum = x;
    for (let k = 3; Math.abs(term) > 1e-17 * sum; k += 2) sum += term *= x * x / k;
    return z < 0 ? 0.5 - density * sum : 0.5 + density * sum;
  }
  // Q(x) = φ(x)/(x + 1/(x + 2/(x + 3/(x + …)))), from the inside out
  let fraction = x;
  for (let k = Math.ceil(30 + 400 / x); k > 0; k--) fraction = x + k / fraction;
  return z < 0 ? density / fraction : 1 - density / fraction;
}

/** The z with Φ(z) = p: Hastings' start (Abramowitz and Stegun 26.2.23) and Halley's method on `normalCdf`. 0 and 1 give −∞ and ∞. */
export function normalQuantile(p: number): number {
  requireShare("normalQuantile", "a probability", p);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  // The upper half mirrors the lower one, where probabilities keep their digits.
  if (p > 0.5) return -normalQuantile(1 - p);
  if (p === 0.5) return 0;
  const t = Math.sqrt(-2 * Math.log(p));
  let z = ((0.010328 * t + 0.802853) * t + 2.515517) /
      (((0.001308 * t + 0.189269) * t + 1.432788) * t + 1) - t;
  for (let step = 0; step < 4; step++) {
    if (p < 1e-290) {
      const x = -z, fraction = x + 1 / (x + 2 / (x + 3 / x));
      z = -Math.sqrt(-2 * (Math.log(p) + Math.log(Math.sqrt(2 * Math.PI) * fraction)));
      continue;
    }
    const below = normalCdf(z);
    const error = (below - p) * Math.sqrt(2 * Math.PI) * Math.exp(0.5 * z * z);
    z -= error / (1 + 0.5 * z * error);
    if (Math.abs(error) < 1e-6) break; // what is left is the cube of it
  }
  return z;
}

/** P(T ≤ t) of Student's t; the upper tail is `studentCdf(-t, df)`, which keeps its digits. Infinite `df` is the normal distribution. */
export function studentCdf(t: number, df: number): number {
  requireRight(df > 0, "studentCdf", "positive degrees of freedom", df);
  if (Number.isNaN(t)) return NaN;
  if (df === Infinity) return normalCdf(t);
  if (Math.abs(t) === Infinity) return t < 0 ? 0 : 1;
  // P(|T| > |t|) = I_{df/(df + t²)}(df/2, ½); both x and 1 − x are formed without cancellation.
  const squared = t * t;
  const tail = 0.5 * incompleteBeta(df / (df + squared), df / 2, 0.5, squared / (df + squared));
  return t < 0 ? tail : 1 - tail;
}

/** The t with P(T ≤ t) = p of Student's t: Halley's method on `studentCdf` from Cornish and Fisher's expansion, kept in a bracket. */
export function studentQuantile(p: number, df: number): number {
  requireShare("studentQuantile", "a probability", p);
  requireRight(df > 0, "studentQuantile", "positive degrees of freedom", df);
  if (p === 0.5) return 0;
  if (p > 0.5) return -studentQuantile(1 - p, df);
  if (df === Infinity) return normalQuantile(p);
  // t has heavier tails than the normal distribution: its lower quantiles lie further out.
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
    if (Math.abs(next - t) <= 1e-6 * Math.abs(t)) return next;
    if (!(next > low && next < high)) next = low === -Infinity ? 2 * t : 0.5 * (low + high);
    if (next <= low || next >= high) return next;
    t = next;
  }
  return t;
}

export function studentPValue(t: number, df: number): number {
  return Math.min(1, 2 * studentCdf(-Math.abs(t), df));
}

/** P(X ≥ x) of the F distribution, the p-value of an F statistic: I(df2/(df2 + df1·x); df2/2, df1/2). */
export function fTail(x: number, df1: number, df2: number): number {
  requireRight(x >= 0, "fTail", "a statistic of 0 or more", x);
  requireRight(df1 > 0 && df2 > 0, "fTail", "positive degrees of freedom", [df1, df2]);
  if (x === Infinity) return 0;
  const whole = df2 + df1 * x;
  return incompleteBeta(df2 / whole, df2 / 2, df1 / 2, df1 * x / whole);
}

/**
 * Regularised incomplete beta function I_x(a, b): the distribution function of the beta distribution, and with it of Student's t, F and the
 * binomial. Continued fraction (Abramowitz and Stegun 26.5.8) by Lentz's method, mirrored where it converges faster.
 *
 * @param y 1 − x, where the caller knows it with more digits than 1 − x has
 */
export function incompleteBeta(x: number, a: number, b: number, y: number = 1 - x): number {
  requireRight(a > 0 && b > 0, "incompleteBeta", "positive a and b", [a, b]);
  requireShare("incompleteBeta", "x", x);
  if (x === 0 || y === 0) return x === 0 ? 0 : 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log(y) - logBeta(a, b));
  return x < (a + 1) / (a + b + 2)
    ? front * betaFraction(x, a, b) / a
    : 1 - front * betaFraction(y, b, a) / b;
}

/** ln B(a, b). For a large and a small argument the difference of two large gammaln would lose digits. */
function logBeta(a: number, b: number): number {
  const [small, large] = a < b ? [a, b] : [b, a];
  if (large < 1e3) return gammaln(a) + gammaln(b) - gammaln(a + b);
  // ln Γ(large) − ln Γ(large + small) by Stirling's series, the large terms cancelled by hand
  const sum = large + small, rest = (x: number) => 1 / (12 * x) - 1 / (360 * x ** 3) + 1 / (1260 * x ** 5);
  const difference = (large - 0.5) * -Math.log1p(small / large) - small * Math.log(sum) + small +
    rest(large) - rest(sum);
  return gammaln(small) + difference;
}

function betaFraction(x: number, a: number, b: number): number {
  const away = (value: number) => Math.abs(value) < 1e-300 ? 1e-300 : value;
  let c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), result = d;
  for (let m = 1; m < 10_000; m++) {
    for (
      const step of [
        m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
        -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
      ]
    ) {
      d = 1 / away(1 + step * d);
      c = away(1 + step / c);
      result *= d * c;
    }
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return result;
}
