import { told } from "../progress/told.ts";
import { coordinateDescent } from "./coordinate_descent.ts";
import { checkOptions, type ElasticNetFit, type ElasticNetOptions, fitAt } from "./elastic_net.ts";
import { checkTarget, type Matrix, toMatrix } from "./matrix.ts";
import {
  type GramProblem,
  gramProblem,
  type GroupMoments,
  groupMoments,
  type Moments,
  sumMoments,
} from "./moments.ts";
import { requireList, requireNamed } from "../progress/require.ts";

export const DEFAULT_ALPHAS = 100;

/** The smallest alpha of a path as a share of the largest. */
const PATH_END = 1e-3;

export const FOLDS = 5;

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

export type PathSettings = Required<ElasticNetOptions> & { alphas: number | readonly number[] };

/** Options of cross-validation. */
export interface ElasticNetCVOptions extends ElasticNetOptions {
  /** The alphas to try, or how many on a path of one's own. */
  alphas?: number | readonly number[];
  /** Parts that the rows are divided into, from 2 to their number; 5 by default. */
  folds?: number;
}

/** An elastic net whose alpha was chosen by cross-validation. */
export interface ElasticNetCV extends ElasticNetFit {
  /** The penalty chosen: that of the smallest error, of equal ones the largest. */
  alpha: number;
  /** Every alpha tried, descending, with its errors. */
  path: PathPoint[];
  /** The best alpha is the last of the path: smaller ones were not tried and may be better. */
  atPathEnd: boolean;
  /** What a reader should know of this fit, in words. */
  notes: string[];
}

/**
 * Elastic net with the alpha that has the smallest cross-validated error (the mean over the folds of their mean squared
 * errors; of equal ones the largest alpha), fitted to all rows.
 *
 * The path has 100 alphas at equal ratios from the smallest that sets all coefficients to 0 (max|Xᵀy|/(n·l1Ratio), centred)
 * down to 0.001 of it, the same for all folds: scikit-learn's ElasticNetCV. Folds are contiguous blocks of rows.
 * Everything follows from sums and products by fold, taken in one pass over the rows. Where the best alpha is
 * the last of the path, `atPathEnd` is true and `notes` says so.
 *
 * @throws {TypeError} and {RangeError} as `elasticNet`; also for fewer rows than folds, and for l1Ratio 0 without a list
 *   of alphas
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { elasticNetCV } from "judgebias/stats";
 *
 * const X = Array.from({ length: 20 }, (_, i) => [i, (i * 7) % 5]);
 * const { coefficients, path } = elasticNetCV(X, X.map(([a]) => 3 * a), {
 *   l1Ratio: 0.5,
 * });
 * assert.ok(path.length === 100 && Math.abs(coefficients[0] - 3) < 0.1);
 * ```
 */
export function elasticNetCV(
  X: readonly ArrayLike<number>[] | Matrix,
  y: ArrayLike<number>,
  asked: ElasticNetCVOptions,
): ElasticNetCV {
  const { alphas = DEFAULT_ALPHAS, folds = FOLDS, ...options } = requireNamed("elasticNetCV", asked);
  const matrix = toMatrix("elasticNetCV", X);
  checkTarget("elasticNetCV", matrix, y);
  const settings = { ...checkOptions("elasticNetCV", options), alphas };
  const moments = foldMoments(matrix, y, { folds, centred: settings.fitIntercept });
  return fitFromMoments("elasticNetCV", moments, settings);
}

/** Sums and products of the columns by fold, from which every fit follows. */
export function foldMoments(
  matrix: Matrix,
  y: ArrayLike<number>,
  { folds = FOLDS, centred }: { folds?: number; centred?: boolean },
): GroupMoments {
  return groupMoments(matrix, y, { starts: foldStarts(matrix.rows, folds), centred });
}

export function fitFromMoments(
  action: string,
  { centre, groups }: GroupMoments,
  settings: PathSettings,
): ElasticNetCV {
  const { path, all, converged } = crossValidatePath(action, groups, settings);
  let best = 0;
  path.forEach(({ error }, k) => {
    if (error < path[best].error) best = k;
  });
  const { alpha } = path[best], fit = fitAt(all, centre, { alpha, ...settings });
  const atPathEnd = path.length > 1 && best === path.length - 1;
  const notes: string[] = [];
  if (atPathEnd) {
    notes.push(
      `the best alpha, ${alpha.toPrecision(3)}, is the last of the path: smaller ones were not tried`,
    );
  }
  if (!converged || !fit.converged) {
    notes.push(`a fit stopped after ${settings.maxIterations} iterations before its duality gap had closed`);
  }
  return { alpha, ...fit, converged: converged && fit.converged, path, atPathEnd, notes };
}

/**
 * The alphas of a path, descending: those given, or that many at equal ratios from the smallest alpha that sets all
 * coefficients to 0 down to a thousandth of it.
 */
function pathAlphas(
  action: string,
  { target, n, p }: Pick<GramProblem, "target" | "n" | "p">,
  { alphas, l1Ratio }: Pick<PathSettings, "alphas" | "l1Ratio">,
): number[] {
  if (typeof alphas !== "number") {
    requireList(action, "alphas", alphas, "number");
    if (alphas.length === 0 || alphas.some((alpha) => !(alpha >= 0 && alpha < Infinity))) {
      throw new RangeError(`${action}: wanted alphas of at least 0, found ${told(alphas)}`);
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

/**
 * Cross-validates a path of alphas from moments by fold: every fit and every error follows from them, no row is looked at
 * again. Within a fold each fit starts from that of the alpha before.
 */
function crossValidatePath(
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

/** Where each of so many folds starts, and the number of rows: contiguous blocks, as in scikit-learn's KFold (the first n mod folds have one row more). */
export function foldStarts(rows: number, folds: number): number[] {
  if (!Number.isInteger(folds) || folds < 2 || folds > rows) {
    throw new RangeError(`folds: wanted a whole number from 2 to the number of rows ${rows}, found ${folds}`);
  }
  const size = Math.floor(rows / folds), larger = rows % folds;
  return Array.from({ length: folds + 1 }, (_, fold) => fold * size + Math.min(fold, larger));
}
