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
 * assert.deepEqual(benjaminiHochberg([0.5, 0.01, 0.04]), [0.5, 0.03, 0.06]); // 3·0.01/1, 3·0.04/2, 3·0.5/3
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

/** The places of the p-values that are there; throws for one that is no probability. */
export function checkPValues(action: string, p: ArrayLike<number>): number[] {
  const places: number[] = [];
  for (let i = 0; i < p.length; i++) {
    if (Number.isNaN(p[i] ?? NaN)) continue;
    if (!(p[i] >= 0 && p[i] <= 1)) {
      throw new RangeError(`${action}: wanted p-values in [0, 1], found ${p[i]} at ${i + 1}`);
    }
    places.push(i);
  }
  return places;
}
