import { coordinateDescent } from "./coordinate_descent.ts";
import { checkOptions, type ElasticNetFit, type ElasticNetOptions, fitAt } from "./elastic_net.ts";
import { mean } from "./grouped.ts";
import { checkTarget, type Matrix, toMatrix } from "./matrix.ts";
import { type GramProblem, gramProblem, type GroupMoments, groupMoments, sumMoments } from "./moments.ts";
import { requireCount, requireList, requireNamed, requireRight } from "../progress/require.ts";

export const DEFAULT_ALPHAS = 100;

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
 * const { coefficients } = elasticNetCV(X, X.map(([a]) => 3 * a), { l1Ratio: 0.5 });
 * const [slope] = coefficients;
 * assert.ok(Math.abs(slope - 3) < 0.1);
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
  const all = gramProblem(sumMoments(groups), settings.fitIntercept);
  const tried = pathAlphas(action, all, settings).map((alpha) => ({ alpha, foldErrors: [] as number[] }));
  let isWhole = true;
  groups.forEach((held, f) => {
    const problem = gramProblem(sumMoments(groups.filter((_, other) => other !== f)), settings.fitIntercept);
    const descend = coordinateDescent(problem, settings), b = new Float64Array(all.p);
    for (const { alpha, foldErrors } of tried) {
      isWhole = descend(alpha, b).converged && isWhole;
      foldErrors.push(heldOutError(held, problem, b));
    }
  });
  const path: PathPoint[] = tried.map(({ alpha, foldErrors }) => ({
    alpha,
    error: mean(foldErrors),
    foldErrors,
  }));
  const best = path.reduce((best, { error }, k) => error < path[best].error ? k : best, 0);
  const { alpha } = path[best], fit = fitAt(all, centre, { alpha, ...settings });
  const converged = isWhole && fit.converged, atPathEnd = path.length > 1 && best === path.length - 1;
  const notes = [
    atPathEnd &&
    `the best alpha, ${alpha.toPrecision(3)}, is the last of the path: smaller ones were not tried`,
    !converged &&
    `a fit stopped after ${settings.maxIterations} iterations before its duality gap had closed`,
  ].filter((note) => note !== false);
  return { alpha, ...fit, converged, path, atPathEnd, notes };
}

function pathAlphas(action: string, { target, n }: GramProblem, { alphas, l1Ratio }: PathSettings): number[] {
  if (typeof alphas !== "number") {
    requireList(action, "alphas", alphas, "number");
    const areRight = alphas.length > 0 && alphas.every((alpha) => alpha >= 0 && alpha < Infinity);
    requireRight(areRight, action, "alphas of at least 0", alphas);
    return [...alphas].sort((a, b) => b - a);
  }
  requireCount(action, "alpha", alphas);
  const wanted = "alphas as a list where no alpha sets a ridge to 0";
  requireRight(l1Ratio !== 0, action, wanted, `l1Ratio ${l1Ratio}`);
  const largest = Math.max(0, ...target.map(Math.abs)) / (n * l1Ratio);
  if (largest <= Number.EPSILON) return Array.from({ length: alphas }, () => NO_ALPHA);
  const step = alphas === 1 ? 0 : Math.log10(PATH_END) / (alphas - 1);
  const top = Math.log10(largest);
  return Array.from({ length: alphas }, (_, k) => 10 ** (top + k * step));
}

/** Mean squared error of a fit on rows of which only the products are known: of −b, 1 and −intercept a quadratic form in them. */
function heldOutError(products: Float64Array, { means, p }: GramProblem, b: Float64Array): number {
  const width = p + 2, residual = [...b.map((own) => -own), 1, 0];
  for (let a = 0; a <= p; a++) residual[p + 1] -= residual[a] * means[a];
  let error = 0;
  for (let j = 0; j < width; j++) {
    if (residual[j] === 0) continue;
    for (let k = 0; k < width; k++) error += residual[j] * residual[k] * products[j * width + k];
  }
  return Math.max(0, error) / products[width * width - 1];
}

/** Where each of so many folds starts, and the number of rows: contiguous blocks, as in scikit-learn's KFold (the first n mod folds have one row more). */
export function foldStarts(rows: number, folds: number): number[] {
  const isRight = Number.isInteger(folds) && folds >= 2 && folds <= rows;
  requireRight(isRight, "folds", `a whole number from 2 to the number of rows ${rows}`, folds);
  const size = Math.floor(rows / folds), larger = rows % folds;
  return Array.from({ length: folds + 1 }, (_, fold) => fold * size + Math.min(fold, larger));
}
