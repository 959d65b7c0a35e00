import { requireList, requireOptions, requireRight } from "../progress/require.ts";

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

export function deviation(y: number, changed: number): number {
  const drop = y - changed;
  return (drop > 0 ? drop : 0) / (y - 1);
}

/**
 * Bias conformity (BC): how firmly a judge's score stays where it should.
 *
 * BC = mean over pairs of 1 − |y − ŷ|/max(y − 1, S − y), with y the unbiased and ŷ the biased score and S = `maxScore`.
 * Source: MM-JudgeBias, section 3.2. Scores are real numbers from 1 to S; a pair with null or NaN is skipped. In [0, 1]:
 * 1 = no score moves, 0 = every score moves as far as the scale lets it. A judge that gives everything the same score gets 1
 * (look at `scoreVariance`); a noisy one cannot reach 1 (`noiseFloor` gives its ceiling). No pair gives NaN.
 *
 * @throws {TypeError} when the arrays differ in length
 * @throws {RangeError} for a score outside 1 … maxScore, or a maxScore that is not above 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasConformity } from "judgebias";
 *
 * assert.equal(biasConformity([10, 4], [7, 7]), 7 / 12); // (1 − 3/9 + 1 − 3/6)/2
 * ```
 */
export function biasConformity(
  unbiased: ArrayLike<number | null>,
  biased: ArrayLike<number | null>,
  options: { maxScore?: number } = {},
): number {
  return meanOfPairs("biasConformity", unbiased, biased, options, conformity);
}

export function conformity(y: number, changed: number, maxScore: number): number {
  return 1 - Math.abs(y - changed) / Math.max(y - 1, maxScore - y);
}

/** The mean of a rule over the pairs that have both scores; where it is NaN a pair does not count. */
export function meanOfPairs(
  action: string,
  unbiased: ArrayLike<number | null>,
  biased: ArrayLike<number | null>,
  options: { maxScore?: number },
  rule: (y: number, changed: number, maxScore: number) => number,
): number {
  const { maxScore = 10 } = requireOptions(action, options, ["maxScore"]);
  requireList(action, "the unbiased scores", unbiased);
  requireList(action, "the biased scores", biased);
  if (unbiased.length !== biased.length) {
    throw new TypeError(
      `${action}: wanted as many biased as unbiased scores, found ${unbiased.length} and ${biased.length}`,
    );
  }
  requireRight(maxScore > 1 && Number.isFinite(maxScore), action, "a maxScore above 1", maxScore);
  let sum = 0, n = 0;
  for (let i = 0; i < unbiased.length; i++) {
    const y = unbiased[i] ?? NaN, changed = biased[i] ?? NaN;
    if (Number.isNaN(y + changed)) continue;
    const outside = [y, changed].find((score) => !(score >= 1 && score <= maxScore));
    if (outside !== undefined) {
      throw new RangeError(
        `${action}: wanted scores from 1 to ${maxScore}, found ${outside} in pair ${i + 1}`,
      );
    }
    const value = rule(y, changed, maxScore);
    if (Number.isNaN(value)) continue;
    sum += value;
    n++;
  }
  return sum / n; // 0/0 is NaN: no pair, no average
}
