import { requireList } from "../progress/require.ts";
import { told } from "../progress/told.ts";

/**
 * Benjamini and Hochberg's step-up correction: adjusted p-values that keep the expected share of false ones among the
 * rejections at α, for independent or positively dependent tests. p̃_(i) = min over j ≥ i of min(1, m·p_(j)/j), in the
 * order given. Source: Benjamini and Hochberg 1995.
 *
 * NaN (a test that could not be made) stays NaN and does not count as a test.
 *
 * @throws {RangeError} for a p-value outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { benjaminiHochberg } from "judgebias/stats";
 *
 * // 3·0.01/1, 3·0.04/2, 3·0.5/3
 * assert.deepEqual(benjaminiHochberg([0.5, 0.01, 0.04]), [0.5, 0.03, 0.06]);
 * ```
 */
export function benjaminiHochberg(p: ArrayLike<number>): number[] {
  const order = checkPValues("benjaminiHochberg", p).sort((a, b) => p[b] - p[a]);
  const m = order.length, adjusted = Array.from(p, (own) => own ?? NaN);
  let smallest = 1;
  order.forEach((at, fromTop) => {
    smallest = Math.min(smallest, m * p[at] / (m - fromTop));
    adjusted[at] = smallest;
  });
  return adjusted;
}

/** Benjamini and Hochberg's times 1 + 1/2 + … + 1/m: whatever the tests' dependence (Benjamini and Yekutieli 2001, theorem 1.3). */
export function benjaminiYekutieli(p: ArrayLike<number>): number[] {
  const adjusted = benjaminiHochberg(p);
  const tests = adjusted.filter((value) => !Number.isNaN(value)).length;
  let factor = 0;
  for (let i = 1; i <= tests; i++) factor += 1 / i;
  return adjusted.map((value) => Math.min(1, value * factor)); // NaN stays
}

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
 * // 3 · 0.01, 2 · 0.04, 1 · 0.5
 * assert.deepEqual(holm([0.5, 0.01, 0.04]), [0.5, 0.03, 0.08]);
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

function checkPValues(action: string, p: ArrayLike<number>): number[] {
  requireList(action, "p-values", p);
  const places: number[] = [];
  for (let i = 0; i < p.length; i++) {
    if (Number.isNaN(p[i] ?? NaN)) continue;
    if (!(p[i] >= 0 && p[i] <= 1)) {
      throw new RangeError(`${action}: wanted p-values in [0, 1], found ${told(p[i])} at ${i + 1}`);
    }
    places.push(i);
  }
  return places;
}
