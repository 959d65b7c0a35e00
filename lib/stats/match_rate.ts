import { requireOptions } from "../progress/require.ts";
import { type Label, pairedLabels } from "./label_codes.ts";
import { wilson } from "./wilson.ts";

/** Share of equal labels with Wilson's interval. */
export interface MatchRate {
  /** Share of pairs with equal labels; NaN without pairs. */
  rate: number;
  /** Lower end of Wilson's interval; NaN without pairs. */
  low: number;
  /** Upper end of Wilson's interval; NaN without pairs. */
  high: number;
  /** Pairs with both labels. */
  n: number;
  /** Pairs left out because a label is missing. */
  nMissing: number;
}

/**
 * Share of items to which two raters give the same label, with Wilson's interval. Pairs with a missing label are left out
 * and counted. In [0, 1]; no pairs give NaN. It does not correct for chance: `cohenKappa` does.
 *
 * @throws {TypeError} when the two lists differ in length
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { matchRate } from "judgebias/stats";
 *
 * const { rate, n, nMissing } = matchRate(["A", "B", "A", null], ["A", "B", "B", "A"]);
 * assert.deepEqual([rate, n, nMissing], [2 / 3, 3, 1]);
 * ```
 */
export function matchRate(
  a: ArrayLike<Label>,
  b: ArrayLike<Label>,
  options: { level?: number } = {},
): MatchRate {
  const { level = 0.95 } = requireOptions("matchRate", options, ["level"]);
  const { pairs, nMissing } = pairedLabels("matchRate", a, b);
  const { estimate, low, high, n } = wilson(pairs.filter(([x, y]) => x === y).length, pairs.length, {
    level,
  });
  return { rate: estimate, low, high, n, nMissing };
}
