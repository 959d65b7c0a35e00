import { type Random, random } from "./random.ts";
import { requireCount, requireOneOf, requireOptions } from "../progress/require.ts";

/** What to permute, and how. */
export interface PermutationOptions<T> {
  /** The data as observed; `statistic` gets it first, then what `permute` returns. */
  data?: T;
  /** What the test looks at; for a two-sided test it must be centred on 0 under the null hypothesis. */
  statistic: (data: T) => number;
  /** A copy of the data, rearranged as the null hypothesis allows; must not change its argument. */
  permute: (generator: Random, data: T) => T;
  /** Rearrangements to draw, at least 1. */
  replicates: number;
  /** Of the draws: the same seed gives the same p-value. */
  seed: number;
  /** Which statistics count as extreme: large ones of either sign, large ones, or small ones. */
  alternative: "two-sided" | "greater" | "less";
}

/** Result of a permutation test. */
export interface PermutationResult {
  /** That of the data as observed. */
  statistic: number;
  /** (1 + extreme rearrangements)/(1 + replicates), so never 0; NaN where the statistic is. */
  pValue: number;
  /** Rearrangements, as asked for. */
  replicates: number;
}

/** Statistics that are equal in exact arithmetic may differ in the last bits; relative to the largest of them. */
const TIE = 1e-12;

/**
 * Monte-Carlo permutation test: p = (1 + k)/(1 + R), k the number of R rearrangements at least as extreme as what was
 * observed (Davison and Hinkley 1997, equation 4.11). Never 0, and valid at any R: under the null P(p ≤ α) ≤ α.
 *
 * `greater` counts t* ≥ t, `less` counts t* ≤ t, `two-sided` counts |t*| ≥ |t|: for the last the statistic must be centred
 * on 0 under the null (a difference, not a ratio). What may be rearranged is the caller's to say: labels between groups,
 * signs within pairs, labels within strata.
 *
 * @returns with a statistic of NaN a p-value of NaN
 * @throws {RangeError} for fewer than 1 replicate, an unknown alternative, or a rearrangement whose statistic is NaN
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { permutationTest } from "judgebias/stats";
 *
 * const differences = [2, 3, 1, 4, 2, 5];
 * const { pValue } = permutationTest({
 *   data: differences, statistic: (d) => d.reduce((sum, x) => sum + x, 0),
 *   permute: (generator, d) => d.map((x) => generator.uniform() < 0.5 ? x : -x),
 *   replicates: 4999, seed: 1, alternative: "two-sided",
 * });
 * // exactly 2 of 2⁶ sign patterns are as extreme
 * assert.ok(Math.abs(pValue - 2 / 64) < 0.01);
 * ```
 */
export function permutationTest<T>(options: PermutationOptions<T>): PermutationResult {
  const known = ["data", "statistic", "permute", "replicates", "seed", "alternative"];
  requireOptions("permutationTest", options, known);
  const { data, statistic, permute, replicates, seed, alternative } = options;
  requireCount("permutationTest", "replicate", replicates);
  requireOneOf("permutationTest", "the alternative", alternative, ["two-sided", "greater", "less"]);
  const generator = random(seed), observed = statistic(data as T);
  if (Number.isNaN(observed)) return { statistic: NaN, pValue: NaN, replicates };
  const sign = alternative === "less" ? -1 : 1;
  const measure = alternative === "two-sided" ? Math.abs : (t: number) => sign * t;
  const values = new Float64Array(replicates);
  let largest = Number.isFinite(observed) ? Math.abs(observed) : 0;
  for (let r = 0; r < replicates; r++) {
    const value = statistic(permute(generator, data as T));
    if (Number.isNaN(value)) {
      throw new RangeError(`permutationTest: wanted a number from every rearrangement, found NaN`);
    }
    values[r] = measure(value);
    if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
  }
  const threshold = measure(observed) - TIE * largest;
  let extreme = 0;
  for (const value of values) if (value >= threshold) extreme++;
  return { statistic: observed, pValue: (1 + extreme) / (1 + replicates), replicates };
}
