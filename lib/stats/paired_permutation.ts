import { labelCodes } from "./label_codes.ts";
import type { Alternative } from "./distributions.ts";
import { permutationTest } from "./permutation_test.ts";

/** Result of a permutation test on differences. */
export interface PairedPermutation {
  /** Mean difference. */
  estimate: number;
  /** Of the alternative that was asked for; 1 where all differences are 0, NaN without any. */
  pValue: number;
  /** Differences. */
  n: number;
  /** Units whose sign is flipped as one. */
  clusters: number;
  /** All patterns of signs, or patterns drawn at random. */
  method: "exact" | "monte-carlo";
}

/** Up to this many units with a difference every pattern of signs is tried (2¹⁶). */
const EXACT_UNITS = 16;

/** Options of `pairedPermutation`. */
export interface PairedPermutationOptions {
  /** Cluster of each difference, whose signs flip together; without them each flips by itself. */
  clusters?: ArrayLike<number | string>;
  /** Patterns of signs to draw where there are too many to try all; 9,999 by default. */
  replicates?: number;
  /** Of the draws: the same seed gives the same p-value. */
  seed: number;
  /** Which mean differences count against the null hypothesis; "two-sided" by default. */
  alternative?: Alternative;
}

/**
 * Sign-flip permutation test that paired differences are symmetric about 0 (same items judged in two ways).
 *
 * Under the null either way could have been the first, so every difference keeps its size and takes either sign. With
 * `clusters` all differences of a cluster flip together, which allows any dependence within it. Exact over all patterns of
 * signs up to 16 units that are not 0, else (1 + k)/(1 + R) over R seeded patterns. Source: Fisher 1935; Davison and Hinkley 1997,
 * section 4.3. It tests symmetry: for a mean of skewed differences in few clusters it is only approximately right.
 *
 * All differences 0 give p = 1; none at all gives NaN.
 *
 * @throws {TypeError} when clusters and differences differ in length
 * @throws {RangeError} for a difference that is not finite, fewer than 1 replicate or an unknown alternative
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pairedPermutation } from "judgebias/stats";
 *
 * const { pValue, method } = pairedPermutation([2, 3, 1, 4, 2, 5], { seed: 1 });
 * assert.deepEqual([pValue, method], [2 / 64, "exact"]); // all plus or all minus
 * ```
 */
export function pairedPermutation(
  differences: ArrayLike<number>,
  { clusters, replicates = 9999, seed, alternative = "two-sided" }: PairedPermutationOptions,
): PairedPermutation {
  const n = differences.length;
  if (clusters && clusters.length !== n) {
    throw new TypeError(
      `pairedPermutation: wanted a cluster per difference, found ${clusters.length} and ${n}`,
    );
  }
  const units = clusters && labelCodes("pairedPermutation", clusters);
  const sums = new Float64Array(units?.labels.length ?? n);
  for (let i = 0; i < n; i++) {
    if (!Number.isFinite(differences[i])) {
      throw new RangeError(
        `pairedPermutation: wanted finite differences, found ${differences[i]} at ${i + 1}`,
      );
    }
    sums[units ? units.codes[i] : i] += differences[i];
  }
  // Sorted, so that the order of rows does not matter to the draws.
  const moved = sums.filter((sum) => sum !== 0).sort();
  const estimate = n === 0 ? NaN : moved.reduce((sum, value) => sum + value, 0) / n;
  const result = { estimate, n, clusters: sums.length };
  const exact = moved.length <= EXACT_UNITS, flipped = new Float64Array(moved.length);
  // Checked also where no sign is flipped.
  const tested = permutationTest({
    data: moved,
    statistic: (values) => {
      let sum = n === 0 ? NaN : 0;
      for (let i = 0; i < values.length; i++) sum += values[i];
      return sum;
    },
    permute: (generator, values) => {
      for (let i = 0; i < values.length; i++) flipped[i] = generator.uniform() < 0.5 ? values[i] : -values[i];
      return flipped;
    },
    replicates: exact ? 1 : replicates,
    seed,
    alternative,
  });
  if (!exact || n === 0) return { ...result, pValue: tested.pValue, method: "monte-carlo" };
  return { ...result, pValue: exactPValue(moved, alternative), method: "exact" };
}

function exactPValue(units: Float64Array, alternative: Alternative): number {
  const measure = (t: number) => alternative === "two-sided" ? Math.abs(t) : alternative === "less" ? -t : t;
  const size = units.reduce((sum, value) => sum + Math.abs(value), 0);
  const observed = measure(units.reduce((sum, value) => sum + value, 0)) - 1e-12 * size;
  const patterns = 2 ** units.length;
  let extreme = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let u = 0; u < units.length; u++) sum += pattern >> u & 1 ? -units[u] : units[u];
    if (measure(sum) >= observed) extreme++;
  }
  return extreme / patterns;
}
