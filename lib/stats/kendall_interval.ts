import { type DenseRanks, denseRanks } from "./dense_ranks.ts";
import { type KendallCounts, kendallCounts, levelCounts } from "./kendall_counts.ts";
import { clusterInterval } from "./cluster_interval.ts";
import { unevenSizes } from "./cluster_warning.ts";
import { equalClusters } from "./equal_clusters.ts";
import { fisherLimits } from "./fisher_limits.ts";
import { checkColumns, tauOf } from "./kendall_tau.ts";
import { labelCodes } from "./label_codes.ts";
import { limitsPValue } from "./limits.ts";
import { requireBetween } from "./require_value.ts";

/** Kendall's τ with its interval. */
export interface KendallInterval {
  /** τ-b or τ-c in [−1, 1]; NaN where a column is constant. */
  tau: number;
  /** Lower end of the interval, −1 or above; NaN with a single cluster or without τ. */
  low: number;
  /** Upper end of the interval, 1 or below; NaN where the lower end is. */
  high: number;
  /** Rows. */
  n: number;
  /** Clusters of rows. */
  clusters: number;
  /** Two-sided, of no association, turned round from the interval; `kendallTau` has the exact test of independent rows. */
  pValue: number;
  /** Cluster-robust (CR2), on the scale of τ. */
  standardError: number;
  /** Degrees of freedom of the standard error. */
  df: number;
  /** Clusters of equal size and weight that would tell as much. */
  effectiveClusters: number;
  /** What makes the interval a rough guess; empty where nothing does. */
  warning: string;
}

/** Rows that move τ, below which their spread says little of those that were not drawn. */
const FEW_MOVING = 6;

/** Options of `kendallInterval`. */
export interface KendallIntervalOptions {
  /** τ-b, the default, or τ-c. */
  variant?: "b" | "c";
  /** Cluster of each row, any values; without it every row is one. */
  clusters?: ArrayLike<unknown>;
  /** Level of the interval, above 0 and below 1; 0.95 by default. */
  level?: number;
}

/**
 * Kendall's τ with an interval that is robust to correlation of rows within clusters (captions of one image,
 * judgments of one caption).
 *
 * Linearised: with s_i, a_i and b_i the concordant minus discordant, the pairs not tied in x, and those not tied in y
 * that row i takes part in, row i moves τ-b by u_i = (1/n)·(2 s_i/√(ā b̄) − τ·(a_i/ā + b_i/b̄)), and τ-c by 2(τ_i −
 * τ)/n with τ_i = s_i·m/(n(m − 1)). The variance is that of their sum (`clusterInterval`, CR2), the limits are
 * symmetric in Fisher's z. Source: Hoeffding 1948 (projection of U-statistics); Brown and Benedetti 1977 for τ-b of
 * tables. O(n log n).
 *
 * A constant column gives NaN; a single cluster gives τ without limits. At ±1, or where clusters are
 * alike, nothing varies, and the interval is Wilson's of the share of pairs in order, counted in clusters.
 *
 * `warning`: fewer than five effective clusters; clusters of very unequal size that cannot show whether large ones are the harder; or a few rows out of order that carry
 * the error ((Σu²)²/Σu⁴ below 6). Of ratings of five levels (`figures/calibration`, 400 data sets a cell, ± 1.3) τ-b covers 90 to 99% where clusters are equal (least with
 * 40 and ratings equal in 98%), 91 to 98% where they are very unequal, 87 to 97% where large ones are harder; where it covers less than 92.5% a warning stands on
 * 84 to 100% of the data sets.
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
  { variant = "b", ...options }: KendallIntervalOptions = {},
): KendallInterval {
  return kendallIntervals(x, y, [variant], options)[0];
}

/** The intervals of several variants of τ of the same columns, which are ranked and counted once. */
export function kendallIntervals(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  variants: readonly ("b" | "c")[],
  { clusters, level = 0.95 }: { clusters?: ArrayLike<unknown>; level?: number } = {},
): KendallInterval[] {
  requireBetween("kendallInterval", "a level", level);
  for (const variant of variants) checkColumns("kendallInterval", x, y, variant);
  const n = x.length;
  if (clusters && clusters.length !== n) {
    throw new TypeError(`kendallInterval: wanted a cluster for each of ${n} rows, found ${clusters.length}`);
  }
  const pair = rankedPair(x, y);
  const { codes, labels } = labelCodes(
    "kendallInterval",
    clusters ?? Int32Array.from({ length: n }, (_, i) => i),
  );
  const sizes = new Int32Array(labels.length);
  for (const code of codes) sizes[code]++;
  return variants.map((variant) => intervalOf(pair, { variant, codes, sizes, level }));
}

function intervalOf(
  pair: RankedPair,
  { variant, codes, sizes, level }: {
    variant: "b" | "c";
    codes: Int32Array;
    sizes: Int32Array;
    level: number;
  },
): KendallInterval {
  const { tau, moves } = movesOf(pair, variant), n = codes.length, count = sizes.length;
  const common = { parts: new Int8Array(n), clusters: codes, weights: [1], level, names: ["τ"] };
  const spread = clusterInterval({
    ...common,
    values: moves.map((move) => tau + n * move),
    share: false,
    bounds: [-1, 1],
  });
  const { standardError, df, effectiveClusters } = spread;
  // (1 − |τ|)/2 is the share of pairs of rows in the rarer order.
  const uneven = { units: equalClusters(sizes), clusters: count, rarer: (1 - Math.abs(tau)) / 2 };
  const warning = spread.warning || unevenSizes("τ", uneven) || (standardError > 0 ? fewMove(moves) : "");
  const known = { tau, n, clusters: count, standardError, df, effectiveClusters, warning };
  if (Number.isNaN(tau) || count < 2) return { ...known, low: NaN, high: NaN, pValue: NaN };
  const limits = (level: number) => fisherLimits(tau, { standardError, df, clusters: count, level });
  // Turned round from the interval, for independent rows too, so that both say the same of 0 (`kendallTau` has the exact test).
  return { ...known, ...limits(level), pValue: limitsPValue(tau, 0, limits) };
}

/** Words where a few rows out of order make nearly all of τ's error: (Σu²)²/Σu⁴ as many would, if they moved it alike. */
function fewMove(moves: Float64Array): string {
  let squares = 0, fourths = 0;
  for (const move of moves) {
    squares += move ** 2;
    fourths += move ** 4;
  }
  const rows = squares ** 2 / fourths;
  return rows < FEW_MOVING
    ? `a few rows out of order carry the error of τ, as if there were ${
      rows.toFixed(1)
    }: the interval may miss`
    : "";
}

/**
 * Kendall's τ and how far each row moves it (its influence over n): the moves add up to 0, and the sum of their
 * squares over independent units is the variance of τ. What `kendallInterval` and every function of several τ are
 * made of. A constant column gives NaN and no moves.
 *
 * @throws as `kendallTau`
 */
export function kendallMoves(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  variant: "b" | "c",
): { tau: number; moves: Float64Array } {
  checkColumns("kendallMoves", x, y, variant);
  return movesOf(rankedPair(x, y), variant);
}

/** Two columns as ranks, with what every variant of τ counts in them. */
interface RankedPair {
  x: DenseRanks;
  y: DenseRanks;
  counts: KendallCounts;
  /** Of each row, made when first asked for. */
  scores?: Float64Array;
}

function rankedPair(x: ArrayLike<number>, y: ArrayLike<number>): RankedPair {
  const a = denseRanks(x), b = denseRanks(y);
  return { x: a, y: b, counts: kendallCounts(a, b) };
}

function movesOf(pair: RankedPair, variant: "b" | "c"): { tau: number; moves: Float64Array } {
  const tau = tauOf(pair.counts, variant);
  if (Number.isNaN(tau)) return { tau, moves: new Float64Array(pair.counts.n) };
  pair.scores ??= rowScores(pair.x, pair.y);
  return { tau, moves: rowMoves(pair.x, pair.y, pair.scores, tau, variant) };
}

/** How far each row moves τ; they add up to 0. */
function rowMoves(
  x: DenseRanks,
  y: DenseRanks,
  scores: Float64Array,
  tau: number,
  variant: "b" | "c",
): Float64Array {
  const n = x.ranks.length;
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
