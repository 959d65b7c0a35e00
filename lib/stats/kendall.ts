import { type DenseRanks, denseRanks, levelCounts, rankScore, tauOf, tauPValue } from "./ranks.ts";
import { infer } from "./infer.ts";
import {
  type ClusterLabels,
  coefficient,
  type CoefficientInterval,
  coefficientInterval,
  type Moved,
} from "./estimand.ts";
import { requireAsMany, requireEach, rowCodes } from "./label_codes.ts";
import { requireOneOf, requireOptions } from "../progress/require.ts";

/** So near to ±1 it is ±1: roots and quotients may differ from it in the last bits. */
const ROUNDING = 1e-12;

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
 * p-value, of independent rows, is exact where nothing is tied and n ≤ 33 (or at most one pair is out of order), else from the normal
 * approximation with the variance corrected for ties, as in scipy; beside an interval belongs that of `ratingAgreement`. A constant
 * column or fewer than two rows give NaN.
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
  options: { variant?: "b" | "c" } = {},
): KendallTau {
  const { variant = "b" } = requireOptions("kendallTau", options, ["variant"]);
  const [a, b] = checkedRanks("kendallTau", x, y, variant), score = rankScore(a, b);
  return { tau: tauOf(a, b, score, variant), pValue: tauPValue(a, b, score), n: x.length };
}

export function rankTau(x: DenseRanks, y: DenseRanks, variant: "b" | "c" = "b"): number {
  return tauOf(x, y, rankScore(x, y), variant);
}

/**
 * Kendall's τ with an interval that is robust to correlation of rows within clusters: that of `infer` for a coefficient in [−1, 1].
 *
 * Linearised: with s_i, a_i and b_i the concordant minus discordant, the pairs not tied in x, and those not tied in y
 * that row i takes part in, row i moves τ-b by u_i = (1/n)·(2 s_i/√(ā b̄) − τ·(a_i/ā + b_i/b̄)), and τ-c by 2(τ_i −
 * τ)/n with τ_i = s_i·m/(n(m − 1)). Source: Hoeffding 1948 (projection of U-statistics); Brown and Benedetti 1977 for τ-b of tables.
 */
export function kendallInterval(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { variant = "b", clusters, level }: { variant?: "b" | "c"; clusters?: ClusterLabels; level?: number } = {},
): CoefficientInterval & { tau: number } {
  const [a, b] = checkedRanks("kendallInterval", x, y, variant), n = x.length;
  const codes = rowCodes("kendallInterval", clusters, n), moved = movesOf(a, b, variant);
  const none = n === 0 ? "τ has no row" : `${a.levels < 2 ? "x" : "y"} never varies: τ is undefined`;
  const found = infer(coefficient("τ", moved, none), n, codes, { level });
  return { tau: moved.value, ...coefficientInterval(found) };
}

/** Kendall's τ and how far each row moves it: what every function of several τ is made of. A constant column gives NaN and no moves. */
export function kendallMoves(x: ArrayLike<number>, y: ArrayLike<number>, variant: "b" | "c" = "b"): Moved {
  return movesOf(...checkedRanks("kendallMoves", x, y, variant), variant);
}

function movesOf(x: DenseRanks, y: DenseRanks, variant: "b" | "c"): Moved {
  const n = x.ranks.length, scores = new Float64Array(n);
  const found = tauOf(x, y, rankScore(x, y, scores), variant);
  const tau = 1 - Math.abs(found) < ROUNDING ? Math.sign(found) : found;
  if (Number.isNaN(tau)) return { value: tau, moves: new Float64Array(n) };
  if (variant === "c") {
    const fewest = Math.min(x.levels, y.levels);
    return { value: tau, moves: scores.map((score) => 2 * (score * fewest / (n * (fewest - 1)) - tau) / n) };
  }
  const inX = levelCounts(x), inY = levelCounts(y);
  const untied = (counts: Int32Array) => n - counts.reduce((sum, count) => sum + count * count, 0) / n;
  const meanX = untied(inX), meanY = untied(inY), scale = Math.sqrt(meanX * meanY);
  const moves = scores.map((score, i) =>
    (2 * score / scale - tau * ((n - inX[x.ranks[i]]) / meanX + (n - inY[y.ranks[i]]) / meanY)) / n
  );
  return { value: tau, moves };
}

function checkedRanks(action: string, x: ArrayLike<number>, y: ArrayLike<number>, variant: unknown) {
  requireOneOf(action, "the variant", variant, ["b", "c"]);
  const isNumber = (value: unknown) => typeof value === "number" && !Number.isNaN(value);
  for (const [name, values] of [["x", x], ["y", y]] as const) {
    requireAsMany(action, name, values, x?.length);
    requireEach(action, `numbers in ${name}`, values, isNumber);
  }
  return [denseRanks(x), denseRanks(y)] as const;
}
