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
 * import { cohenKappa } from "@/stats/cohen_kappa.ts";
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
  const shareA = new Map<Label, number>(), shareB = new Map<Label, number>();
  let equal = 0;
  for (const [x, y] of pairs) {
    shareA.set(x, (shareA.get(x) ?? 0) + 1 / n);
    shareB.set(y, (shareB.get(y) ?? 0) + 1 / n);
    if (x === y) equal++;
  }
  const agreement = n === 0 ? NaN : equal / n;
  let chance = 0;
  for (const [label, share] of shareA) chance += share * (shareB.get(label) ?? 0);
  if (n === 0 || shareA.size === 1 && shareB.size === 1 && equal === n) {
    return { kappa: NaN, agreement, low: NaN, high: NaN, n, nMissing };
  }
  const kappa = (agreement - chance) / (1 - chance);

  // n·(1 − p_e)⁴·var = Σ over cells of p_ij·(weight of the cell)² − (p_o·p_e − 2·p_e + p_o)²
  let sum = 0;
  for (const [x, y] of pairs) {
    const margin = (shareA.get(y) ?? 0) + (shareB.get(x) ?? 0);
    const weight = x === y
      ? (1 - chance) - ((shareA.get(x) ?? 0) + (shareB.get(x) ?? 0)) * (1 - agreement)
      : -margin * (1 - agreement);
    sum += weight * weight / n;
  }
  const variance = (sum - (agreement * chance - 2 * chance + agreement) ** 2) / (n * (1 - chance) ** 4);
  const half = z * Math.sqrt(Math.max(0, variance));
  return { kappa, agreement, low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half), n, nMissing };
}
