import { levelQuantile } from "../stats/wilson.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireOneOf } from "../stats/require_value.ts";

/** How many labels a width costs. */
export interface LabelPlan {
  /** Labels for the width asked; Infinity where no number is enough. */
  n_labelled: number;
  /** Labels without any judge. */
  n_labels_only: number;
  /** Weight of the judge at that number ("ppi"); NaN elsewhere. */
  lambda: number;
}

/**
 * How many labels `correctedRate` needs for an interval of a given half-width: the smallest n with z·√Var(n) ≤
 * halfWidth.
 *
 * The judge is described by its sensitivity and specificity, the true `rate`, and how many unlabelled verdicts there
 * are (`n`, default: no end of them). `ppi`: Var = Var(Y − λf)/n + λ²·Var(f)/N with the λ that is tuned at that n.
 * `rogan_gladen`: the delta method's variance, labels split as the rate splits them; it has a floor that only more
 * verdicts lower: Infinity where the width lies below. `designEffect` multiplies the variance for clusters: 1 + (m −
 * 1)·ICC.
 *
 * @throws {RangeError} for shares outside [0, 1], a rate of 0 or 1, a half-width that is not positive
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { planLabels } from "judgebias";
 *
 * const { n_labelled, n_labels_only } = planLabels({ rate: 0.5, sensitivity: 0.9, specificity: 0.9, halfWidth: 0.05 });
 * assert.equal(n_labels_only, 385); // 1.96²·¼/0.05²
 * assert.equal(n_labelled, 139); // … times 1 − 0.8²: what the judge leaves unexplained
 * ```
 */
export function planLabels(
  {
    rate,
    sensitivity,
    specificity,
    halfWidth,
    n = Infinity,
    method = "ppi",
    designEffect = 1,
    level = 0.95,
    ...others
  }: {
    rate: number;
    sensitivity: number;
    specificity: number;
    halfWidth: number;
    n?: number;
    method?: "ppi" | "rogan_gladen";
    designEffect?: number;
    level?: number;
  },
): LabelPlan {
  requireOptions("planLabels", others, [
    "rate",
    "sensitivity",
    "specificity",
    "halfWidth",
    "n",
    "method",
    "designEffect",
    "level",
  ]);
  if (
    ![sensitivity, specificity].every((x) => x >= 0 && x <= 1) || !(rate > 0 && rate < 1) ||
    !(halfWidth > 0) || !(n >= 1)
  ) {
    throw new RangeError(
      `planLabels: wanted shares, a rate between 0 and 1, a positive half-width and n, found sensitivity ${sensitivity}, specificity ` +
        `${specificity}, rate ${rate}, half-width ${halfWidth}, n ${n}`,
    );
  }
  requireOneOf("planLabels", "the method", method, ["ppi", "rogan_gladen"]);
  const index = sensitivity + specificity - 1, q = rate * sensitivity + (1 - rate) * (1 - specificity);
  const spread = rate * (1 - rate), judged = q * (1 - q), shared = spread * index;
  const wanted = (halfWidth / levelQuantile(level)) ** 2 / designEffect;
  const lambdaAt = (m: number) =>
    judged === 0 ? 0 : Math.min(1, Math.max(0, shared / ((1 + m / n) * judged)));
  const varianceAt = (m: number) => {
    if (method === "ppi") {
      const lambda = lambdaAt(m);
      return (spread - 2 * lambda * shared + lambda * lambda * judged) / m + lambda * lambda * judged / n;
    }
    const errors = rate * sensitivity * (1 - sensitivity) + (1 - rate) * specificity * (1 - specificity);
    return (judged / n + errors / m) / (index * index);
  };
  const n_labelled = leastWhole((m) => varianceAt(m) <= wanted);
  return {
    n_labelled,
    n_labels_only: leastWhole((m) => spread / m <= wanted),
    lambda: method === "ppi" ? lambdaAt(n_labelled) : NaN,
  };
}

/** The smallest whole number from 1 for which it is enough, or Infinity where none up to 2⁵³ is; what is enough stays so. */
export function leastWhole(enough: (n: number) => boolean): number {
  let high = 1;
  while (!enough(high)) {
    high *= 2;
    if (high > Number.MAX_SAFE_INTEGER) return Infinity;
  }
  let low = Math.floor(high / 2);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}
