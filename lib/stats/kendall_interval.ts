import { type DenseRanks, denseRanks } from "./dense_ranks.ts";
import { kendallCounts, levelCounts } from "./kendall_counts.ts";
import { checkColumns, tauOf } from "./kendall_tau.ts";
import { studentQuantile } from "./student_quantile.ts";

/** Kendall's τ with its interval. */
export interface KendallInterval {
  tau: number;
  low: number;
  high: number;
  n: number;
  /** Clusters of rows. */
  clusters: number;
}

/**
 * Kendall's τ with an interval that is robust to correlation of rows within clusters (captions of one image, judgments of
 * one caption).
 *
 * Linearised: with s_i, a_i and b_i the concordant minus discordant, the pairs not tied in x, and those not tied in y that row i takes
 * part in, row i moves τ-b by u_i = (1/n)·(2 s_i/√(ā b̄) − τ·(a_i/ā + b_i/b̄)), and τ-c by 2(τ_i − τ)/n with τ_i = s_i·m/(n(m − 1)).
 * Variance = G/(G − 1)·Σ_g (Σ_{i in g} u_i)², limits by Student's t with G − 1 degrees of freedom, clipped to [−1, 1].
 * Source: Hoeffding 1948 (projection of U-statistics); Brown and Benedetti 1977 for τ-b of tables. O(n log n). In simulation
 * 94% of such intervals held the true τ with 150 clusters of three rows; with fewer than about 30 expect less.
 *
 * A constant column gives NaN; a single cluster gives τ without limits. Around ±1 nothing varies, and the interval is a point.
 *
 * @param clusters cluster of each row, any values; without it every row is one
 * @throws {TypeError} when the columns differ in length
 * @throws {RangeError} for NaN, or a level outside (0, 1)
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { kendallInterval } from "judgebias/stats";
 *
 * const x = Array.from({ length: 100 }, (_, i) => i), y = x.map((i) => i + 30 * (i % 3));
 * const { tau, low, high, clusters } = kendallInterval(x, y, { variant: "b" });
 * assert.ok(low < tau && tau < high && clusters === 100);
 * ```
 */
export function kendallInterval(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { variant = "b", clusters, level = 0.95 }: {
    variant?: "b" | "c";
    clusters?: ArrayLike<unknown>;
    level?: number;
  } = {},
): KendallInterval {
  if (!(level > 0 && level < 1)) {
    throw new RangeError(`kendallInterval: wanted a level between 0 and 1, found ${level}`);
  }
  checkColumns("kendallInterval", x, y, variant);
  const n = x.length;
  if (clusters && clusters.length !== n) {
    throw new TypeError(`kendallInterval: wanted a cluster for each of ${n} rows, found ${clusters.length}`);
  }
  const { tau, moves } = kendallMoves(x, y, variant);
  const clusterOf = new Map<unknown, number>();
  const codes = Int32Array.from({ length: n }, (_, i) => {
    const name = clusters ? clusters[i] : i;
    if (!clusterOf.has(name)) clusterOf.set(name, clusterOf.size);
    return clusterOf.get(name)!;
  });
  const groups = clusterOf.size;
  if (Number.isNaN(tau)) return { tau, low: NaN, high: NaN, n, clusters: groups };

  const sums = new Float64Array(groups);
  for (let i = 0; i < n; i++) sums[codes[i]] += moves[i];
  const squares = sums.reduce((sum, value) => sum + value * value, 0);
  const margin = groups < 2
    ? NaN
    : studentQuantile((1 + level) / 2, groups - 1) * Math.sqrt(groups / (groups - 1) * squares);
  return { tau, low: Math.max(-1, tau - margin), high: Math.min(1, tau + margin), n, clusters: groups };
}

/**
 * Kendall's τ and how far each row moves it (its influence over n): the moves add up to 0, and the sum of their squares over independent
 * units is the variance of τ. What `kendallInterval` and every function of several τ are made of. A constant column gives NaN and no moves.
 *
 * @throws as `kendallTau`
 */
export function kendallMoves(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  variant: "b" | "c",
): { tau: number; moves: Float64Array } {
  checkColumns("kendallMoves", x, y, variant);
  const a = denseRanks(x), b = denseRanks(y);
  const tau = tauOf(kendallCounts(a, b), variant);
  return { tau, moves: Number.isNaN(tau) ? new Float64Array(x.length) : rowMoves(a, b, tau, variant) };
}

/** How far each row moves τ; they add up to 0. */
function rowMoves(x: DenseRanks, y: DenseRanks, tau: number, variant: "b" | "c"): Float64Array {
  const n = x.ranks.length, scores = rowScores(x, y);
  if (variant === "c") {
    const fewest = Math.min(x.levels, y.levels);
    return scores.map((score) => 2 * (score * fewest / (n * (fewest - 1)) - tau) / n);
  }
  const inX = levelCounts(x), inY = levelCounts(y);
  const untied = (counts: Int32Array) => n - counts.reduce((sum, count) => sum + count * count, 0) / n;
  const meanX = untied(inX), meanY = untied(inY), scale = Math.sqrt(meanX * meanY);
  return scores.map((score, i) =>
    (2 * score / scale - tau * ((n - inX[x.ranks[i]]) / meanX + (n - inY[y.ranks[i]]) / meanY)) / n
  );
}

/** Concordant minus discordant pairs that each row takes part in. */
function rowScores(x: DenseRanks, y: DenseRanks): Float64Array {
  const n = x.ranks.length, scores = new Float64Array(n);
  for (const direction of [1, -1]) {
    // Rows on the lower side of x, then on the upper one: those below in y minus those above, or the reverse.
    const tree = new Int32Array(y.levels + 1);
    const below = (rank: number) => {
      let count = 0;
      for (let node = rank; node > 0; node &= node - 1) count += tree[node];
      return count;
    };
    for (let from = 0, to = 0; from < n; from = to) {
      const row = (k: number) => x.order[direction > 0 ? k : n - 1 - k];
      while (to < n && x.ranks[row(to)] === x.ranks[row(from)]) to++;
      for (let k = from; k < to; k++) {
        const rank = y.ranks[row(k)];
        scores[row(k)] += direction * (below(rank) - (from - below(rank + 1)));
      }
      for (let k = from; k < to; k++) {
        for (let node = y.ranks[row(k)] + 1; node <= y.levels; node += node & -node) tree[node]++;
      }
    }
  }
  return scores;
}
