import { logFactorial } from "./log_factorial.ts";
import type { Random } from "./random.ts";

/** Below this many trials each is drawn by itself. */
const FEW = 8;

/**
 * A binomial random number: successes in n trials of probability p. Inversion outward from the mode, as the generator's
 * `hypergeometric`: about one standard deviation of steps whatever the size.
 *
 * @throws {RangeError} for n that is no count or p outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { random } from "judgebias/stats";
 * import { binomialDraw } from "@/stats/binomial_draw.ts";
 *
 * assert.equal(binomialDraw(random(1), 12, 1), 12);
 * ```
 */
export function binomialDraw(generator: Random, n: number, p: number): number {
  if (!(Number.isSafeInteger(n) && n >= 0 && p >= 0 && p <= 1)) {
    throw new RangeError(`binomialDraw: wanted a count n and p in [0, 1], found ${n} and ${p}`);
  }
  if (p === 0 || n === 0) return 0;
  if (p === 1) return n;
  if (n < FEW) {
    let successes = 0;
    for (let i = 0; i < n; i++) if (generator.uniform() < p) successes++;
    return successes;
  }
  const odds = p / (1 - p);
  const mode = Math.min(n, Math.floor((n + 1) * p));
  const atMode = Math.exp(
    logFactorial(n) - logFactorial(mode) - logFactorial(n - mode) + mode * Math.log(p) +
      (n - mode) * Math.log1p(-p),
  );
  let left = generator.uniform() - atMode;
  if (left < 0) return mode;
  let up = mode, down = mode, above = atMode, below = atMode;
  while (up < n || down > 0) {
    if (up < n) {
      above *= (n - up) / (up + 1) * odds;
      up++;
      left -= above;
      if (left < 0) return up;
    }
    if (down > 0) {
      below *= down / (n - down + 1) / odds;
      down--;
      left -= below;
      if (left < 0) return down;
    }
    // Rounding left a sliver of probability unspent, and nothing more will spend it.
    if (above < 1e-20 && below < 1e-20) return mode;
  }
  return mode;
}
