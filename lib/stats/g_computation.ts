import { predictedMeans } from "./predicted_means.ts";

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
  df: number;
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

/**
 * Standardisation by logistic regression (g-computation): the mean predicted probability were every row exposed, minus were none,
 * other covariates as they are or held at the values of `fix`. Source: Robins 1986; Snowden, Rose and Mortimer 2011.
 *
 * Interval and test are those of `predictedMeans`: clustered delta method, Wilson's distance where a subset is always right.
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
  const exposed = columns[exposure];
  if (!exposed || !exposed.every((value) => value === 0 || value === 1)) {
    throw new RangeError("gComputation: wanted an exposure column of 0 and 1");
  }
  const scenario = (value: number, weight: number) => ({
    set: { ...fix, [exposure]: value },
    weight,
    like: (row: number) => exposed[row] === value,
  });
  const [{ means: [one, none], low, high, ...rest }] = predictedMeans({
    columns,
    y,
    clusters,
    contrasts: [[scenario(1, 1), scenario(0, -1)]],
    level,
  });
  return { ...rest, low: Math.max(-1, low), high: Math.min(1, high), means: [one, none] };
}
