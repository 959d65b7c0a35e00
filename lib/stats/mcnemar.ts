import { told } from "../progress/told.ts";
import { requireOptions } from "../progress/require.ts";
import { incompleteBeta, normalCdf } from "./distributions.ts";
import type { ClusterSums } from "./cluster_sums.ts";
import type { Estimand } from "./estimand.ts";
import { halved } from "./grouped.ts";

/** Result of McNemar's test. */
export interface McNemar {
  /** χ² with one degree of freedom, or the smaller of b and c for the exact test. */
  statistic: number;
  /** Two-sided; 1 without any disagreement. */
  pValue: number;
  /** Pairs that disagree: all that the test looks at. */
  n: number;
  /** The binomial test, or the χ² approximation. */
  method: "exact" | "chi-square";
}

/** Options of `mcnemar`. */
export interface McNemarOptions {
  /** Whether the binomial test is used and not χ²; true by default. */
  exact?: boolean;
  /** Whether χ² is corrected for continuity; true by default. */
  correction?: boolean;
}

/**
 * McNemar's test that two paired verdicts are equally often right: b pairs where only the first is, c where only the
 * second is.
 *
 * Exact: twice the binomial tail P(X ≤ min(b, c)), X ~ Bin(b + c, ½), at most 1. Asymptotic: (|b − c| − 1)²/(b + c)
 * against χ² with one degree of freedom, or (b − c)²/(b + c) with `correction: false`. Source: McNemar 1947, Edwards 1948.
 * The correction cannot exceed the difference: b = c gives 0 and p = 1, as in R; statsmodels gives 1/(b + c) there.
 *
 * @returns without any disagreement p = 1: nothing speaks against equality
 * @throws {RangeError} when b or c is not a count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mcnemar } from "judgebias/stats";
 *
 * assert.equal(mcnemar(1, 5).pValue, 14 / 64); // 2 · (1 + 6)/2⁶
 * assert.equal(mcnemar(30, 30, { exact: false }).pValue, 1);
 * ```
 */
export function mcnemar(b: number, c: number, options: McNemarOptions = {}): McNemar {
  const { exact = true, correction = true } = requireOptions("mcnemar", options, ["exact", "correction"]);
  if (![b, c].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError(`mcnemar: wanted counts of pairs, found b ${told(b)} and c ${told(c)}`);
  }
  const n = b + c, smaller = Math.min(b, c);
  if (exact) {
    const pValue = n === 0 ? 1 : Math.min(1, 2 * fairTail(smaller, n));
    return { statistic: smaller, pValue, n, method: "exact" };
  }
  const difference = Math.max(0, Math.abs(b - c) - (correction ? 1 : 0));
  const statistic = n === 0 ? 0 : difference * difference / n;
  return { statistic, pValue: 2 * normalCdf(-Math.sqrt(statistic)), n, method: "chi-square" };
}

/** With more clusters that differ the limits by themselves keep their level: of 20 to 200 pairs, 2 to 15% of which differ without a difference, at most 4.5% have p < .05. */
const FEW_DIFFER = 9;

/**
 * Of a difference that few clusters make (gains less losses of the same rows) how far the exact test of them lets it reach towards 0 at a level,
 * as a share of the estimate: (2θ − 1)·Σ|d|/|Σd| with Clopper and Pearson's limit θ of the share of clusters that differ this way. d is what a cluster
 * adds; of equal ones the test at 0 is McNemar's, of unequal ones that of their signs turned in all ways. None where more clusters differ.
 */
export function fewDiffer(
  estimand: Estimand,
  ways: readonly ClusterSums[],
): ((level: number) => number) | undefined {
  const isGains = estimand.length % 2 === 0 &&
    estimand.every(({ isLoss = false }, p) => isLoss === (p % 2 > 0));
  if (!isGains) return undefined;
  const limits = ways.flatMap((way) => exactLimit(estimand, way) ?? []);
  return limits.length > 0 ? (level) => Math.min(...limits.map((of) => of(level))) : undefined;
}

function exactLimit(
  estimand: Estimand,
  { clusters, sizes, sums, counts, means }: ClusterSums,
): ((level: number) => number) | undefined {
  const k = estimand.length, own: number[] = [];
  const least = 1e-9 * Math.max(...estimand.map(({ weight }, p) => Math.abs(weight) / counts[p]));
  for (let g = 0; g < clusters; g++) {
    const part = (p: number) => (sums[g * k + p] + means[p] * sizes[g * k + p]) / counts[p];
    const sum = estimand.reduce((sum, { weight }, p) => sum + weight * part(p), 0);
    if (Math.abs(sum) > least && own.push(sum) > FEW_DIFFER) return undefined;
  }
  const d = own.length, total = Math.abs(own.reduce((sum, one) => sum + one, 0));
  if (!(total > least)) return undefined;
  // How many ways of turning signs, with so many of them this way, reach as far.
  const ways = new Array<number>(d + 1).fill(0);
  for (let turned = 0; turned < 2 ** d; turned++) {
    let sum = 0, count = 0;
    for (let g = 0; g < d; g++) {
      const is = (turned >> g) % 2 === 1;
      sum += is ? Math.abs(own[g]) : -Math.abs(own[g]);
      if (is) count++;
    }
    if (sum >= total - least) ways[count]++;
  }
  const tail = (share: number) =>
    ways.reduce((sum, many, count) => sum + many * share ** count * (1 - share) ** (d - count), 0);
  const scale = own.reduce((sum, one) => sum + Math.abs(one), 0) / total;
  return (level) => {
    const { low, high } = halved(0, 1, (share) => tail(share) < (1 - level) / 2, 60);
    return (low + high - 1) * scale;
  };
}

/** P(X ≤ k) for X ~ Bin(n, ½), k < n: summed exactly where every term is a whole number below 2⁵³, else by incomplete beta. */
function fairTail(k: number, n: number): number {
  if (n > 50) return incompleteBeta(0.5, n - k, k + 1);
  let term = 1, sum = 1;
  for (let i = 1; i <= k; i++) {
    term = term * (n - i + 1) / i;
    sum += term;
  }
  return sum / 2 ** n;
}
