import { type AgreementOptions, type ChanceAgreement, chanceAgreement } from "./chance_agreement.ts";
import type { Label } from "./paired_labels.ts";

/** Gwet's AC1 with its interval. */
export interface GwetAc1 extends Omit<ChanceAgreement, "value"> {
  /** Gwet's AC1: 1 = full agreement, 0 = as much as by chance; NaN without pairs or where only one label occurs. */
  ac1: number;
}

/**
 * Gwet's AC1: agreement of two raters beyond chance where one label is rare, AC1 = (p_o − p_e)/(1 − p_e) with
 * p_e = Σ_k π_k(1 − π_k)/(K − 1), π_k the mean of both raters' shares of label k, K the labels that occur. Source: Gwet 2008.
 *
 * Beside `cohenKappa`: where nearly all pairs have one label, κ falls to 0 although the raters agree on nearly all; AC1 does not. 1 = full
 * agreement, 0 = as good as chance, negative = worse. NaN where only one label occurs, and without pairs. Interval, clusters, missing
 * labels and errors as `cohenKappa`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { cohenKappa, gwetAc1 } from "judgebias/stats";
 *
 * const a = [...new Array(90).fill("A"), ...new Array(10).fill("B")];
 * const b = [...new Array(85).fill("A"), ...new Array(10).fill("B"), ...new Array(5).fill("A")];
 * // p_o = 0.9, π_B = 0.1, p_e = 2·0.1·0.9 = 0.18
 * assert.ok(Math.abs(gwetAc1(a, b).ac1 - 0.72 / 0.82) < 1e-12);
 * assert.ok(cohenKappa(a, b).kappa < 0.5);
 * ```
 */
export function gwetAc1(
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
  options: AgreementOptions = {},
): GwetAc1 {
  const { value: ac1, ...rest } = chanceAgreement("gwetAc1", a, b, options, ({ n, first, second }) => {
    const labels = [...new Set([...first.keys(), ...second.keys()])], others = labels.length - 1;
    const share = (label: Label) => ((first.get(label) ?? 0) + (second.get(label) ?? 0)) / (2 * n);
    const expected = labels.reduce<number>((sum, label) => sum + share(label) * (1 - share(label)), 0) /
      others;
    // dp_e/dπ_k = (1 − 2π_k)/(K − 1), and a pair moves π_k by half of each of its labels.
    const slope = (label: Label) => (1 - 2 * share(label)) / others;
    const middle = labels.reduce<number>((sum, label) => sum + slope(label) * share(label), 0);
    return {
      beyond: others < 1 ? 0 : n * n * (1 - expected),
      move: (x, y) => (slope(x) + slope(y)) / 2 - middle,
    };
  });
  return { ac1, ...rest };
}
