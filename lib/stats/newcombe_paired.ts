import type { DifferenceInterval } from "./newcombe.ts";
import { wilson } from "./wilson.ts";

/** A table of pairs: both right, only the first, only the second, neither. */
export interface PairedCounts {
  /** Pairs that are right in both ways. */
  both: number;
  /** Pairs that are right in the first way only. */
  first: number;
  /** Pairs that are right in the second way only. */
  second: number;
  /** Pairs that are right in neither way. */
  neither: number;
}

/**
 * Newcombe's interval for the difference of two paired shares: (first − second)/n, where `first` pairs are right in the first
 * way only and `second` in the second way only.
 *
 * The Wilson limits of both shares, with their correlation φ: low = d − √(a² − 2φ·a·b + b²), a = p1 − l1, b = u2 − p2, and
 * likewise above. φ = (both·neither − first·second)/√(product of the margins), the numerator lowered by n/2 (not below 0) where
 * it is positive; 0 where a margin is empty. Source: Newcombe 1998 (Statistics in Medicine 17, 2635–2650), method 10. No pairs
 * give NaN.
 *
 * @throws {RangeError} when a count is none, or for a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { newcombePaired } from "judgebias/stats";
 *
 * const { estimate, low, high } = newcombePaired({ both: 36, first: 12, second: 2, neither: 0 });
 * assert.ok(Math.abs(estimate - 0.2) < 1e-15 && low > 0 && high < 0.36);
 * ```
 */
export function newcombePaired(
  { both, first, second, neither }: PairedCounts,
  { level = 0.95 }: { level?: number } = {},
): DifferenceInterval {
  for (const [name, count] of Object.entries({ both, first, second, neither })) {
    if (!(Number.isSafeInteger(count) && count >= 0)) {
      throw new RangeError(`newcombePaired: wanted counts of pairs, found ${name} ${count}`);
    }
  }
  const n = both + first + second + neither;
  const one = wilson(both + first, n, { level }), two = wilson(both + second, n, { level });
  const margins = (both + first) * (second + neither) * (both + second) * (first + neither);
  let numerator = both * neither - first * second;
  if (numerator > 0) numerator = Math.max(0, numerator - n / 2);
  const phi = margins === 0 ? 0 : numerator / Math.sqrt(margins);
  const estimate = n === 0 ? NaN : (first - second) / n;
  const distance = (a: number, b: number) => Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
  return {
    estimate,
    low: estimate - distance(one.estimate - one.low, two.high - two.estimate),
    high: estimate + distance(one.high - one.estimate, two.estimate - two.low),
    n,
  };
}
