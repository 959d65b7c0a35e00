import { random } from "../stats/random.ts";
import { entriesOf, type Philautia } from "./philautia.ts";
import { requireCount, requireOptions } from "../progress/require.ts";

/** Rearrangements drawn where not all can be gone through. */
const REPLICATES = 99_999;

/** Result of `selfPreferencePermutation`. */
export interface SelfPreferencePermutation {
  /** Models whose evaluators were assigned anew. */
  models: string[];
  /** Mean philautia score of these models, and what it is on average over all assignments. */
  statistic: number;
  /** Mean of the statistic over all assignments. */
  expected: number;
  /** One-sided: how often an assignment gives as high a mean; and as low a one. */
  pValue: number;
  /** One-sided: how often an assignment gives as low a mean, the actual one included. */
  pLower: number;
  /** All assignments (`exact`), or how many were drawn. */
  assignments: number;
  /** Whether all assignments were gone through; otherwise they were drawn at random. */
  exact: boolean;
}

/** Options of `selfPreferencePermutation`. */
export interface SelfPreferencePermutationOptions {
  /** Evaluators change places only within these families; models of no family stay out of it. */
  families?: readonly (readonly string[])[];
  /** Assignments to draw where there are more than this many; 99,999 by default. */
  replicates?: number;
  /** Of the draws: the same seed gives the same p-values; 1 by default. */
  seed?: number;
}

/**
 * Permutation test of self-preference: is the mean philautia score higher than if evaluators had been assigned to generators
 * one to one at random? With `families` only members of a family change places: do models prefer themselves beyond their
 * relatives?
 *
 * All assignments are gone through where they are no more than `replicates`: p = share with a mean as high, the actual one
 * included. Otherwise as many are drawn: p = (1 + k)/(1 + R). A test of single models does not exist here: with twelve
 * evaluators its p-value could not fall below 1/12. The null hypothesis says that it does not matter who evaluates whom;
 * noise over images is another question (`philautiaIntervals`).
 *
 * @throws {RangeError} for fewer than two models, an unknown or repeated member, a family of fewer than two
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { selfPreferencePermutation } from "judgebias";
 *
 * const models = ["a", "b", "c"];
 * const { pValue, assignments } = selfPreferencePermutation({
 *   generators: models,
 *   evaluators: models,
 *   phiTilde: [[1.4, -0.7, -0.7], [-0.7, 1.4, -0.7], [-0.7, -0.7, 1.4]],
 * });
 * assert.deepEqual([pValue, assignments], [1 / 6, 6]); // the actual one is the best of 3!
 * ```
 */
export function selfPreferencePermutation(
  matrix: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
  { families, replicates = REPLICATES, seed = 1, ...others }: SelfPreferencePermutationOptions = {},
): SelfPreferencePermutation {
  requireOptions("selfPreferencePermutation", others, ["families", "replicates", "seed"]);
  const { models, sums, expected, exact } = assignmentSums(matrix, { families, replicates, seed });
  const entry = entriesOf(matrix), n = models.length;
  const own = models.reduce((sum, model) => sum + entry(model, model), 0), statistic = own / n;
  // Sums in another order may differ in the last bits.
  const slack = 1e-12 * Math.max(1, Math.abs(statistic)) * n;
  const high = sums.filter((sum) => sum >= own - slack).length;
  const low = sums.filter((sum) => sum <= own + slack).length, assignments = sums.length;
  const share = (count: number) => exact ? count / assignments : (1 + count) / (1 + assignments);
  return { models, statistic, expected, pValue: share(high), pLower: share(low), assignments, exact };
}

/** Sums of own entries over assignments of evaluators to generators: all of them, the actual one included, or as many as asked for. */
export function assignmentSums(
  matrix: Pick<Philautia, "generators" | "evaluators" | "phiTilde">,
  { families, replicates = REPLICATES, seed = 1 }: SelfPreferencePermutationOptions,
): {
  models: string[];
  sums: number[];
  /** How many models keep their own evaluator. */
  fixed: number[];
  /** Mean of the models' mean over all assignments. */
  expected: number;
  exact: boolean;
} {
  const both = matrix.evaluators.filter((name) => matrix.generators.includes(name));
  const blocks = families ?? [both];
  const models = blocks.flat();
  const strange = models.find((name, i) => !both.includes(name) || models.indexOf(name) !== i);
  if (strange !== undefined || blocks.length === 0 || blocks.some((block) => block.length < 2)) {
    throw new RangeError(
      `selfPreferencePermutation: wanted families of two or more of ${
        both.join(", ")
      }, each in one at most, found ${blocks.map((block) => block.join(", ")).join(" and ") || "none"}`,
    );
  }
  requireCount("selfPreferencePermutation", "replicate", replicates);
  const entry = entriesOf(matrix), n = models.length;
  const values = blocks.map((block) => block.map((g) => block.map((e) => entry(g, e))));
  const expected =
    values.reduce((sum, block) => sum + block.flat().reduce((a, b) => a + b, 0) / block.length, 0) / n;
  const assignments = values.reduce((product, block) => product * factorial(block.length), 1);
  if (assignments <= replicates) return { models, expected, exact: true, ...exactSums(values) };
  const generator = random(seed), sums: number[] = [], fixed: number[] = [];
  for (let r = 0; r < replicates; r++) {
    let sum = 0, kept = 0;
    for (const block of values) {
      const drawn = generator.shuffle(Int32Array.from(block.keys()));
      for (let i = 0; i < drawn.length; i++) {
        sum += block[i][drawn[i]];
        if (drawn[i] === i) kept++;
      }
    }
    sums.push(sum);
    fixed.push(kept);
  }
  return { models, expected, exact: false, sums, fixed };
}

/** The sums of all assignments within blocks. */
function exactSums(values: readonly (readonly (readonly number[])[])[]) {
  return values.reduce(({ sums, fixed }, block) => {
    const own: number[] = [], kept: number[] = [];
    const assign = (row: number, used: number, sum: number, same: number) => {
      if (row === block.length) {
        own.push(sum);
        kept.push(same);
      }
      for (let e = 0; row < block.length && e < block.length; e++) {
        if (!(used & (1 << e))) {
          assign(row + 1, used | (1 << e), sum + block[row][e], same + (e === row ? 1 : 0));
        }
      }
    };
    assign(0, 0, 0, 0);
    return {
      sums: sums.flatMap((sum) => own.map((other) => sum + other)),
      fixed: fixed.flatMap((same) => kept.map((other) => same + other)),
    };
  }, { sums: [0], fixed: [0] });
}

function factorial(n: number): number {
  return n < 2 ? 1 : n * factorial(n - 1);
}
