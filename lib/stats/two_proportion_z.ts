import { type Alternative, normalPValue } from "./p_value.ts";

/** Result of a z test of two shares. */
export interface TwoProportionZ {
  /** k1/n1 − k2/n2. */
  estimate: number;
  /** z; 0 where both shares are 0 or both are 1. */
  statistic: number;
  /** Of the alternative that was asked for; NaN where a share has no trials. */
  pValue: number;
  /** Trials behind both shares together. */
  n: number;
}

/**
 * The pooled z test that two independent shares are equal: z = (p1 − p2)/√(p(1 − p)(1/n1 + 1/n2)), p = (k1 + k2)/(n1 + n2).
 * z² is Pearson's χ² of the 2 × 2 table. No continuity correction.
 *
 * For large counts (5 expected in every cell) and independent rows; pairs on the same images are not (`clusterInterval`).
 * Two shares that are both 0 or both 1 give z = 0 and p = 1; an n of 0 gives NaN.
 *
 * @throws {RangeError} when a count is none or exceeds its n, or for an unknown alternative
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { twoProportionZ } from "judgebias/stats";
 *
 * const { statistic } = twoProportionZ(30, 40, 20, 40); // 0.25/√(0.625·0.375·(1/40 + 1/40))
 * assert.ok(Math.abs(statistic - 2.309401076758503) < 1e-14);
 * ```
 */
export function twoProportionZ(
  k1: number,
  n1: number,
  k2: number,
  n2: number,
  { alternative = "two-sided" }: { alternative?: Alternative } = {},
): TwoProportionZ {
  for (const [k, n] of [[k1, n1], [k2, n2]]) {
    if (!(Number.isSafeInteger(k) && Number.isSafeInteger(n) && k >= 0 && n >= k)) {
      throw new RangeError(`twoProportionZ: wanted counts k of n, found ${k} of ${n}`);
    }
  }
  const n = n1 + n2, pooled = (k1 + k2) / n;
  const estimate = k1 / n1 - k2 / n2;
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / n1 + 1 / n2));
  const statistic = error === 0 ? 0 : estimate / error;
  return { estimate, statistic, pValue: normalPValue("twoProportionZ", statistic, alternative), n };
}
