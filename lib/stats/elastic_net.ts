import { coordinateDescent } from "./coordinate_descent.ts";
import { checkTarget, type Matrix, toMatrix } from "./matrix.ts";
import { type GramProblem, gramProblem, groupMoments } from "./moments.ts";
import {
  requireCount,
  requireNamed,
  requireOptions,
  requireRight,
  requireShare,
} from "../progress/require.ts";

/** Options of every fit. */
export interface ElasticNetOptions {
  /** Share of the l1 penalty: 1 = lasso, 0 = ridge. */
  l1Ratio: number;
  /** Duality gap at which to stop, as a share of the centred sum of squares of y. */
  tolerance?: number;
  /** Sweeps at most, per fit. */
  maxIterations?: number;
  /** Whether a constant is fitted as well, which no penalty draws to 0; true by default. */
  fitIntercept?: boolean;
  /** Holds all coefficients at 0 or above. */
  nonNegative?: boolean;
}

/** A fitted elastic net. */
export interface ElasticNetFit {
  /** One per column of X. */
  coefficients: number[];
  /** The constant of the fit; 0 where none was fitted. */
  intercept: number;
  /** Sweeps of coordinate descent. */
  iterations: number;
  /** Whether the descent ended before it ran out of sweeps; after cross-validation, that of every fit on the way too. */
  converged: boolean;
}

/**
 * Elastic net: a linear fit that is drawn towards 0 by an l1 and an l2 penalty.
 *
 * Minimises 1/(2n)·‖y − Xb − b₀‖² + alpha·l1Ratio·‖b‖₁ + alpha·(1 − l1Ratio)/2·‖b‖² (Zou and Hastie 2005, in
 * scikit-learn's scale; columns are not standardised, the intercept is not penalised). glmnet scales y to standard
 * deviation 1 first: its lambda corresponds to alpha only after that is undone.
 *
 * Coordinate descent on the Gram matrix (`coordinateDescent`): cost per sweep p², whatever n. A constant column, and all
 * columns of a single row, get 0. Columns that repeat each other have no unique lasso: their sum is right, their share
 * depends on the order. alpha = 0 is least squares; where that has no unique solution, one of them.
 *
 * @throws {TypeError} for rows of different length, or another number of y than of rows
 * @throws {RangeError} for NaN or infinity, no rows, a negative alpha, an l1Ratio outside [0, 1]
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { elasticNet } from "judgebias/stats";
 *
 * // y = 2x: XᵀX/n = 1, Xᵀy/n = 2, so that the lasso with alpha 0.5 gives 2 − 0.5
 * const { coefficients: [b], intercept } = elasticNet([[-1], [1]], [-2, 2], {
 *   alpha: 0.5, l1Ratio: 1,
 * });
 * assert.ok(Math.abs(b - 1.5) < 1e-14 && intercept === 0);
 * ```
 */
export function elasticNet(
  X: readonly ArrayLike<number>[] | Matrix,
  y: ArrayLike<number>,
  asked: ElasticNetOptions & { alpha: number },
): ElasticNetFit {
  const { alpha, ...options } = requireNamed("elasticNet", asked);
  const matrix = toMatrix("elasticNet", X);
  checkTarget("elasticNet", matrix, y);
  const settings = checkOptions("elasticNet", options);
  requireRight(alpha >= 0 && alpha < Infinity, "elasticNet", "a finite alpha of at least 0", alpha);
  const { centre, groups: [moments] } = groupMoments(matrix, y, { centred: settings.fitIntercept });
  return fitAt(gramProblem(moments, settings.fitIntercept), centre, { alpha, ...settings });
}

/** The fit at one penalty; `centre` is what was taken off the columns and y before. */
export function fitAt(
  problem: GramProblem,
  centre: Float64Array,
  settings: Required<ElasticNetOptions> & { alpha: number },
): ElasticNetFit {
  const { p, means } = problem, b = new Float64Array(p);
  const { iterations, converged } = coordinateDescent(problem, settings)(settings.alpha, b);
  // Mean of y less the fit at the mean of X; 0 where nothing was centred.
  let intercept = means[p] + centre[p];
  for (let j = 0; j < p; j++) intercept -= b[j] * (means[j] + centre[j]);
  return { coefficients: [...b], intercept, iterations, converged };
}

export function checkOptions(action: string, options: ElasticNetOptions): Required<ElasticNetOptions> {
  const known = ["l1Ratio", "tolerance", "maxIterations", "fitIntercept", "nonNegative"];
  const { l1Ratio, tolerance = 1e-12, maxIterations = 10_000 } = requireOptions(action, options, known);
  const { fitIntercept = true, nonNegative = false } = options;
  requireShare(action, "an l1Ratio", l1Ratio);
  requireRight(tolerance >= 0, action, "a tolerance of at least 0", tolerance);
  requireCount(action, "iteration", maxIterations);
  return { l1Ratio, tolerance, maxIterations, fitIntercept, nonNegative };
}
