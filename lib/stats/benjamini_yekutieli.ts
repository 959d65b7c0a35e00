import { benjaminiHochberg } from "./benjamini_hochberg.ts";

/**
 * Benjamini and Yekutieli's correction: adjusted p-values that keep the false discovery rate whatever the tests'
 * dependence; those of Benjamini and Hochberg times 1 + 1/2 + … + 1/m, at most 1, in the order given. Source:
 * Benjamini and Yekutieli 2001, theorem 1.3.
 *
 * NaN (a test that could not be made) stays NaN and does not count as a test.
 *
 * @throws {RangeError} for a p-value outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { benjaminiYekutieli } from "judgebias/stats";
 *
 * const [p] = benjaminiYekutieli([0.01, 0.5]); // 0.01 · 2/1 · (1 + 1/2)
 * assert.ok(Math.abs(p - 0.03) < 1e-15);
 * ```
 */
export function benjaminiYekutieli(p: ArrayLike<number>): number[] {
  const adjusted = benjaminiHochberg(p);
  const tests = adjusted.filter((value) => !Number.isNaN(value)).length;
  let factor = 0;
  for (let i = 1; i <= tests; i++) factor += 1 / i;
  return adjusted.map((value) => Math.min(1, value * factor)); // NaN stays
}
