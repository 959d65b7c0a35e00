import { type DenseRanks, denseRanks } from "./dense_ranks.ts";
import { type KendallCounts, kendallCounts, levelCounts } from "./kendall_counts.ts";
import { kendallExactP } from "./kendall_exact_p.ts";
import { normalCdf } from "./distributions.ts";
import { requireOneOf } from "./require_value.ts";

/** Largest n for which the p-value is exact where nothing is tied. */
const EXACT_UP_TO = 33;

/** Kendall's rank correlation. */
export interface KendallTau {
  /** τ-b or τ-c in [−1, 1]; NaN where a column is constant, or with fewer than two rows. */
  tau: number;
  /** Two-sided, of no association. */
  pValue: number;
  /** Rows. */
  n: number;
}

/**
 * Kendall's rank correlation of two columns, with ties.
 *
 * τ-b = (C − D)/√((n₀ − n₁)(n₀ − n₂)) and τ-c = 2(C − D)/(n²·(m − 1)/m), with C and D the concordant and discordant pairs,
 * n₀ = n(n − 1)/2, n₁ and n₂ the pairs tied in x and in y, and m the smaller number of distinct values. Source: Kendall
 * 1945, Stuart 1953. Counted in O(n log n) with whole numbers.
 *
 * In [−1, 1]: 1 = same order, 0 = no association, −1 = reversed. τ-b reaches ±1 only where both have the same ties. The
 * p-value is exact where nothing is tied and n ≤ 33 (or at most one pair is out of order), else from the normal
 * approximation with the variance corrected for ties, as in scipy. A constant column or fewer than two rows give NaN.
 *
 * @throws {TypeError} when the columns differ in length
 * @throws {RangeError} for NaN or anything else that is no number: ranks of it do not exist
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { kendallTau } from "judgebias/stats";
 *
 * // of 6 pairs 4 are concordant, 1 is discordant, 1 is tied in y: (4 − 1)/√(6·5)
 * const { tau } = kendallTau([1, 2, 3, 4], [1, 3, 2, 3], { variant: "b" });
 * assert.ok(Math.abs(tau - 3 / Math.sqrt(30)) < 1e-15);
 * ```
 */
export function kendallTau(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { variant = "b" }: { variant?: "b" | "c" } = {},
): KendallTau {
  checkColumns("kendallTau", x, y, variant);
  const a = denseRanks(x), b = denseRanks(y);
  const counts = kendallCounts(a, b);
  return { tau: tauOf(counts, variant), pValue: tauPValue(counts, a, b), n: counts.n };
}

/** τ-b or τ-c from the counted pairs; NaN where one side is constant. */
export function tauOf(counts: KendallCounts, variant: "b" | "c"): number {
  const { n, pairs, tiesX, tiesY, score } = counts;
  if (tiesX === pairs || tiesY === pairs) return NaN;
  const fewest = Math.min(counts.levelsX, counts.levelsY);
  const tau = variant === "b"
    ? score / Math.sqrt(pairs - tiesX) / Math.sqrt(pairs - tiesY)
    : 2 * score / (n * n * (fewest - 1) / fewest);
  return Math.max(-1, Math.min(1, tau));
}

/** Throws for an unknown variant, columns of different length, and the first value that is no number. */
export function checkColumns(
  action: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  variant: unknown,
): void {
  requireOneOf(action, "the variant", variant, ["b", "c"]);
  if (x.length !== y.length) {
    throw new TypeError(
      `${action}: wanted columns of the same length, found ${x.length} and ${y.length} values`,
    );
  }
  requireNumbers(action, "x", x);
  requireNumbers(action, "y", y);
}

function requireNumbers(action: string, name: string, values: ArrayLike<number>): void {
  for (let i = 0; i < values.length; i++) {
    if (typeof values[i] === "number" && !Number.isNaN(values[i])) continue;
    throw new RangeError(`${action}: wanted numbers in ${name}, found ${values[i]} in row ${i}`);
  }
}

/** Two-sided p-value of no association, from counted pairs and the rankings that they come from. */
export function tauPValue(counts: KendallCounts, x: DenseRanks, y: DenseRanks): number {
  const { n, pairs, discordant, tiesX, tiesY, score } = counts;
  if (tiesX === pairs || tiesY === pairs) return NaN;
  const outOfOrder = Math.min(discordant, pairs - discordant);
  if (tiesX === 0 && tiesY === 0 && (n <= EXACT_UP_TO || outOfOrder <= 1)) {
    return kendallExactP(n, outOfOrder);
  }
  const a = tieSums(x), b = tieSums(y), m = n * (n - 1);
  const variance = (m * (2 * n + 5) - a.fives - b.fives) / 18 + 2 * tiesX * tiesY / m +
    a.triples * b.triples / (9 * m * (n - 2));
  return Math.min(1, 2 * normalCdf(-Math.abs(score) / Math.sqrt(variance)));
}

/** Σ t(t − 1)(t − 2) and Σ t(t − 1)(2t + 5) over the sizes t of the groups of ties. */
function tieSums(ranking: DenseRanks): { triples: number; fives: number } {
  let triples = 0, fives = 0;
  for (const t of levelCounts(ranking)) {
    triples += t * (t - 1) * (t - 2);
    fives += t * (t - 1) * (2 * t + 5);
  }
  return { triples, fives };
}
