import { coordinateDescent } from "./coordinate_descent.ts";
import type { ElasticNetOptions } from "./elastic_net.ts";
import { type GramProblem, gramProblem, type Moments, sumMoments } from "./moments.ts";

/** Alphas of a path, and the smallest of them as a share of the largest. */
const PATH_LENGTH = 100, PATH_END = 1e-3;

/** Stands for a largest alpha of 0 (y is constant, or nothing correlates with it): scikit-learn's value. */
const NO_ALPHA = 1e-15;

/** Cross-validated error of one alpha. */
export interface PathPoint {
  /** The penalty tried. */
  alpha: number;
  /** Mean over the folds of their mean squared errors. */
  error: number;
  /** Mean squared error on each fold of the fit on the others. */
  foldErrors: number[];
}

/** Settings of a path: all options decided. */
export type PathSettings = Required<ElasticNetOptions> & { alphas: number | readonly number[] };

/**
 * The alphas of a path, descending: those given, or that many at equal ratios from the smallest alpha that sets all
 * coefficients to 0 down to a thousandth of it.
 *
 * @throws {RangeError} for a ridge (l1Ratio 0), whose path has no such beginning, or a bad alpha
 */
function pathAlphas(
  action: string,
  { target, n, p }: Pick<GramProblem, "target" | "n" | "p">,
  { alphas, l1Ratio }: Pick<PathSettings, "alphas" | "l1Ratio">,
): number[] {
  if (typeof alphas !== "number") {
    if (alphas.length === 0 || alphas.some((alpha) => !(alpha >= 0 && alpha < Infinity))) {
      throw new RangeError(`${action}: wanted alphas of at least 0, found ${JSON.stringify(alphas)}`);
    }
    return [...alphas].sort((a, b) => b - a);
  }
  if (!Number.isInteger(alphas) || alphas < 1) {
    throw new RangeError(`${action}: wanted at least one alpha, found ${alphas}`);
  }
  if (l1Ratio === 0) {
    throw new RangeError(`${action}: wanted alphas as a list for l1Ratio 0 (no alpha sets a ridge to 0)`);
  }
  let largest = 0;
  for (let j = 0; j < p; j++) largest = Math.max(largest, Math.abs(target[j]));
  largest /= n * l1Ratio;
  if (largest <= Number.EPSILON) return Array.from({ length: alphas }, () => NO_ALPHA);
  const step = alphas === 1 ? 0 : Math.log10(PATH_END) / (alphas - 1);
  const top = Math.log10(largest);
  return Array.from({ length: alphas }, (_, k) => 10 ** (top + k * step));
}

/** Length of a path where none is named. */
export const DEFAULT_ALPHAS = PATH_LENGTH;

/**
 * Cross-validates a path of alphas from moments by fold: every fit and every error follows from them, no row is looked at
 * again. Within a fold each fit starts from that of the alpha before.
 */
export function crossValidatePath(
  action: string,
  folds: readonly Moments[],
  settings: PathSettings,
): { path: PathPoint[]; all: GramProblem; converged: boolean } {
  const all = gramProblem(sumMoments(folds), settings.fitIntercept);
  const alphas = pathAlphas(action, all, settings);
  const descend = coordinateDescent(all.p);
  const b = new Float64Array(all.p);
  const path = alphas.map((alpha): PathPoint => ({ alpha, error: 0, foldErrors: [] }));
  let converged = true;
  folds.forEach((held, f) => {
    const problem = gramProblem(sumMoments(folds, f), settings.fitIntercept);
    b.fill(0);
    for (const point of path) {
      converged = descend(problem, { alpha: point.alpha, ...settings }, b).converged && converged;
      point.foldErrors.push(heldOutError(held, problem, b));
    }
  });
  for (const point of path) {
    point.error = point.foldErrors.reduce((sum, error) => sum + error, 0) / folds.length;
  }
  return { path, all, converged };
}

/** Mean squared error of a fit on rows of which only the moments are known. */
function heldOutError({ n, p, sums, products }: Moments, { means }: GramProblem, b: Float64Array): number {
  const width = p + 1;
  let intercept = means[p];
  for (let j = 0; j < p; j++) intercept -= b[j] * means[j];
  let error = products[p * width + p] - 2 * intercept * sums[p] + n * intercept * intercept;
  for (let j = 0; j < p; j++) {
    if (b[j] === 0) continue;
    let fitted = 0;
    for (let k = 0; k < p; k++) fitted += products[j * width + k] * b[k];
    error += b[j] * (fitted + 2 * intercept * sums[j] - 2 * products[j * width + p]);
  }
  return Math.max(0, error) / n;
}
