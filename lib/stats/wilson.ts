import { told } from "../progress/told.ts";
import { normalQuantile } from "./distributions.ts";
import { type Label, pairedLabels } from "./label_codes.ts";
import { requireBetween, requireOptions } from "../progress/require.ts";

/** A share with its interval. */
export interface ShareInterval {
  /** The share k/n; NaN for n = 0. */
  estimate: number;
  /** Lower end of the interval, 0 or above; NaN for n = 0. */
  low: number;
  /** Upper end of the interval, 1 or below; NaN for n = 0. */
  high: number;
  /** Trials. */
  n: number;
}

/**
 * Wilson's score interval for a share of k in n independent trials.
 *
 * (p̂ + z²/2n ± z·√(p̂(1 − p̂)/n + z²/4n²)) / (1 + z²/n), Wilson 1927; no continuity correction. Stays in [0, 1] and has
 * width also for k = 0 and k = n. n = 0 gives NaN everywhere.
 *
 * @throws {RangeError} when k and n are not numbers with 0 ≤ k ≤ n, for a share in place of k, or for a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { wilson } from "judgebias/stats";
 *
 * const { low, high } = wilson(8, 10);
 * assert.ok(Math.abs(low - 0.4901625) < 1e-6 && Math.abs(high - 0.9433178) < 1e-6);
 * ```
 */
export function wilson(k: number, n: number, options: { level?: number } = {}): ShareInterval {
  const { level = 0.95 } = requireOptions("wilson", options, ["level"]);
  if (typeof k !== "number" || typeof n !== "number" || !(k >= 0 && n >= k && n < Infinity)) {
    throw new RangeError(`wilson: wanted 0 ≤ k ≤ n, found k ${told(k)} and n ${told(n)}`);
  }
  if (k > 0 && k < 1 && n > 1) {
    throw new RangeError(`wilson: wanted k as a number of the ${n} trials, found the share ${k}`);
  }
  requireBetween("wilson", "a level", level);
  const z = levelQuantile(level);
  if (n === 0) return { estimate: NaN, low: NaN, high: NaN, n };
  const p = k / n, centre = p + z * z / (2 * n), scale = 1 + z * z / n;
  const half = z * Math.sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  const [low, high] = [k === 0 ? 0 : (centre - half) / scale, k === n ? 1 : (centre + half) / scale];
  return { estimate: p, low, high, n };
}

/** The normal quantile of a two-sided interval of the given level: 1.96 for 0.95. */
export function levelQuantile(level: number): number {
  requireBetween("interval", "the level", level);
  return normalQuantile(0.5 + level / 2);
}

/** Share of equal labels with Wilson's interval, of `n` pairs with both labels. */
export interface MatchRate extends Pick<ShareInterval, "low" | "high" | "n"> {
  /** Share of pairs with equal labels; NaN without pairs. */
  rate: number;
  /** Pairs left out because a label is missing. */
  nMissing: number;
}

/**
 * Share of items to which two raters give the same label, with Wilson's interval. Pairs with a missing label are left out
 * and counted. In [0, 1]; no pairs give NaN. It does not correct for chance: `cohenKappa` does.
 *
 * @throws {TypeError} when the two lists differ in length
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { matchRate } from "judgebias/stats";
 *
 * const { rate, n, nMissing } = matchRate(["A", "B", "A", null], ["A", "B", "B", "A"]);
 * assert.deepEqual([rate, n, nMissing], [2 / 3, 3, 1]);
 * ```
 */
export function matchRate(
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
  options: { level?: number } = {},
): MatchRate {
  const { level = 0.95 } = requireOptions("matchRate", options, ["level"]);
  const { pairs, nMissing } = pairedLabels("matchRate", a, b),
    equal = pairs.filter(([x, y]) => x === y).length;
  const { estimate, low, high, n } = wilson(equal, pairs.length, { level });
  return { rate: estimate, low, high, n, nMissing };
}
