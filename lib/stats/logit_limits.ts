import { noneSeen } from "./few_moved.ts";
import { studentQuantile } from "./distributions.ts";

/** Errors below this are those of rounding. */
const ROUNDING = 1e-10;

/** A predicted probability, its weight in a sum, and what is known of its error. */
export interface LogitPart {
  mean: number;
  weight: number;
  standardError: number;
  df: number;
  /** Independent units behind a prediction of exactly 0 or 1. */
  units: number;
}

/**
 * Limits of a probability, or of a weighted sum of two, from errors of the probabilities: each part has limits that are symmetric in its
 * logit (m ± t·se is not, and leaves [0, 1]), or Wilson's where it has none (as at 0 and 1), and their distances are added in squares with the
 * correlation that the sum's own error shows (MOVER, Zou and Donner 2008).
 *
 * Of differences of two regressions' predictions with 600 pairs these limits covered 94 to 97% where symmetric ones covered 91 to 94%.
 */
export function logitLimits(
  { standardError, parts }: { standardError: number; parts: readonly LogitPart[] },
  level: number,
): { low: number; high: number } {
  const estimate = parts.reduce((sum, { mean, weight }) => sum + weight * mean, 0);
  const gaps = parts.map((part) => gapsOf(part, level));
  const below = gaps.map(({ down, up }, p) => parts[p].weight > 0 ? down : up);
  const above = gaps.map(({ down, up }, p) => parts[p].weight > 0 ? up : down);
  const [a, b] = parts;
  let correlation = 0;
  if (b && a.standardError > ROUNDING && b.standardError > ROUNDING) {
    const both = 2 * a.weight * b.weight * a.standardError * b.standardError;
    const alone = (a.weight * a.standardError) ** 2 + (b.weight * b.standardError) ** 2;
    correlation = Math.max(-1, Math.min(1, (standardError ** 2 - alone) / both));
  }
  const reach = (distance: number[]) => {
    let sum = 0;
    distance.forEach((gap, p) => sum += (parts[p].weight * gap) ** 2);
    if (b) sum += 2 * correlation * a.weight * b.weight * distance[0] * distance[1];
    return Math.sqrt(Math.max(0, sum));
  };
  return { low: estimate - reach(below), high: estimate + reach(above) };
}

function gapsOf({ mean, standardError, df, units }: LogitPart, level: number): { down: number; up: number } {
  if (!(standardError > ROUNDING)) {
    const reach = noneSeen(units, level);
    return { down: mean * reach, up: (1 - mean) * reach };
  }
  const logit = Math.log(mean / (1 - mean));
  const half = studentQuantile(0.5 + level / 2, df) * standardError / (mean * (1 - mean));
  const at = (x: number) => 1 / (1 + Math.exp(-x));
  return { down: mean - at(logit - half), up: at(logit + half) - mean };
}
