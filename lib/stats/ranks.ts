import { normalCdf } from "./distributions.ts";

/** A column of numbers as ranks without gaps. */
export type DenseRanks = ReturnType<typeof denseRanks>;

/** From how many rows on a pass sorts by 11 bits, not by 8: fewer passes, each over more buckets. */
const MANY = 1500;

/**
 * Ranks of numbers without gaps, by a radix sort of their bits: n rows take a few passes, whatever their order.
 * −0 equals 0; infinities have the first and last rank. NaN must have been refused before.
 */
export function denseRanks(values: ArrayLike<number>) {
  const n = values.length;
  const copy = new Float64Array(n);
  for (let i = 0; i < n; i++) copy[i] = values[i] + 0; // −0 becomes 0
  const bits = new Uint32Array(copy.buffer);
  for (let i = 0; i < n; i++) {
    // Bits of a number sort like it once the sign is flipped, and all of them where it is negative.
    const sign = bits[2 * i + 1] >> 31;
    bits[2 * i + 1] ^= sign | 0x80000000;
    bits[2 * i] ^= sign;
  }
  let order = new Int32Array(n), next = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  const width = n < MANY ? 8 : 11, last = (1 << width) - 1, counts = new Int32Array(last + 1);
  // The lower half of the bits, then the upper one.
  for (let half = 0; half < 2; half++) {
    for (let shift = 0; shift < 32; shift += width) {
      counts.fill(0);
      for (let i = 0; i < n; i++) counts[(bits[2 * i + half] >>> shift) & last]++;
      // All values share this digit: nothing would move.
      if (n > 0 && counts[(bits[half] >>> shift) & last] === n) continue;
      for (let bucket = 0, start = 0; bucket <= last; bucket++) {
        const count = counts[bucket];
        counts[bucket] = start;
        start += count;
      }
      for (let k = 0; k < n; k++) {
        const i = order[k];
        next[counts[(bits[2 * i + half] >>> shift) & last]++] = i;
      }
      [order, next] = [next, order];
    }
  }
  const ranks = next; // done with as room to sort in
  let levels = 0;
  for (let k = 0; k < n; k++) {
    const i = order[k], before = order[k - 1];
    if (k > 0 && (bits[2 * i] !== bits[2 * before] || bits[2 * i + 1] !== bits[2 * before + 1])) levels++;
    ranks[i] = levels;
  }
  return {
    /** Rank of each value, from 0; equal values share one. */
    ranks,
    /** Row numbers in ascending order of value; equal values keep their order. */
    order,
    /** Number of distinct values. */
    levels: n === 0 ? 0 : levels + 1,
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

/** How often each distinct value occurs. */
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

/** τ-b or τ-c from the score; NaN where one side is constant. */
export function tauOf(x: DenseRanks, y: DenseRanks, score: number, variant: "b" | "c"): number {
  const n = x.ranks.length, pairs = n * (n - 1) / 2, fewest = Math.min(x.levels, y.levels);
  if (fewest < 2) return NaN;
  const tau = variant === "b"
    ? score / Math.sqrt(pairs - tieSums(x).pairs) / Math.sqrt(pairs - tieSums(y).pairs)
    : 2 * score / (n * n * (fewest - 1) / fewest);
  return Math.max(-1, Math.min(1, tau));
}

/** Two-sided p-value of no association between independent rows. */
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
