import { requireOptions, requireRight } from "../progress/require.ts";
import { cholesky, combined, type Matrix, products, toMatrix, weightedProducts } from "./matrix.ts";
import { normalCdf } from "./distributions.ts";
import { requireAsMany, requireEach } from "./label_codes.ts";
import { labelCodes } from "./estimand.ts";

/** How a logistic regression is fitted. */
export interface LogisticOptions {
  /** Whether a column of ones stands before the others. */
  intercept?: boolean;
  /** One label per row: standard errors are then robust to correlation within clusters. */
  clusters?: ArrayLike<number | string>;
}

/** A fitted logistic regression; the intercept comes first in every list. */
export interface LogisticFit {
  /** Log odds per unit of each column; large but finite, with the right sign, where the data are separated. */
  coefficients: number[];
  /** NaN, as z, p and covariance, where the data are separated: there is no maximum and no spread around it. */
  standardErrors: number[];
  /** Coefficient over its standard error. */
  zValues: number[];
  /** Two-sided, normal. */
  pValues: number[];
  /** Covariance of the coefficients, row by row. */
  covariance: number[][];
  /** Natural logarithm of the likelihood at the last step. */
  logLikelihood: number;
  /** Whether the last step moved no row's logit by more than 1e-10; never where the data are separated. */
  converged: boolean;
  /** Whether some combination of the columns predicts a part of the outcomes without fail, so that no finite maximum exists. */
  separated: boolean;
  /** Fitted probability of each row; under separation its limit, to about 1e-12. */
  fitted: Float64Array;
  /** Clusters; NaN without. */
  clusters: number;
}

/** Steps of Newton's method at most; well-posed data take 5 to 8. Under separation each step moves a logit by about 1. */
const ITERATIONS = 100;

const TOLERANCE = 1e-10;

/** A step that moves no row against its outcome (by this share of the largest move) proves that the data are separated. */
const AGAINST = 1e-6;

/** Logit beyond which a separated row is as good as certain (1 − p = 2e-13). */
const CERTAIN = 29;

/**
 * Logistic regression by maximum likelihood: P(y = 1 | x) = 1/(1 + exp(−x·β)).
 *
 * Newton's method (iteratively reweighted least squares; McCullagh and Nelder 1989, section 2.5) with step halving. Errors:
 * inverse information A⁻¹; with `clusters` A⁻¹·(Σ s_g·s_gᵀ)·A⁻¹ with the rows' scores summed within clusters (Liang and Zeger 1986), times
 * G/(G − 1) · (n − 1)/(n − p), the default of statsmodels and R's `vcovCL(type = "HC1")` (Stata's logit leaves the second factor out).
 *
 * Separation (Albert and Anderson 1984) is found by certificate: as soon as a step δ moves no row against its outcome
 * ((2y − 1)·x·δ ≥ 0) and some along it, the likelihood rises forever in that direction. `separated` is then true, `converged`
 * false, errors NaN, coefficients those of the last step (large, with the right sign), while `fitted` has reached its limit.
 *
 * @param X rows of numbers, or a `Matrix`
 * @param y 0 or 1 per row
 * @throws {TypeError} when X, y and clusters differ in length
 * @throws {RangeError} for a y other than 0 and 1, no rows, fewer rows than columns, or a column that others determine
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { logisticRegression } from "judgebias/stats";
 *
 * // 3 of 4 right where x = 1, 1 of 4 where x = 0: logits ln 3 and −ln 3
 * const X = [[1], [1], [1], [1], [0], [0], [0], [0]];
 * const { coefficients: [b0, b1] } = logisticRegression(X, [1, 1, 1, 0, 1, 0, 0, 0]);
 * assert.ok(
 *   Math.abs(b0 + Math.log(3)) < 1e-9 && Math.abs(b1 - 2 * Math.log(3)) < 1e-9,
 * );
 * assert.ok(logisticRegression(X, [1, 1, 1, 1, 1, 0, 0, 0]).separated);
 * ```
 */
export function logisticRegression(
  X: readonly ArrayLike<number>[] | Matrix,
  y: ArrayLike<number>,
  options: LogisticOptions = {},
): LogisticFit {
  const action = "logisticRegression";
  const { intercept = true, clusters } = requireOptions(action, options, ["intercept", "clusters"]);
  const given = toMatrix(action, X), n = given.rows;
  const { columns, scales } = designColumns(given, intercept), p = columns.length;
  for (const [what, list] of Object.entries({ y, clusters: clusters ?? y })) {
    requireAsMany(action, what, list, n);
  }
  requireRight(p > 0 && n >= p, action, `at least as many rows as the ${p} coefficients, and one of them`, n);
  requireEach(action, "outcomes 0 or 1", y, (value) => value === 0 || value === 1);

  /** Σ s_g·s_gᵀ of the rows' scores summed within clusters. */
  const scoreProducts = (codes: Int32Array) => {
    const scores = columns.map((column) => {
      const sums = new Float64Array(n);
      for (let i = 0; i < n; i++) sums[codes[i]] += column[i] * (y[i] - mu[i]);
      return sums;
    });
    return scores.map((a) => products(scores, a));
  };
  const beta = new Float64Array(p), eta = new Float64Array(n), mu = new Float64Array(n).fill(0.5);
  const information = () => cholesky(weightedProducts(columns, mu.map((m) => m * (1 - m))));
  let logLikelihood = -n * Math.LN2;
  let converged = false, separated = false, iterations = 0;
  for (; iterations < ITERATIONS && !converged; iterations++) {
    const factored = information();
    if (!factored) {
      // At the first step, where all weights are ¼, only the columns can be at fault.
      if (iterations > 0) break;
      const wanted = `${p} columns (with the intercept) of which none is determined by the others`;
      throw new RangeError(`${action}: wanted ${wanted}, found a constant or repeated one`);
    }
    const step = factored.solve(products(columns, mu.map((m, i) => y[i] - m)));
    const move = combined(columns, step);
    separated ||= isCertificate(move, y);
    // The full step nearly always raises the likelihood; where it does not, a part of it does.
    let scale = 1, next = -Infinity;
    for (let half = 0; half < 40; half++, scale /= 2) {
      next = 0;
      for (let i = 0; i < n; i++) next += logProbability(eta[i] + scale * move[i], y[i]);
      if (next >= logLikelihood - 1e-12 * Math.abs(logLikelihood)) break;
    }
    let largest = 0, certain = true;
    for (let i = 0; i < n; i++) {
      eta[i] += scale * move[i];
      mu[i] = 1 / (1 + Math.exp(-eta[i]));
      const moved = Math.abs(move[i]);
      largest = Math.max(largest, moved);
      if (moved > 1e-3 && Math.abs(eta[i]) < CERTAIN) certain = false;
    }
    for (let j = 0; j < p; j++) beta[j] += scale * step[j];
    logLikelihood = next;
    if (separated && certain) break;
    converged = !separated && largest < TOLERANCE;
  }

  const bread = (separated ? null : information())?.inverse() ?? scales.map(() => scales.map(() => NaN));
  const named = clusters ? labelCodes(action, clusters) : null;
  const covariance = named ? product(product(bread, scoreProducts(named.codes)), bread) : bread;
  const groups = named?.labels.length ?? NaN, factor = named ? groups / (groups - 1) * (n - 1) / (n - p) : 1;
  // Columns were scaled to a largest value of 1: back to the caller's units.
  const coefficients = scales.map((scale, j) => beta[j] / scale);
  const scaled = covariance.map((row, j) => row.map((value, k) => factor * value / (scales[j] * scales[k])));
  const standardErrors = scaled.map((row, j) => Math.sqrt(row[j]));
  const zValues = coefficients.map((value, j) => value / standardErrors[j]);
  return {
    ...{ coefficients, standardErrors, zValues, pValues: zValues.map((z) => 2 * normalCdf(-Math.abs(z))) },
    ...{ covariance: scaled, logLikelihood, converged, separated, fitted: mu, clusters: groups },
  };
}

/** The design's columns, each divided by its largest absolute value so that no unit spoils the arithmetic. */
function designColumns({ rows, columns, data }: Matrix, intercept: boolean) {
  const given = Array.from({ length: columns }, (_, j) => data.subarray(j * rows, (j + 1) * rows));
  const list = intercept ? [new Float64Array(rows).fill(1), ...given] : given;
  const scales = list.map((column) => column.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1);
  return { columns: list.map((column, j) => column.map((value) => value / scales[j])), scales };
}

function product(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number[][] {
  return a.map((row) => b.map((_, k) => row.reduce((sum, value, j) => sum + value * b[j][k], 0)));
}

function isCertificate(move: Float64Array, y: ArrayLike<number>): boolean {
  let lowest = Infinity, highest = 0;
  for (let i = 0; i < move.length; i++) {
    const along = y[i] === 1 ? move[i] : -move[i];
    lowest = Math.min(lowest, along);
    highest = Math.max(highest, along);
  }
  return highest > 1e-3 && lowest >= -AGAINST * highest;
}

/** ln P(y) at a logit, without overflow. */
function logProbability(eta: number, y: number): number {
  const signed = y === 1 ? eta : -eta;
  return signed > 0 ? -Math.log1p(Math.exp(-signed)) : signed - Math.log1p(Math.exp(signed));
}
