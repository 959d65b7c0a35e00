import type { ClusterCodes, Inference, Term } from "./estimand.ts";
import { infer } from "./infer.ts";

/** Step of the numerical derivative, in units of a share. */
const STEP = 1e-5;

/**
 * `infer` of a function of means: the function is followed as a straight line from the means that were found (delta method), and the limits
 * are those of that weighted sum of them. A mean at the end of its range is moved inwards only. `pValue` is against 0: of a ratio ask `pOf(1)`,
 * or infer its logarithm, whose limits as powers of e stay above 0.
 *
 * @param parts the means, whose weights do not count
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { inferFunction } from "judgebias/stats";
 *
 * const right = [1, 0, 1, 1, 0, 1, 1, 0], asked = [1, 1, 1, 1, 1, 1, 0, 0];
 * const term = (name: string, of: number[]) => ({ name, weight: 1, value: (row: number) => of[row] });
 * const ratio = inferFunction([term("right", right), term("asked", asked)], ([a, b]) => a / b, 8, [0, 1, 2, 3, 4, 5, 6, 7]);
 * assert.ok(Math.abs(ratio.estimate - 5 / 6) < 1e-15 && ratio.low < 5 / 6);
 * ```
 */
export function inferFunction(
  parts: readonly Omit<Term, "weight" | "estimate">[],
  statistic: (means: number[]) => number,
  rows: ArrayLike<number> | number,
  clusters: ClusterCodes,
  { level }: { level?: number } = {},
): Inference {
  const terms = parts.map((part) => ({ ...part, weight: 1 }));
  const { means } = infer(terms, rows, clusters);
  const estimate = statistic([...means]);
  const slopes = means.map((mean, k) => {
    const [from, to] = parts[k].range ?? [0, 1];
    const below = Math.max(from, mean - STEP), above = Math.min(to, mean + STEP);
    const at = (value: number) => statistic(means.with(k, value));
    const slope = (at(above) - at(below)) / (above - below);
    return Math.abs(slope) < 1e-9 ? 0 : slope; // what rounding leaves
  });
  const found = infer(terms.map((term, k) => ({ ...term, weight: slopes[k] })), rows, clusters, { level });
  const shift = estimate - found.estimate, pOf = (value: number) => found.pOf(value - shift);
  return { ...found, estimate, low: found.low + shift, high: found.high + shift, pOf, pValue: pOf(0) };
}
