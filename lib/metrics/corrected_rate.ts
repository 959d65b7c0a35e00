import { requireBetween, requireOneOf, requireOptions, requireShare } from "../progress/require.ts";
import { infer } from "../stats/infer.ts";
import { answersOf, predictionPowered, roganGladen, type Verdicts, verdictSides } from "./corrections.ts";

/** What `correctedRate` works on. */
export interface CorrectedRateOptions extends Verdicts {
  /** The rows that people labelled as well: the judge's verdicts and the truth. */
  labelled: Verdicts & { truth: ArrayLike<number> };
  /** How the judge's errors are taken out; "naive" leaves them in. */
  method: "naive" | "rogan_gladen" | "ppi";
  /** Weight of the judge in "ppi": tuned by default; 0 = labels only, 1 = the first form of the method. */
  lambda?: number;
  /** Level of the interval; 0.95 by default. */
  level?: number;
}

/** A rate with its interval, and what it rests on. */
export interface CorrectedRate {
  /** The rate, as a fraction (with "ppi" any mean); NaN where the method has no labels to go by. */
  estimate: number;
  /** Lower end of its interval, cut to [0, 1] where all values lie in it. */
  low: number;
  /** Upper end of its interval, cut likewise. */
  high: number;
  /** Unlabelled verdicts. */
  n: number;
  /** Labelled rows with verdict and truth. */
  n_labelled: number;
  /** What to beware of; empty where nothing. */
  warning: string;
  /** Share of true (and of false) cases that the judge gets right among the labelled; NaN without such cases. */
  sensitivity: number;
  /** The same of false cases (truth 0). */
  specificity: number;
  /** Weight of the judge's verdicts in "ppi" (mean over strata); NaN elsewhere. */
  lambda: number;
  /** Rows with a missing verdict or truth, left out. */
  n_missing: number;
}

/**
 * A win rate or accuracy from a judge's verdicts, corrected for what the judge gets wrong by means of a labelled
 * subset.
 *
 * `predicted`: the judge's verdicts on unlabelled rows, 0 or 1 (with "ppi" any number); `labelled`: its verdicts and
 * the truth on other rows.
 * - `naive`: the mean verdict as it is; its interval speaks of sampling and not of the judge's errors.
 * - `rogan_gladen`: (p + sp − 1)/(se + sp − 1) with sensitivity and specificity from the labelled rows (Rogan and
 *   Gladen 1978), which need not have the same rate of true cases but the same errors given the truth; interval of
 *   Lang and Reiczigel 2014, as Lee et al. 2025 use it for judges. Noise is multiplied by 1/(se + sp − 1): near 0 it
 *   has no content, and the warning says so.
 * - `ppi`: mean truth of the labelled + λ·(mean verdict unlabelled − mean verdict labelled), prediction-powered
 *   inference (Angelopoulos et al. 2023) with the tuned λ = Cov(truth, verdict)/((1 + n/N)·Var(verdict)) in [0, 1]
 *   (PPI++, Angelopoulos et al. 2024): unbiased however bad the judge, never much wider than labels alone; 95% limits cover 94 to 99% in
 *   simulations. The labelled rows must be a random sample of the same population. With `strata` (of both) each stratum has its own λ
 *   and enters with its share of `predicted` (Fisch et al. 2024).
 *
 * `clusters` make intervals robust; the same name among labelled and unlabelled rows is the same cluster. Limits of
 * "ppi" are those of a sum of means (`infer`): of the judge's mean verdict, and of what it falls short of the truth by and
 * exceeds it by among the labelled. Labelled rows of strata that the rest lacks are said. All limits are cut to [0, 1] where all values lie in it. NaN values are left out and
 * counted. No labels (or, in Rogan–Gladen, none of one kind) give NaN.
 *
 * @throws {TypeError} when lengths differ, or only one side has strata
 * @throws {RangeError} for another method or level, a λ outside [0, 1], a row without its cluster, or verdicts other than 0 and 1 in
 * Rogan–Gladen
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { correctedRate } from "judgebias";
 *
 * // the judge: 70 of 100
 * const predicted = Array.from({ length: 100 }, (_, i) => i < 70 ? 1 : 0);
 * const labelled = {
 *   predicted: [1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
 *   // se 0.8, sp 0.6
 *   truth: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
 * };
 * const { estimate, low, high } = correctedRate({
 *   predicted, labelled, method: "rogan_gladen",
 * });
 * // (0.7 + 0.6 − 1)/(0.8 + 0.6 − 1)
 * assert.ok(Math.abs(estimate - 0.75) < 1e-12 && low < 0.75 && high > 0.75);
 * ```
 */
export function correctedRate(options: CorrectedRateOptions): CorrectedRate {
  const action = "correctedRate";
  const known = ["predicted", "clusters", "strata", "labelled", "method", "lambda", "level"];
  requireOptions(action, options, known, arguments);
  const { method, level = 0.95, lambda } = options;
  requireBetween(action, "a level", level);
  requireOneOf(action, "the method", method, ["naive", "rogan_gladen", "ppi"]);
  if (lambda !== undefined) requireShare(action, "a lambda", lambda);
  const rows = verdictSides(options), { unlabelled, labelled, missing: n_missing } = rows;
  const common = { n: unlabelled.n, n_labelled: labelled.n, ...answersOf(labelled), lambda: NaN, n_missing };
  if (method === "ppi") return { ...common, ...predictionPowered(rows, lambda, level) };
  if (method === "naive") {
    const value = (row: number) => unlabelled.values[row];
    const term = { name: "the rate", weight: 1, value, range: rows.bounds };
    const { estimate, low, high } = infer([term], unlabelled.n, unlabelled.clusters, { level });
    return { ...common, estimate, low, high, warning: "the judge's errors are not corrected" };
  }
  if (!rows.binary) throw new RangeError(`${action}: wanted 0 or 1 for rogan_gladen, found other numbers`);
  return { ...common, ...roganGladen(rows, level) };
}
