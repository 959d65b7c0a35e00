import { type AgreementOptions, type ChanceAgreement, chanceAgreement } from "./chance_agreement.ts";
import type { Label } from "./paired_labels.ts";

/** Cohen's κ with its interval. */
export interface CohenKappa extends Omit<ChanceAgreement, "value"> {
  /** Cohen's κ: 1 = full agreement, 0 = as much as by chance; NaN without pairs or where both give one label throughout. */
  kappa: number;
}

/**
 * Cohen's κ: agreement of two raters beyond chance, κ = (p_o − p_e)/(1 − p_e), p_o the share of equal labels and p_e the
 * share expected from the raters' own label frequencies. Source: Cohen 1960; the standard error is that of Fleiss, Cohen and
 * Everitt 1969 (their equation 13) with the small-sample and cluster correction of `clusterInterval`, the limits are
 * symmetric in Fisher's z.
 *
 * 1 = full agreement, 0 = as good as chance, negative = worse. NaN where chance agreement is 1 (both raters give one
 * label only) and without pairs. Pairs with a missing label are left out and counted. Full agreement has an interval from Wilson's limit
 * of p_o.
 *
 * `warning` says where the interval covers less than promised: a label so rare (fewer than 5 of either rater: 89% with 5 of 100), or one that fills a few
 * clusters (as if fewer than 10 equal ones: 71% where one image in ten of 15 has it on all of its pairs, 84% of 40); raters that agree less in a few large clusters
 * (83 to 93% with accuracies of 0.9 and 0.98), and clusters so unequal that this could not be seen (89 to 99%). Where it is silent 93% and more are covered
 * in the cells of `figures/calibration`, but in one in 15 data sets of 15 such clusters whose sizes happen to look alike. With rare labels κ is low whatever the raters do: look at `gwetAc1` beside it.
 *
 * @param clusters cluster of each pair (its image), any values; without it every pair is one
 * @throws {TypeError} when the lists differ in length
 * @throws {RangeError} for a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cohenKappa } from "judgebias/stats";
 *
 * // p_o = 0.75, p_e = ½·¾ + ½·¼ = ½
 * assert.equal(cohenKappa(["A", "A", "B", "B"], ["A", "A", "B", "A"]).kappa, 0.5);
 * assert.ok(cohenKappa(["A", "B"], ["A", "B"]).low < 0); // two pairs that agree prove little
 * ```
 */
export function cohenKappa(
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
  options: AgreementOptions = {},
): CohenKappa {
  const { value: kappa, ...rest } = chanceAgreement("cohenKappa", a, b, options, ({ n, first, second }) => {
    // Whole numbers, n² times the shares: with rare labels 1 − p_e is a small difference that shares would blur.
    let chance = 0;
    for (const [label, count] of first) chance += count * (second.get(label) ?? 0);
    const expected = chance / (n * n);
    return {
      beyond: n * n - chance,
      move: (x, y) => ((first.get(y) ?? 0) + (second.get(x) ?? 0)) / n - 2 * expected,
    };
  });
  return { kappa, ...rest };
}
