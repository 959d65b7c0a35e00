import { inWords, told } from "../progress/told.ts";
import { requireOptions } from "../progress/require.ts";
import { incompleteBeta, normalCdf } from "./distributions.ts";
import type { ClusterSums } from "./cluster_sums.ts";
import { type ClusterCodes, type Estimand, waysOf } from "./estimand.ts";

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
export function mcnemar(
  b: number,
  c: number,
  options: McNemarOptions = {},
): McNemar {
  const { exact = true, correction = true } = requireOptions("mcnemar", options, ["exact", "correction"]);
  if (![b, c].every((count) => Number.isSafeInteger(count) && count >= 0)) {
    throw new RangeError(`mcnemar: wanted counts of pairs, found b ${told(b)} and c ${told(c)}`);
  }
  const n = b + c, smaller = Math.min(b, c);
  if (exact) {
    return {
      statistic: smaller,
      pValue: n === 0 ? 1 : Math.min(1, 2 * fairTail(smaller, n)),
      n,
      method: "exact",
    };
  }
  const difference = Math.max(0, Math.abs(b - c) - (correction ? 1 : 0));
  const statistic = n === 0 ? 0 : difference * difference / n;
  return { statistic, pValue: 2 * normalCdf(-Math.sqrt(statistic)), n, method: "chi-square" };
}

/** Its exact p of differences of two verdicts each, 1, 0 or −1; null where rows share a cluster, so that they are no trials. */
export function exactWhereAlone(differences: readonly number[], clusters: ClusterCodes): number | null {
  const count = (value: number) => differences.filter((difference) => difference === value).length;
  const areAlone = waysOf(clusters).every((way) => new Set(Array.from(way)).size === differences.length);
  return areAlone && differences.length > 0 ? mcnemar(count(1), count(-1)).pValue : null;
}

/** That few clusters gain and none loses, or the other way round: what p calls shown their exact test does not (2 · ½ⁿ). */
export function fewDiffer(
  estimand: Estimand,
  parts: readonly (readonly ClusterSums[])[],
  pValue: number,
  alpha: number,
): string {
  const none = parts.findIndex(([{ means: [mean] }]) => mean === 0);
  if (!estimand[1]?.isLoss || parts.length > 2 || none < 0 || !(pValue < alpha)) return "";
  const n = Math.min(
    ...parts[1 - none].map(({ sizes, sums, means: [mean] }) =>
      sizes.filter((size, g) => sums[g] + mean * size > 1e-9).length
    ),
  );
  const exact = mcnemar(n, 0).pValue, said = `${inWords(n, "cluster")} ${n === 1 ? "differs" : "differ"}`;
  return exact < alpha ? "" : `${said}, all one way: the exact test of them (McNemar's) has p = ${exact}`;
}

/** P(X ≤ k) for X ~ Bin(n, ½): summed exactly where every term is a whole number below 2⁵³, else by incomplete beta. */
function fairTail(k: number, n: number): number {
  if (n > 50) return k >= n ? 1 : incompleteBeta(0.5, n - k, k + 1);
  let term = 1, sum = 1;
  for (let i = 1; i <= k; i++) {
    term = term * (n - i + 1) / i;
    sum += term;
  }
  return sum / 2 ** n;
}
