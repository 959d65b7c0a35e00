import { wilson } from "./wilson.ts";

/** A difference of two shares with its interval. */
export interface DifferenceInterval {
  /** First share minus second; NaN where one has no trials. */
  estimate: number;
  /** Lower end of the interval; NaN where the estimate is. */
  low: number;
  /** Upper end of the interval; NaN where the estimate is. */
  high: number;
  /** Trials behind both shares together; pairs, where these are paired. */
  n: number;
}

/**
 * Newcombe's interval for the difference of two independent shares, k1/n1 − k2/n2.
 *
 * Built from the two Wilson intervals (l, u): low = d − √((p1 − l1)² + (u2 − p2)²), high = d + √((u1 − p1)² + (p2 − l2)²).
 * Source: Newcombe 1998 (Statistics in Medicine 17, 873–890), method 10, without continuity correction. Keeps its level
 * near 0 and 1 and for small, unequal n; it knows nothing of clusters (`clusterInterval` does). n of 0 gives NaN.
 *
 * @throws {RangeError} when a count is none or exceeds its n, or for a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { newcombe } from "judgebias/stats";
 *
 * const { low, high } = newcombe(56, 70, 48, 80); // Newcombe's first example
 * assert.ok(Math.abs(low - 0.0524) < 5e-5 && Math.abs(high - 0.3339) < 5e-5);
 * ```
 */
export function newcombe(
  k1: number,
  n1: number,
  k2: number,
  n2: number,
  { level = 0.95 }: { level?: number } = {},
): DifferenceInterval {
  const one = wilson(k1, n1, { level }), two = wilson(k2, n2, { level });
  const estimate = one.estimate - two.estimate;
  return {
    estimate,
    low: estimate - Math.hypot(one.estimate - one.low, two.high - two.estimate),
    high: estimate + Math.hypot(one.high - one.estimate, two.estimate - two.low),
    n: n1 + n2,
  };
}
