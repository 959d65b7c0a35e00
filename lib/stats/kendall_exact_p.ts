/**
 * Exact two-sided p-value of Kendall's τ without ties: twice the share of all n! orders with at most `inversions` pairs
 * out of order, at most 1. Numbers of orders by inversions follow the recursion of Mahonian numbers,
 * M(n, k) = M(n, k − 1) + M(n − 1, k) − M(n − 1, k − n); shares instead of numbers keep it in range.
 *
 * @param inversions the smaller of the discordant and the concordant pairs
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { kendallExactP } from "@/stats/kendall_exact_p.ts";
 *
 * assert.equal(kendallExactP(3, 0), 2 / 6); // one of 6 orders, and its mirror image
 * assert.equal(kendallExactP(3, 1), 1); // 1 + 2 of 6 orders, twice
 * ```
 */
export function kendallExactP(n: number, inversions: number): number {
  // Half the pairs out of order: no order is less extreme.
  if (n < 3 || 4 * inversions >= n * (n - 1)) return 1;
  let shares = new Float64Array(inversions + 1);
  shares[0] = 1;
  for (let size = 2; size <= n; size++) {
    const next = new Float64Array(inversions + 1);
    // The size-th element can come before 0, 1, … size − 1 of the others.
    let sum = 0;
    for (let k = 0; k <= inversions; k++) {
      sum += shares[k];
      if (k >= size) sum -= shares[k - size];
      next[k] = sum / size;
    }
    shares = next;
  }
  return Math.min(1, 2 * shares.reduce((sum, share) => sum + share, 0));
}
