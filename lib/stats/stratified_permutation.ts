import type { Alternative } from "./distributions.ts";
import { permutationTest } from "./permutation_test.ts";

/** Result of a permutation test of two groups within strata. */
export interface StratifiedPermutation {
  /** Mean of group 0 minus mean of group 1 within strata, weighted by n0·n1/(n0 + n1). */
  estimate: number;
  /** Of the alternative that was asked for; NaN where no stratum holds both groups. */
  pValue: number;
  /** Rows in strata that hold both groups: the others say nothing. */
  n: number;
  /** Strata that hold both groups. */
  strata: number;
}

/**
 * Permutation test that two groups have the same distribution within every stratum (of length, domain, …).
 *
 * Group labels are shuffled within strata, so that no difference between strata can pass for one between groups. The estimate
 * Σ_s w_s·(mean_0s − mean_1s)/Σ_s w_s with w_s = n_0s·n_1s/n_s is the Cochran–Mantel–Haenszel risk difference; p = (1 + k)/(1 + R)
 * over R seeded shuffles. Source: Mantel and Haenszel 1959; Good 2005. Rows must be exchangeable within a stratum;
 * for several pairs on one image use `clusterInterval`.
 *
 * No stratum with both groups gives NaN.
 *
 * @param groups 0 or 1 per row
 * @throws {TypeError} when the lists differ in length
 * @throws {RangeError} for a value that is not finite, a group other than 0 and 1, fewer than 1 replicate, an unknown alternative
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { stratifiedPermutation } from "judgebias/stats";
 *
 * const { estimate, strata } = stratifiedPermutation(
 *   { values: [1, 0, 0, 0, 1, 1], groups: [0, 1, 1, 1, 0, 0], strata: ["x", "x", "x", "y", "y", "y"] },
 *   { seed: 1 },
 * );
 * assert.ok(Math.abs(estimate - 1) < 1e-12 && strata === 2); // x: 1 − 0, y: 1 − 0
 * ```
 */
export function stratifiedPermutation(
  { values, groups, strata }: {
    values: ArrayLike<number>;
    groups: ArrayLike<number>;
    strata: ArrayLike<number | string>;
  },
  { replicates = 9999, seed, alternative = "two-sided" }: {
    replicates?: number;
    seed: number;
    alternative?: Alternative;
  },
): StratifiedPermutation {
  const cells = stratumCells(values, groups, strata);
  let total = 0, rows = 0;
  for (const { values, first } of cells) {
    total += first * (values.length - first) / values.length;
    rows += values.length;
  }
  // Σ over group 0 of a value's distance from its stratum's mean is Σ_s w_s·(mean_0s − mean_1s).
  const statistic = (data: Float64Array[]) => {
    let sum = 0;
    data.forEach((list, s) => {
      for (let i = 0; i < cells[s].first; i++) sum += list[i];
    });
    return total === 0 ? NaN : sum / total;
  };
  const { statistic: estimate, pValue } = permutationTest({
    data: cells.map(({ values }) => values),
    statistic,
    permute: (generator, data) => data.map((list) => generator.shuffle(list)),
    replicates,
    seed,
    alternative,
  });
  return { estimate, pValue, n: rows, strata: cells.length };
}

/** Values of every stratum that holds both groups, centred on its mean, those of group 0 first. */
function stratumCells(
  values: ArrayLike<number>,
  groups: ArrayLike<number>,
  strata: ArrayLike<number | string>,
): { values: Float64Array; first: number }[] {
  if (groups.length !== values.length || strata.length !== values.length) {
    throw new TypeError(
      `stratifiedPermutation: wanted a group and a stratum per value, found ${values.length} values, ${groups.length} ` +
        `groups, ${strata.length} strata`,
    );
  }
  const members = new Map<number | string, [number[], number[]]>();
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) {
      throw new RangeError(
        `stratifiedPermutation: wanted finite values, found ${values[i]} in row ${i + 1}`,
      );
    }
    if (groups[i] !== 0 && groups[i] !== 1) {
      throw new RangeError(
        `stratifiedPermutation: wanted groups 0 and 1, found ${groups[i]} in row ${i + 1}`,
      );
    }
    const stratum = members.get(strata[i]) ?? [[], []];
    stratum[groups[i]].push(values[i]);
    members.set(strata[i], stratum);
  }
  // Strata and values in their own order, so that the order of rows does not matter to the draws.
  const ordered = [...members].sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0).map(([, lists]) => lists);
  const sorted = (list: number[]) => list.sort((x, y) => x - y);
  return ordered.filter(([a, b]) => a.length > 0 && b.length > 0).map(([a, b]) => {
    const all = Float64Array.from([...sorted(a), ...sorted(b)]);
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
    return { values: all.map((value) => value - mean), first: a.length };
  });
}
