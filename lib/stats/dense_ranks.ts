/** A column of numbers as ranks without gaps. */
export interface DenseRanks {
  /** Rank of each value, from 0; equal values share one. */
  ranks: Int32Array;
  /** Row numbers in ascending order of value; equal values keep their order. */
  order: Int32Array;
  /** Number of distinct values. */
  levels: number;
}

/** From how many rows on a pass sorts by 11 bits, not by 8: fewer passes, each over more buckets. */
const MANY = 1500;

/**
 * Ranks of numbers without gaps, by a radix sort of their bits: n rows take a few passes, whatever their order.
 * −0 equals 0; infinities have the first and last rank. NaN must have been refused before.
 */
export function denseRanks(values: ArrayLike<number>): DenseRanks {
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
  return { ranks, order, levels: n === 0 ? 0 : levels + 1 };
}
