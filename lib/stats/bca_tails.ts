import { normalCdf, normalQuantile } from "./distributions.ts";

/** Statistics that are equal in exact arithmetic may differ in the last bits; relative to the largest replicate. */
const TIE = 1e-12;

/**
 * The two probabilities at which BCa (Efron 1987) reads the quantiles of bootstrap replicates: bias from the share of replicates
 * below the estimate (ties half), acceleration Σ d³/(6·(Σ d²)^1.5) from the leave-one-out values. NaN where BCa is undefined: the
 * estimate outside all replicates, a single unit.
 *
 * @param weights how many units each leave-one-out value stands for; 1 each by default
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { bcaTails } from "@/stats/bca_tails.ts";
 *
 * // Symmetric all round: the percentile interval
 * const { low, high } = bcaTails({ estimate: 2, sorted: [1, 2, 3], jackknife: [1, 2, 3], level: 0.95 });
 * assert.ok(Math.abs(low - 0.025) < 1e-14 && Math.abs(high - 0.975) < 1e-14);
 * ```
 */
export function bcaTails(
  { estimate, sorted, jackknife, weights, level }: {
    estimate: number;
    /** Replicates in ascending order, without NaN. */
    sorted: ArrayLike<number>;
    jackknife: ArrayLike<number>;
    weights?: ArrayLike<number>;
    level: number;
  },
): { low: number; high: number } {
  const range = Math.max(Math.abs(estimate), Math.abs(sorted[0]), Math.abs(sorted[sorted.length - 1]));
  const tie = TIE * (Number.isFinite(range) ? range : Math.abs(estimate));
  let below = 0;
  for (let r = 0; r < sorted.length; r++) {
    below += sorted[r] < estimate - tie ? 1 : sorted[r] <= estimate + tie ? 0.5 : 0;
  }
  const share = below / sorted.length;
  const weight = (k: number) => weights?.[k] ?? 1;
  let units = 0, sum = 0;
  for (let k = 0; k < jackknife.length; k++) {
    units += weight(k);
    sum += weight(k) * jackknife[k];
  }
  if (units < 2 || !(share > 0 && share < 1)) return { low: NaN, high: NaN };
  const mean = sum / units;
  let squares = 0, cubes = 0;
  for (let k = 0; k < jackknife.length; k++) {
    squares += weight(k) * (mean - jackknife[k]) ** 2;
    cubes += weight(k) * (mean - jackknife[k]) ** 3;
  }
  const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
  const bias = normalQuantile(share);
  const tail = (z: number) => {
    const shifted = bias + z;
    return normalCdf(bias + shifted / (1 - acceleration * shifted));
  };
  const z = normalQuantile((1 + level) / 2);
  return { low: tail(-z), high: tail(z) };
}

/** Whether replicates, sorted, are all alike, or none: they then tell nothing of other samples. */
export function isStill(sorted: ArrayLike<number>): boolean {
  const first = sorted[0] ?? NaN, last = sorted[sorted.length - 1] ?? NaN;
  return !(first < last) || last - first < ROUNDING * Math.max(Math.abs(first), Math.abs(last));
}

/** Parts of a number below this are those of rounding. */
const ROUNDING = 1e-12;
