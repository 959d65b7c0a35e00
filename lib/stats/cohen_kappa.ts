import { type Label, pairedLabels } from "./paired_labels.ts";
import { levelQuantile } from "./wilson.ts";

/** Cohen's κ with its interval. */
export interface CohenKappa {
  kappa: number;
  /** Share of equal labels. */
  agreement: number;
  low: number;
  high: number;
  n: number;
  nMissing: number;
}

/**
 * Cohen's κ: agreement of two raters beyond chance, κ = (p_o − p_e)/(1 − p_e), p_o the share of equal labels and p_e the
 * share expected from the raters' own label frequencies. Source: Cohen 1960; large-sample interval of Fleiss, Cohen and
 * Everitt 1969 (their equation 13), clipped to [−1, 1].
 *
 * 1 = full agreement, 0 = as good as chance, negative = worse. NaN where chance agreement is 1 (both raters give one
 * label only) and without pairs. Pairs with a missing label are left out and counted. With full agreement, or very few
 * pairs, the large-sample interval is too narrow.
 *
 * @throws {TypeError} when the two lists differ in length
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cohenKappa } from "judgebias/stats";
 *
 * // p_o = 0.75, p_e = ½·¾ + ½·¼ = ½
 * assert.equal(cohenKappa(["A", "A", "B", "B"], ["A", "A", "B", "A"]).kappa, 0.5);
 * ```
 */
export function cohenKappa(
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
  { level = 0.95 }: { level?: number } = {},
): CohenKappa {
  const z = levelQuantile(level);
  const { pairs, nMissing } = pairedLabels("cohenKappa", a, b);
  const n = pairs.length;
  const countA = new Map<Label, number>(), countB = new Map<Label, number>();
  let equal = 0;
  for (const [x, y] of pairs) {
    countA.set(x, (countA.get(x) ?? 0) + 1);
    countB.set(y, (countB.get(y) ?? 0) + 1);
    if (x === y) equal++;
  }
  const agreement = n === 0 ? NaN : equal / n;
  // Whole numbers, n² times the shares: with rare labels 1 − p_e is a small difference that shares would blur.
  let chance = 0;
  for (const [label, count] of countA) chance += count * (countB.get(label) ?? 0);
  const beyond = n * n - chance;
  if (n === 0 || beyond === 0) return { kappa: NaN, agreement, low: NaN, high: NaN, n, nMissing };
  const kappa = (equal * n - chance) / beyond;

  // n·(1 − p_e)⁴·var is the variance over pairs of the cell's weight, whose mean is p_o·p_e − 2·p_e + p_o. Centred first:
  // the difference of squares would leave rounding errors where the variance is 0.
  const centre = (equal * beyond - 2 * (n - equal) * chance) / n ** 3;
  let variance = 0;
  for (const [x, y] of pairs) {
    const margin = ((countA.get(y) ?? 0) + (countB.get(x) ?? 0)) / n;
    const weight = (x === y ? beyond / (n * n) : 0) - margin * (1 - agreement);
    variance += (weight - centre) ** 2 / n;
  }
  const half = z * Math.sqrt(variance / n) * (n * n / beyond) ** 2;
  return { kappa, agreement, low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half), n, nMissing };
}
