/** A column of numbers as ranks without gaps. */
export interface DenseRanks {
  /** Rank of each value, from 0; equal values share one. */
  ranks: Int32Array;
  /** Row numbers in ascending order of value; equal values keep their order. */
  order: Int32Array;
  /** Number of distinct values. */
  levels: number;
}

/** Bits that one pass sorts by: six passes cover the 64 of a number. */
const DIGIT = 11, BUCKETS = 1 << DIGIT, LAST = BUCKETS - 1, PASSES = 6;

/**
 * Ranks of numbers without gaps, by a radix sort of their bits: n rows take a few passes, whatever their order.
 * −0 equals 0; infinities have the first and last rank. NaN must have been refused before.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { denseRanks } from "@/stats/dense_ranks.ts";
 *
 * const { ranks, order, levels } = denseRanks([0.5, -3, 0.5, 8]);
 * assert.deepEqual([[...ranks], [...order], levels], [[1, 0, 1, 2], [1, 0, 2, 3], 3]);
 * ```
 */
export function denseRanks(values: ArrayLike<number>): DenseRanks {
  const n = values.length;
  const copy = new Float64Array(n);
  for (let i = 0; i < n; i++) copy[i] = values[i] + 0; // −0 becomes 0
  const bits = new Uint32Array(copy.buffer);
  const histogram = new Int32Array(PASSES * BUCKETS);
  for (let i = 0; i < n; i++) {
    // Bits of a number sort like it once the sign is flipped, and all of them where it is negative.
    const sign = bits[2 * i + 1] >> 31;
    const high = bits[2 * i + 1] ^ (sign | 0x80000000), low = bits[2 * i] ^ sign;
    bits[2 * i + 1] = high;
    bits[2 * i] = low;
    histogram[low & LAST]++;
    histogram[BUCKETS + ((low >>> DIGIT) & LAST)]++;
    histogram[2 * BUCKETS + (low >>> 2 * DIGIT)]++;
    histogram[3 * BUCKETS + (high & LAST)]++;
    histogram[4 * BUCKETS + ((high >>> DIGIT) & LAST)]++;
    histogram[5 * BUCKETS + (high >>> 2 * DIGIT)]++;
  }
  let order = new Int32Array(n), next = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  for (let pass = 0; pass < PASSES; pass++) {
    const counts = histogram.subarray(pass * BUCKETS, (pass + 1) * BUCKETS);
    // Three passes over the lower half of the bits, then three over the upper one.
    const half = pass < 3 ? 0 : 1, shift = pass % 3 * DIGIT;
    // All values share this digit: nothing would move.
    if (n > 0 && counts[(bits[half] >>> shift) & LAST] === n) continue;
    for (let bucket = 0, start = 0; bucket < BUCKETS; bucket++) {
      const count = counts[bucket];
      counts[bucket] = start;
      start += count;
    }
    for (let k = 0; k < n; k++) {
      const i = order[k];
      next[counts[(bits[2 * i + half] >>> shift) & LAST]++] = i;
    }
    [order, next] = [next, order];
  }
  const ranks = next; // done with as room to sort in
  let levels = 0;
  for (let k = 0; k < n; k++) {
    const i = order[k], before = order[k - 1];
    if (k > 0 && (bits[2 * i] !== bits[2 * before] || bits[2 * i + 1] !== bits[2 * before + 1])) levels++;
    ranks[i] = levels;
  }
  return { ranks, order, levels: n === 0 ? 0 : levels + 1 };
}
