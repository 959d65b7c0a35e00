import { normalCdf } from "./distributions.ts";

export type DenseRanks = ReturnType<typeof denseRanks>;

/** Ranks of numbers without gaps; −0 equals 0, infinities have the first and last rank. NaN must have been refused before. */
export function denseRanks(values: ArrayLike<number>) {
  const n = values.length, own = new Float64Array(n), ranks = new Int32Array(n);
  for (let row = 0; row < n; row++) own[row] = values[row] + 0; // −0 becomes 0
  const distinct = own.slice().sort();
  let levels = 0;
  for (let k = 0; k < n; k++) {
    if (k === 0 || distinct[k] > distinct[levels - 1]) distinct[levels++] = distinct[k];
  }
  for (let row = 0; row < n; row++) {
    let low = 0, high = levels - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (distinct[middle] < own[row]) low = middle + 1;
      else high = middle;
    }
    ranks[row] = low;
  }
  // Where the rows of each rank start: all ranks below are before them.
  const next = new Int32Array(levels + 1), order = new Int32Array(n);
  for (let row = 0; row < n; row++) next[ranks[row] + 1]++;
  for (let rank = 0; rank < levels; rank++) next[rank + 1] += next[rank];
  for (let row = 0; row < n; row++) order[next[ranks[row]]++] = row;
  return {
    /** Rank of each value, from 0; equal values share one. */
    ranks,
    /** Row numbers in ascending order of value; equal values keep their order. */
    order,
    levels,
  };
}

/** Largest n for which the p-value of independent rows is exact where nothing is tied. */
const EXACT_UP_TO = 33;

/**
 * Concordant minus discordant pairs: rows in the order of the finer ranking, and a Fenwick tree over the other's ranks that says how many of
 * the earlier ones lie below and above. With `rows` also how many of either each row takes part in, by a second pass from above.
 */
export function rankScore(x: DenseRanks, y: DenseRanks, rows?: Float64Array): number {
  const [fine, coarse] = x.levels >= y.levels ? [x, y] : [y, x], n = fine.ranks.length;
  let score = 0;
  for (const direction of rows ? [1, -1] : [1]) {
    const tree = new Int32Array(coarse.levels + 1);
    const at = (k: number) => fine.order[direction > 0 ? k : n - 1 - k];
    for (let from = 0, to = 0; from < n; from = to) {
      while (to < n && fine.ranks[at(to)] === fine.ranks[at(from)]) to++;
      for (let k = from; k < to; k++) {
        const row = at(k), rank = coarse.ranks[row];
        let below = 0, upTo = 0;
        for (let node = rank; node > 0; node &= node - 1) below += tree[node];
        for (let node = rank + 1; node > 0; node &= node - 1) upTo += tree[node];
        const own = direction * (below - (from - upTo));
        if (direction > 0) score += own;
        if (rows) rows[row] += own;
      }
      for (let k = from; k < to; k++) {
        for (let node = coarse.ranks[at(k)] + 1; node <= coarse.levels; node += node & -node) tree[node]++;
      }
    }
  }
  return score;
}

export function levelCounts({ ranks, levels }: DenseRanks): Int32Array {
  const counts = new Int32Array(levels);
  for (let i = 0; i < ranks.length; i++) counts[ranks[i]]++;
  return counts;
}

/** Σ t(t − 1)/2, Σ t(t − 1)(t − 2) and Σ t(t − 1)(2t + 5) over the sizes t of the groups of ties. */
function tieSums(ranking: DenseRanks): { pairs: number; triples: number; fives: number } {
  let pairs = 0, triples = 0, fives = 0;
  for (const t of levelCounts(ranking)) {
    pairs += t * (t - 1) / 2;
    triples += t * (t - 1) * (t - 2);
    fives += t * (t - 1) * (2 * t + 5);
  }
  return { pairs, triples, fives };
}

export function tauOf(x: DenseRanks, y: DenseRanks, score: number, variant: "b" | "c"): number {
  const n = x.ranks.length, pairs = n * (n - 1) / 2, fewest = Math.min(x.levels, y.levels);
  if (fewest < 2) return NaN;
  const tau = variant === "b"
    ? score / Math.sqrt(pairs - tieSums(x).pairs) / Math.sqrt(pairs - tieSums(y).pairs)
    : 2 * score / (n * n * (fewest - 1) / fewest);
  return Math.max(-1, Math.min(1, tau));
}

export function tauPValue(x: DenseRanks, y: DenseRanks, score: number): number {
  if (Math.min(x.levels, y.levels) < 2) return NaN;
  const n = x.ranks.length, pairs = n * (n - 1) / 2, a = tieSums(x), b = tieSums(y), m = n * (n - 1);
  const outOfOrder = (pairs - Math.abs(score)) / 2;
  if (a.pairs === 0 && b.pairs === 0 && (n <= EXACT_UP_TO || outOfOrder <= 1)) return exactP(n, outOfOrder);
  const variance = (m * (2 * n + 5) - a.fives - b.fives) / 18 + 2 * a.pairs * b.pairs / m +
    a.triples * b.triples / (9 * m * (n - 2));
  return Math.min(1, 2 * normalCdf(-Math.abs(score) / Math.sqrt(variance)));
}

/**
 * Twice the share of all n! orders with at most so many pairs out of order, at most 1, by the recursion of Mahonian numbers,
 * M(n, k) = M(n, k − 1) + M(n − 1, k) − M(n − 1, k − n); shares instead of numbers keep it in range.
 */
function exactP(n: number, inversions: number): number {
  // Half the pairs out of order: no order is less extreme.
  if (n < 3 || 4 * inversions >= n * (n - 1)) return 1;
  let shares = new Float64Array(inversions + 1);
  shares[0] = 1;
  for (let size = 2; size <= n; size++) {
    const next = new Float64Array(inversions + 1);
    for (let k = 0, sum = 0; k <= inversions; k++) {
      sum += shares[k] - (k >= size ? shares[k - size] : 0);
      next[k] = sum / size;
    }
    shares = next;
  }
  return Math.min(1, 2 * shares.reduce((sum, share) => sum + share, 0));
}
