import { type Contrast, contrastLimits, contrastPValue } from "./contrast_limits.ts";
import { logisticRegression } from "./logistic_regression.ts";

/** What g-computation works on. */
export interface GComputationOptions {
  /** Covariates, column by column; the intercept is added. */
  columns: readonly Float64Array[];
  /** 0 or 1 per row. */
  y: ArrayLike<number>;
  clusters: ArrayLike<number | string>;
  /** Which column, of 0 and 1, is compared. */
  exposure: number;
  /** Columns that are held at a value in both predictions: index → value. */
  fix?: Record<number, number>;
  level?: number;
}

/** A difference of mean predictions with its interval and test. */
export interface GComputation {
  /** Mean prediction with exposure 1 minus with exposure 0. */
  estimate: number;
  low: number;
  high: number;
  standardError: number;
  pValue: number;
  /** Mean predictions: exposure 1, exposure 0. */
  means: [number, number];
  n: number;
  clusters: number;
  /** Whether the regression is separated; predictions are then its limit, and the interval still holds. */
  separated: boolean;
  /** Coefficients of the regression, intercept first; under separation some are merely large. */
  coefficients: number[];
}

/** Nearer to 0 or 1 than this a prediction is one of a separated regression, and certain. */
const CERTAIN = 1e-9;

/**
 * Standardisation by logistic regression (g-computation): the mean predicted probability were every row exposed, minus were none,
 * other covariates as they are or held at the values of `fix`. Source: Robins 1986; Snowden, Rose and Mortimer 2011.
 *
 * The interval is the clustered delta method: each row's influence is J·A⁻¹·x_i·(y_i − μ_i) + (d_i − estimate)/n with d_i its
 * predicted difference, J their mean gradient and A the information; summed within clusters, G/(G − 1)·Σ u_g², Student's t with G − 1
 * degrees of freedom. A mean prediction of exactly 0 or 1 (a separated regression: always right in a subset) contributes its Wilson
 * distance, as in `clusterInterval`. Rows that separation makes certain have no influence; A is inverted over the others.
 *
 * @throws {RangeError} for a constant column or one that others determine, or an exposure that is not 0 and 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gComputation } from "@/stats/g_computation.ts";
 *
 * // No other covariate: the plain difference 3/4 − 1/4.
 * const { estimate } = gComputation({
 *   columns: [Float64Array.of(1, 1, 1, 1, 0, 0, 0, 0)],
 *   y: [1, 1, 1, 0, 1, 0, 0, 0],
 *   clusters: [0, 1, 2, 3, 4, 5, 6, 7],
 *   exposure: 0,
 * });
 * assert.ok(Math.abs(estimate - 0.5) < 1e-9);
 * ```
 */
export function gComputation(
  { columns, y, clusters, exposure, fix = {}, level = 0.95 }: GComputationOptions,
): GComputation {
  const n = y.length, p = columns.length + 1;
  const exposed = columns[exposure];
  if (!exposed || !exposed.every((value) => value === 0 || value === 1)) {
    throw new RangeError("gComputation: wanted an exposure column of 0 and 1");
  }
  const data = new Float64Array(n * columns.length);
  columns.forEach((column, j) => data.set(column, j * n));
  const fit = logisticRegression({ rows: n, columns: columns.length, data }, y);
  const { fitted, coefficients } = fit;

  const gradients = [new Float64Array(p), new Float64Array(p)];
  const differences = new Float64Array(n), sums = [0, 0];
  const x = new Float64Array(p);
  for (let i = 0; i < n; i++) {
    for (const side of [0, 1]) {
      x[0] = 1;
      for (let j = 1; j < p; j++) x[j] = j - 1 === exposure ? 1 - side : fix[j - 1] ?? columns[j - 1][i];
      let eta = 0;
      for (let j = 0; j < p; j++) eta += coefficients[j] * x[j];
      const prediction = certain(1 / (1 + Math.exp(-eta)));
      sums[side] += prediction;
      differences[i] += side === 0 ? prediction : -prediction;
      for (let j = 0; j < p; j++) gradients[side][j] += prediction * (1 - prediction) * x[j] / n;
    }
  }
  const means: [number, number] = [sums[0] / n, sums[1] / n];
  const estimate = means[0] - means[1];

  // Columns in units of their largest value, so that a pivot can be told from rounding.
  const design = [new Float64Array(n).fill(1), ...columns];
  const scales = design.map((column) =>
    column.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1
  );
  const A = design.map((a, j) =>
    design.map((b, k) => {
      let sum = 0;
      for (let i = 0; i < n; i++) {
        const mu = certain(fitted[i]);
        sum += a[i] * b[i] * mu * (1 - mu);
      }
      return sum / (scales[j] * scales[k]);
    })
  );
  const inverse = generalizedInverse(A);
  const J = gradients[0].map((value, j) => (value - gradients[1][j]) / scales[j]);
  const direction = inverse.map((row, j) => row.reduce((sum, value, k) => sum + value * J[k], 0) / scales[j]);
  const influence = new Map<number | string, number>();
  const units = [new Set<number | string>(), new Set<number | string>()];
  for (let i = 0; i < n; i++) {
    let along = 0;
    for (let j = 0; j < p; j++) along += direction[j] * design[j][i];
    const own = along * (y[i] - certain(fitted[i])) + (differences[i] - estimate) / n;
    influence.set(clusters[i], (influence.get(clusters[i]) ?? 0) + own);
    units[exposed[i] === 1 ? 0 : 1].add(clusters[i]);
  }
  const g = influence.size;
  let squares = 0;
  for (const value of influence.values()) squares += value * value;
  const standardError = g < 2 ? NaN : Math.sqrt(g / (g - 1) * squares);
  const contrast: Contrast = {
    estimate,
    standardError,
    df: g - 1,
    parts: means.map((mean, side) => ({ mean, weight: side === 0 ? 1 : -1, units: units[side].size })),
  };
  const limits = g < 2 ? { low: NaN, high: NaN } : contrastLimits(contrast, level);
  return {
    estimate,
    low: Math.max(-1, limits.low),
    high: Math.min(1, limits.high),
    standardError,
    pValue: contrastPValue(contrast, 0),
    means,
    n,
    clusters: g,
    separated: fit.separated,
    coefficients,
  };
}

function certain(probability: number): number {
  return probability < CERTAIN ? 0 : probability > 1 - CERTAIN ? 1 : probability;
}

/** A pivot this small against its diagonal entry is rounding. */
const SINGULAR = 1e-10;

/** A generalised inverse of a positive semidefinite matrix by sweeping; columns that others determine are left at 0. */
function generalizedInverse(A: readonly (readonly number[])[]): number[][] {
  const n = A.length;
  const M = A.map((row) => [...row]);
  const swept = new Array<boolean>(n).fill(false);
  for (let k = 0; k < n; k++) {
    const pivot = M[k][k];
    if (!(pivot > SINGULAR * Math.max(A[k][k], Number.MIN_VALUE))) continue;
    swept[k] = true;
    const row = M[k].map((value) => value / pivot);
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const factor = M[i][k];
      for (let j = 0; j < n; j++) M[i][j] = j === k ? -factor / pivot : M[i][j] - factor * row[j];
    }
    M[k] = row.map((value, j) => j === k ? 1 / pivot : value);
  }
  return M.map((row, i) => row.map((value, j) => swept[i] && swept[j] ? value : 0));
}
