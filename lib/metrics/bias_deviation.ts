import { meanOfPairs } from "./bias_conformity.ts";

/**
 * Bias deviation (BD): how far a judge's score falls when the evidence is taken away or made to contradict.
 *
 * BD = mean over pairs with y > 1 of max(y − ŷ, 0)/(y − 1), with y the unbiased and ŷ the biased score. Source: MM-JudgeBias,
 * section 3.2. Scores are real numbers from 1 to `maxScore`; a pair with null or NaN is skipped, and so is y = 1, from which
 * nothing can fall. In [0, 1]: 1 = always down to the lowest score, 0 = never lower. Only drops count, so a judge that is
 * merely noisy gets BD > 0 too: compare it with `noiseFloor`. No pair that qualifies gives NaN (the authors' code gives 0).
 *
 * @throws {TypeError} when the arrays differ in length
 * @throws {RangeError} for a score outside 1 … maxScore, or a maxScore that is not above 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasDeviation } from "judgebias";
 *
 * // (10 − 1)/9 = 1, a rise counts as 0, y = 1 is left out, null is skipped
 * assert.equal(biasDeviation([10, 5, 1, null], [1, 6, 1, 3]), 0.5);
 * ```
 */
export function biasDeviation(
  unbiased: ArrayLike<number | null>,
  biased: ArrayLike<number | null>,
  options: { maxScore?: number } = {},
): number {
  const rule = (y: number, changed: number) => y > 1 ? deviation(y, changed) : NaN;
  return meanOfPairs("biasDeviation", unbiased, biased, options, rule);
}

/** One pair's contribution to BD; y above 1. */
export function deviation(y: number, changed: number): number {
  const drop = y - changed;
  return (drop > 0 ? drop : 0) / (y - 1);
}
