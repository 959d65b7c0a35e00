/**
 * The E-value of a risk ratio: how strongly (as a risk ratio) an unmeasured confounder would have to go together with both the exposure and
 * the outcome to produce it, RR + √(RR·(RR − 1)), with 1/RR where it is below 1. Source: VanderWeele and Ding 2017.
 *
 * 1: nothing is needed; 2: a confounder that doubles the chance of both. Infinity where one risk is 0; NaN gives NaN.
 *
 * @throws {RangeError} for a negative ratio
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { eValue } from "judgebias/stats";
 *
 * assert.equal(eValue(3.9).toFixed(2), "7.26"); // their example
 * assert.equal(eValue(1), 1);
 * assert.equal(eValue(0.5), eValue(2));
 * ```
 */
export function eValue(riskRatio: number): number {
  if (riskRatio < 0) throw new RangeError(`eValue: wanted a ratio of 0 or more, found ${riskRatio}`);
  const ratio = riskRatio < 1 ? 1 / riskRatio : riskRatio;
  return ratio === Infinity ? Infinity : ratio + Math.sqrt(ratio * (ratio - 1));
}
