import { checkPValues } from "./benjamini_hochberg.ts";

/**
 * Holm's step-down correction: adjusted p-values that keep the chance of any false rejection at α, whatever the tests'
 * dependence. p̃_(i) = max over j ≤ i of min(1, (m − j + 1)·p_(j)), in the order given. Source: Holm 1979.
 *
 * NaN (a test that could not be made) stays NaN and does not count as a test.
 *
 * @throws {RangeError} for a p-value outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { holm } from "judgebias/stats";
 *
 * assert.deepEqual(holm([0.5, 0.01, 0.04]), [0.5, 0.03, 0.08]); // 3 · 0.01, 2 · 0.04, 1 · 0.5
 * ```
 */
export function holm(p: ArrayLike<number>): number[] {
  const order = checkPValues("holm", p).sort((a, b) => p[a] - p[b]);
  const adjusted = Array.from(p, (own) => own ?? NaN);
  let largest = 0;
  order.forEach((at, rank) => {
    largest = Math.max(largest, Math.min(1, (order.length - rank) * p[at]));
    adjusted[at] = largest;
  });
  return adjusted;
}
