import { quantileSorted } from "simple-statistics";
import { choleskyRoot } from "./cholesky.ts";
import { normalCdf, studentQuantile } from "./distributions.ts";
import { random } from "./random.ts";

/** Draws of the largest value; the quantile at 95% is then good to about 0.5%. */
const DRAWS = 20_000;

/**
 * The critical value of the largest of several |t| with a common correlation: estimate ± value · se are intervals that all hold at once
 * with probability `level` (max-t, Hothorn, Bretz and Westfall 2008). Normal draws with the correlation (which may be singular), their
 * quantile carried over to Student's t. Between the value of one interval and Bonferroni's.
 *
 * @param correlation m × m, row by row
 * @throws {RangeError} for a level outside (0, 1), or a matrix that is not square
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { maxT } from "judgebias/stats";
 *
 * const alone = maxT([1], { level: 0.95, df: Infinity, seed: 1 });
 * assert.ok(Math.abs(alone - 1.96) < 0.03);
 * const four = maxT([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], { level: 0.95, df: Infinity, seed: 1 });
 * assert.ok(Math.abs(four - 2.491) < 0.03); // (2Φ(z) − 1)⁴ = 0.95
 * ```
 */
export function maxT(
  correlation: ArrayLike<number>,
  { level, df, seed, draws = DRAWS }: { level: number; df: number; seed: number; draws?: number },
): number {
  if (!(level > 0 && level < 1)) throw new RangeError(`maxT: wanted a level between 0 and 1, found ${level}`);
  const m = Math.sqrt(correlation.length);
  if (!Number.isInteger(m) || m < 1) {
    throw new RangeError(`maxT: wanted a square matrix, found ${correlation.length} numbers`);
  }
  const table = Array.from(
    { length: m },
    (_, i) => Float64Array.from({ length: m }, (_, j) => correlation[i * m + j]),
  );
  const root = choleskyRoot(table, { semidefinite: true })!, generator = random(seed);
  const z = new Float64Array(m), largest = new Float64Array(draws);
  for (let r = 0; r < draws; r++) {
    for (let j = 0; j < m; j++) z[j] = generator.normal();
    let most = 0;
    for (let i = 0; i < m; i++) {
      const row = root[i];
      let sum = 0;
      for (let j = 0; j <= i; j++) sum += row[j] * z[j];
      most = Math.max(most, Math.abs(sum));
    }
    largest[r] = most;
  }
  const quantile = quantileSorted(largest.sort() as never, level);
  return -studentQuantile(normalCdf(-quantile), df);
}
