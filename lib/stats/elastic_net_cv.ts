import { checkTarget } from "./check_target.ts";
import { coordinateDescent } from "./coordinate_descent.ts";
import { checkOptions, type ElasticNetFit, type ElasticNetOptions, interceptOf } from "./elastic_net.ts";
import { crossValidatePath, DEFAULT_ALPHAS, type PathPoint, type PathSettings } from "./elastic_net_path.ts";
import { assignFolds } from "./folds.ts";
import { type Matrix, toMatrix } from "./matrix.ts";
import { type GroupMoments, groupMoments } from "./moments.ts";

/** Options of cross-validation. */
export interface ElasticNetCVOptions extends ElasticNetOptions {
  /** The alphas to try, or how many on a path of one's own. */
  alphas?: number | readonly number[];
  /** Parts that the rows are divided into, from 2 to their number; 5 by default. */
  folds?: number;
  /** Draws the folds from a shuffled order; without it they are contiguous blocks of rows. */
  seed?: number;
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
 * down to 0.001 of it, the same for all folds: scikit-learn's ElasticNetCV. Folds are contiguous blocks of rows, or drawn
 * with `seed`. Everything follows from sums and products by fold, taken in one pass over the rows. Where the best alpha is
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
 * const { coefficients, path } = elasticNetCV(X, X.map(([a]) => 3 * a), { l1Ratio: 0.5 });
 * assert.ok(path.length === 100 && Math.abs(coefficients[0] - 3) < 0.1);
 * ```
 */
export function elasticNetCV(
  X: readonly ArrayLike<number>[] | Matrix,
  y: ArrayLike<number>,
  { alphas = DEFAULT_ALPHAS, folds = 5, seed, ...options }: ElasticNetCVOptions,
): ElasticNetCV {
  const matrix = toMatrix("elasticNetCV", X);
  checkTarget("elasticNetCV", matrix, y);
  const settings = { ...checkOptions("elasticNetCV", options), alphas };
  const groupOf = assignFolds(matrix.rows, { folds, seed });
  const moments = groupMoments(matrix, y, { groups: folds, groupOf, centred: settings.fitIntercept });
  return fitFromMoments("elasticNetCV", moments, settings);
}

/** The cross-validated fit from moments by fold. */
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
  const { alpha } = path[best];
  const b = new Float64Array(all.p);
  const descent = coordinateDescent(all.p)(all, { alpha, ...settings }, b);
  const atPathEnd = path.length > 1 && best === path.length - 1;
  const notes: string[] = [];
  if (atPathEnd) {
    notes.push(
      `the best alpha, ${alpha.toPrecision(3)}, is the last of the path: smaller ones were not tried`,
    );
  }
  if (!converged || !descent.converged) {
    notes.push(`a fit stopped after ${settings.maxIterations} iterations before its duality gap had closed`);
  }
  return {
    alpha,
    coefficients: [...b],
    intercept: interceptOf(all, centre, b),
    iterations: descent.iterations,
    converged: converged && descent.converged,
    dualityGap: descent.gap / all.n,
    n: all.n,
    path,
    atPathEnd,
    notes,
  };
}
