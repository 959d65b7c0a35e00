import { labelCodes } from "./label_codes.ts";

/** A fitted regression. */
export interface DirectionErrorFit {
  /** The design, column by column, the intercept among them. */
  columns: readonly Float64Array[];
  /** Weight of each row in the information A = Σ w·x·xᵀ (μ(1 − μ) of a logistic regression, 1 of least squares). */
  weights: Float64Array;
  /** y − μ. */
  residuals: Float64Array;
  /** A⁻¹, or a generalised inverse. */
  inverse: readonly (readonly number[])[];
  clusters: ArrayLike<number | string>;
}

/** The standard error of an estimate along one direction, with its degrees of freedom. */
export interface DirectionError {
  standardError: number;
  df: number;
  clusters: number;
}

/** A cluster that decides its own fit has a leverage of 1: no nearer than this. */
const MOST_LEVERAGE = 0.95;

/**
 * Cluster-robust standard errors of linear combinations of a regression's coefficients, for few, unequal and influential clusters: along a
 * direction A⁻¹·J of the coefficients' space, with what each row adds to the estimate by itself (`own`).
 *
 * With a_i = x_iᵀA⁻¹J a cluster moves the estimate by u_g = Σ a_i·(y_i − μ_i); its residuals are too small by what it bends the fit towards
 * itself. Under independent rows E u_g² = v_g·(1 − h_g) with v_g = Σ w_i·a_i² and h_g the cluster's leverage along the direction, so that
 * Σ u_g²/(1 − h_g) is unbiased: CR2 (Bell and McCaffrey 2002), exactly so where clusters are single rows or the design is constant within them.
 * The degrees of freedom are theirs, (tr M)²/tr M², of the same quadratic form.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { directionErrors } from "@/stats/direction_error.ts";
 *
 * // A mean of 1, 2, 6: s/√n and n − 1.
 * const one = Float64Array.of(1, 1, 1);
 * const { standardError, df } = directionErrors({
 *   columns: [one], weights: one, residuals: Float64Array.of(-2, -1, 3), inverse: [[1 / 3]], clusters: [0, 1, 2],
 * })([1 / 3]);
 * assert.ok(Math.abs(standardError - Math.sqrt(7 / 3)) < 1e-12 && Math.abs(df - 2) < 1e-12);
 * ```
 */
export function directionErrors(
  { columns, weights, residuals, inverse, clusters }: DirectionErrorFit,
): (direction: readonly number[], own?: Float64Array) => DirectionError {
  const n = residuals.length, p = columns.length;
  const { codes, labels } = labelCodes("directionErrors", clusters);
  const design = new Float64Array(n * p); // row by row
  columns.forEach((column, j) => {
    for (let i = 0; i < n; i++) design[i * p + j] = column[i];
  });
  const g = labels.length, flat = Float64Array.from(inverse.flat());
  return (direction, own) => {
    const moved = new Float64Array(g), alone = new Float64Array(g), spread = new Float64Array(g);
    const pull = new Float64Array(g * p); // Σ w·a·x
    for (let i = 0; i < n; i++) {
      const from = i * p, at = codes[i], to = at * p;
      let along = 0;
      for (let j = 0; j < p; j++) along += direction[j] * design[from + j];
      const weight = weights[i] * along;
      moved[at] += along * residuals[i];
      if (own) alone[at] += own[i];
      spread[at] += weight * along;
      for (let j = 0; j < p; j++) pull[to + j] += weight * design[from + j];
    }
    const products = new Float64Array(p * p);
    let squares = 0, trace = 0, trace2 = 0;
    for (let c = 0; c < g; c++) {
      let taken = 0; // pullᵀA⁻¹pull
      for (let j = 0, at = c * p; j < p; j++) {
        let left = 0;
        for (let k = 0; k < p; k++) left += flat[j * p + k] * pull[at + k];
        taken += left * pull[at + j];
      }
      const leverage = spread[c] > 0 ? Math.min(MOST_LEVERAGE, taken / spread[c]) : 0;
      const scale = 1 / (1 - leverage);
      squares += (Math.sqrt(scale) * moved[c] + alone[c]) ** 2;
      trace += scale * (spread[c] - taken);
      trace2 += scale * scale * (spread[c] * spread[c] - 2 * spread[c] * taken);
      for (let j = 0, at = c * p; j < p; j++) {
        const weight = scale * pull[at + j];
        if (weight !== 0) { for (let k = 0; k < p; k++) products[j * p + k] += weight * pull[at + k]; }
      }
    }
    // tr (A⁻¹P)² with P = Σ scale·pull·pullᵀ: what clusters take from each other's residuals.
    const mixed = inverse.map((row) =>
      Float64Array.from(
        { length: p },
        (_, k) => row.reduce((sum, value, j) => sum + value * products[j * p + k], 0),
      )
    );
    for (let j = 0; j < p; j++) for (let k = 0; k < p; k++) trace2 += mixed[j][k] * mixed[k][j];
    return { standardError: g < 2 ? NaN : Math.sqrt(squares), df: trace * trace / trace2, clusters: g };
  };
}
