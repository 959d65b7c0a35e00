import { gammaln } from "simple-statistics";
import { requireRight, requireSeed } from "../progress/require.ts";

/** Seeded pseudo-random numbers; the same seed gives the same sequence on every machine. */
export interface Random {
  /** Uniform in [0, 1) with 53 random bits. */
  uniform(): number;
  /** Whole number, low ≤ value < high, without modulo bias; with one argument 0 ≤ value < low. */
  integer(low: number, high?: number): number;
  /** Standard normal (Marsaglia's polar method). */
  normal(): number;
  /** A shuffled copy (Fisher–Yates); the argument stays as it is. */
  shuffle<T extends Shufflable>(values: T): T;
  /** How many of `draws` taken without replacement from `good` + `bad` (at most 1e9) are good; arguments as in numpy. */
  hypergeometric(good: number, bad: number, draws: number): number;
}

/** What can be shuffled: anything that can be indexed, written and sliced. */
export type Shufflable = unknown[] | Float64Array | Int32Array | Uint32Array | Int8Array | Uint8Array;

/**
 * The one generator behind everything random in this library: xoshiro128** (Blackman and Vigna 2021), its state filled
 * from the seed by splitmix32 so that neighbouring seeds give unrelated sequences.
 *
 * @param seed a whole number from 0 to 2⁵³ − 1; all of its bits count
 * @throws {RangeError} for any other seed
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { random } from "judgebias/stats";
 *
 * const generator = random(7);
 * assert.equal(generator.uniform(), random(7).uniform());
 * assert.deepEqual(generator.shuffle([1, 2, 3]).sort(), [1, 2, 3]);
 * const good = generator.hypergeometric(5, 0, 3); // only good ones to draw
 * assert.equal(good, 3);
 * ```
 */
export function random(seed: number): Random {
  requireSeed("random", seed);
  const state = stateOf(seed);
  const uniform = () => ((next(state) >>> 5) * 0x4000000 + (next(state) >>> 6)) / 0x20000000000000;
  let spare = NaN;

  return {
    uniform,
    integer(low, high) {
      const [from, to] = high === undefined ? [0, low] : [low, high];
      const range = to - from, areWhole = Number.isSafeInteger(from) && Number.isSafeInteger(to);
      const isRight = areWhole && range >= 1 && range <= 2 ** 32;
      const wanted = "whole numbers low < high at most 2^32 apart";
      if (!isRight) throw new RangeError(`integer: wanted ${wanted}, found ${from} and ${to}`);
      let value = next(state);
      // Values past the last whole multiple of the range would favour small results: draw again.
      if (value > 2 ** 32 - range) {
        const limit = 2 ** 32 - 2 ** 32 % range;
        while (value >= limit) value = next(state);
      }
      // Of 32 bits each the remainder takes a tenth of the time that it takes of any numbers.
      return from + (range === 2 ** 32 ? value : (value >>> 0) % (range >>> 0));
    },
    normal() {
      if (!Number.isNaN(spare)) {
        const value = spare;
        spare = NaN;
        return value;
      }
      let x = 0, y = 0, s = 0;
      do {
        x = 2 * uniform() - 1;
        y = 2 * uniform() - 1;
        s = x * x + y * y;
      } while (s >= 1 || s === 0);
      const scale = Math.sqrt(-2 * Math.log(s) / s);
      spare = y * scale;
      return x * scale;
    },
    shuffle(values) {
      const copy = values.slice() as typeof values;
      for (let i = copy.length - 1; i > 0; i--) {
        const j = Math.floor(uniform() * (i + 1));
        [copy[i], copy[j]] = [copy[j], copy[i]];
      }
      return copy;
    },
    hypergeometric: (good, bad, draws) => hypergeometric(uniform, good, bad, draws),
  };
}

function stateOf(seed: number): Int32Array {
  // Both halves of the seed reach every word of the state.
  const upper = Math.floor(seed / 2 ** 32);
  let mix = (seed ^ Math.imul(upper, 0x9e3779b1)) >>> 0;
  const splitmix = () => {
    mix = (mix + 0x9e3779b9) >>> 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  const state = Int32Array.of(splitmix(), splitmix(), 0, 0);
  mix = (mix ^ upper) >>> 0;
  state[2] = splitmix();
  state[3] = splitmix();
  return state;
}

/** xoshiro128**: a whole number from 0 to 2³² − 1. */
function next(state: Int32Array): number {
  const a = state[0], b = state[1], c = state[2] ^ a, d = state[3] ^ b;
  state[0] = a ^ d;
  state[1] = b ^ c;
  state[2] = c ^ (b << 9);
  state[3] = rotate(d, 11);
  return Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
}

function rotate(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

/** As numpy: beyond it the factorials' logarithms (1e10) leave too few digits for a probability. */
const LARGEST_TOTAL = 1e9;

/** Inversion outward from the mode: the uniform number is spent on the probabilities in the order mode, mode ± 1, … so that about one standard deviation of steps is needed whatever the size. */
function hypergeometric(uniform: () => number, good: number, bad: number, draws: number): number {
  const areCounts = [good, bad, draws].every((count) => Number.isSafeInteger(count) && count >= 0);
  const isRight = areCounts && draws <= good + bad && good + bad <= LARGEST_TOTAL;
  const wanted = `counts good, bad (at most ${LARGEST_TOTAL} in all) and draws of them`;
  requireRight(isRight, "hypergeometric", wanted, [good, bad, draws]);
  const logFactorial = (n: number) => gammaln(n + 1);
  const lowest = Math.max(0, draws - bad), highest = Math.min(draws, good);
  const mode = Math.min(highest, Math.max(lowest, Math.floor((draws + 1) * (good + 1) / (good + bad + 2))));
  const atMode = Math.exp(
    logFactorial(good) - logFactorial(mode) - logFactorial(good - mode) +
      logFactorial(bad) - logFactorial(draws - mode) - logFactorial(bad - draws + mode) -
      logFactorial(good + bad) + logFactorial(draws) + logFactorial(good + bad - draws),
  );
  let left = uniform() - atMode;
  if (left < 0) return mode;
  let up = mode, down = mode, probabilityUp = atMode, probabilityDown = atMode;
  while (up < highest || down > lowest) {
    if (up < highest) {
      probabilityUp *= (good - up) * (draws - up) / ((up + 1) * (bad - draws + up + 1));
      up++;
      left -= probabilityUp;
      if (left < 0) return up;
    }
    if (down > lowest) {
      probabilityDown *= down * (bad - draws + down) / ((good - down + 1) * (draws - down + 1));
      down--;
      left -= probabilityDown;
      if (left < 0) return down;
    }
  }
  return mode; // rounding left a sliver of probability unspent: 1e-12 for thousands, 1e-5 for 1e9
}
