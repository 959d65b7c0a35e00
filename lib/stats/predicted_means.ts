import { directionErrors } from "./direction_error.ts";
import { limitsPValue, sumLimits } from "./limits.ts";
import { logisticRegression } from "./logistic_regression.ts";
import { weightedProducts } from "./weighted_products.ts";

/** A mean prediction with some columns held. */
export interface Scenario {
  /** Columns held at a value: index → value; the others stay as they are. */
  set: Record<number, number>;
  /** Weight of the mean prediction in the estimate. */
  weight: number;
  /** Whether a row tells of this scenario: Wilson's distance, for a prediction of exactly 0 or 1, counts their clusters. */
  like?: (row: number) => boolean;
}

/** What `predictedMeans` works on. */
export interface PredictedMeansOptions {
  /** Covariates, column by column; the intercept is added. */
  columns: readonly Float64Array[];
  /** 0 or 1 per row. */
  y: ArrayLike<number>;
  clusters: ArrayLike<number | string>;
  /** Contrasts of scenarios, each a list; all from one fit. */
  contrasts: readonly (readonly Scenario[])[];
  level?: number;
}

/** A weighted sum of mean predictions with its interval and test. */
export interface PredictedMeans {
  estimate: number;
  low: number;
  high: number;
  standardError: number;
  /** Degrees of freedom. */
  df: number;
  /** Two-sided, against 0. */
  pValue: number;
  /** Mean predictions of the scenarios. */
  means: number[];
  n: number;
  clusters: number;
  /** Whether the regression is separated; predictions are then its limit, and the interval still holds. */
  separated: boolean;
  /** Coefficients of the regression, intercept first; under separation some are merely large. */
  coefficients: number[];
}

const SHARE = [0, 1] as const;

/** Nearer to 0 or 1 than this a prediction is one of a separated regression, and certain. */
const CERTAIN = 1e-9;

/**
 * Mean predictions of a logistic regression were some columns held at given values (predictive margins), and weighted sums of them.
 *
 * Errors are the clustered delta method's along each prediction's own direction: J·A⁻¹·x_i·(y_i − μ_i) + (m_i − mean)/n summed within
 * clusters, with J the mean gradient and A the information, CR2's correction for leverage and its degrees of freedom (`directionErrors`), no
 * more than one less than the clusters that tell of the scenario (`like`). Limits are symmetric in the logit of each mean prediction and
 * combined by MOVER (`logitLimits`); p is the level at which they reach 0. A mean prediction of exactly 0 or 1 (a separated regression:
 * always right in a subset) has Wilson's limits. Rows that separation makes certain have no influence; A is inverted over the others.
 *
 * @throws {RangeError} for a constant column or one that others determine
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { predictedMeans } from "@/stats/predicted_means.ts";
 *
 * const [{ estimate }] = predictedMeans({
 *   columns: [Float64Array.of(1, 1, 1, 1, 0, 0, 0, 0)],
 *   y: [1, 1, 1, 0, 1, 0, 0, 0],
 *   clusters: [0, 1, 2, 3, 4, 5, 6, 7],
 *   contrasts: [[{ set: { 0: 1 }, weight: 1 }]],
 * });
 * assert.ok(Math.abs(estimate - 0.75) < 1e-9); // 3 of 4 where the column is 1
 * ```
 */
export function predictedMeans(
  { columns, y, clusters, contrasts, level = 0.95 }: PredictedMeansOptions,
): PredictedMeans[] {
  const n = y.length, p = columns.length + 1;
  const data = new Float64Array(n * columns.length);
  columns.forEach((column, j) => data.set(column, j * n));
  const fit = logisticRegression({ rows: n, columns: columns.length, data }, y);
  const { coefficients } = fit;
  const fitted = fit.fitted.map(certain);

  // Columns in units of their largest value, so that a pivot can be told from rounding.
  const design = [new Float64Array(n).fill(1), ...columns];
  const scales = design.map((column) =>
    column.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1
  );
  const weights = Float64Array.from(fitted, (mu) => mu * (1 - mu));
  const A = weightedProducts(design, weights).map((row, j) =>
    row.map((value, k) => value / (scales[j] * scales[k]))
  );
  const inverse = generalizedInverse(A);
  const residuals = Float64Array.from(fitted, (mu, i) => y[i] - mu);
  const whole = inverse.map((row, j) => row.map((value, k) => value / (scales[j] * scales[k])));

  /** Mean prediction of a scenario, its gradient, and what each row adds to it by itself. */
  const predicted = ({ set, like }: Scenario) => {
    const gradient = new Float64Array(p), values = new Float64Array(n);
    // Column by column: what is held moves every row alike.
    const held = columns.map((_, j): number | undefined => set[j]);
    values.fill(
      held.reduce<number>((eta, value, j) => eta + coefficients[j + 1] * (value ?? 0), coefficients[0]),
    );
    held.forEach((value, j) => {
      if (value !== undefined) return;
      const column = columns[j], slope = coefficients[j + 1];
      for (let i = 0; i < n; i++) values[i] += slope * column[i];
    });
    const slopes = new Float64Array(n);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const prediction = values[i] = certain(1 / (1 + Math.exp(-values[i])));
      sum += prediction;
      gradient[0] += slopes[i] = prediction * (1 - prediction) / n;
    }
    held.forEach((value, j) => {
      const column = columns[j];
      if (value !== undefined) gradient[j + 1] = value * gradient[0];
      else for (let i = 0; i < n; i++) gradient[j + 1] += slopes[i] * column[i];
    });
    const mean = certain(sum / n);
    const units = new Set<number | string>();
    for (let i = 0; i < n; i++) if (like?.(i) ?? true) units.add(clusters[i]);
    return { mean, gradient, values: values.map((value) => (value - mean) / n), units: units.size };
  };
  const alongDirection = directionErrors({ columns: design, weights, residuals, inverse: whole, clusters });
  /** The error along a gradient; a separated side has no spread of its own, and no degrees of freedom either. */
  const errorOf = (gradient: ArrayLike<number>, values: Float64Array, fewest: number) => {
    const direction = whole.map((row) => row.reduce((sum, value, k) => sum + value * gradient[k], 0));
    const { standardError, df, clusters: g } = alongDirection(direction, values);
    const most = Math.min(g, fewest) - 1;
    return {
      standardError: most < 1 ? NaN : standardError,
      df: Number.isFinite(df) ? Math.min(df, most) : most,
      g,
    };
  };

  return contrasts.map((scenarios) => {
    const found = scenarios.map(predicted);
    const add = (of: (one: typeof found[number]) => Float64Array, size: number) =>
      Float64Array.from(
        { length: size },
        (_, k) => found.reduce((sum, one, s) => sum + scenarios[s].weight * of(one)[k], 0),
      );
    const estimate = found.reduce((sum, { mean }, s) => sum + scenarios[s].weight * mean, 0);
    const fewest = Math.min(...found.map(({ units }) => units));
    const errors = found.map(({ gradient, values, units }) => errorOf(gradient, values, units));
    // A single prediction is its own contrast.
    const { standardError, df, g } = scenarios.length === 1 && scenarios[0].weight === 1
      ? errors[0]
      : errorOf(
        add(({ gradient }) => gradient, p),
        add(({ values }) => values, n),
        fewest,
      );
    const parts = found.map(({ mean, units }, s) => {
      const { standardError, df } = errors[s];
      const error = standardError > ROUNDING ? standardError : 0;
      return {
        mean,
        weight: scenarios[s].weight,
        range: SHARE,
        standardError: error,
        df,
        units,
        isScarce: false,
      };
    });
    // Predictions that vary together, and leave no spread between them, tell nothing of other clusters.
    const spreads = parts.some(({ standardError }) => standardError > ROUNDING);
    const known = !Number.isNaN(standardError) && df > 0 && (standardError > ROUNDING || !spreads);
    // Of two predictions: the correlation that the error of their sum shows.
    const spread = parts.map(({ weight, standardError }) => weight * standardError);
    const both = 2 * (spread[0] ?? 0) * (spread[1] ?? 0);
    const correlation = both === 0
      ? 0
      : Math.max(-1, Math.min(1, (standardError ** 2 - spread[0] ** 2 - spread[1] ** 2) / both));
    const limits = (level: number) => sumLimits(parts, () => correlation, level);
    return {
      estimate,
      ...known ? limits(level) : { low: NaN, high: NaN },
      standardError,
      df,
      pValue: known ? limitsPValue(estimate, 0, limits) : NaN,
      pOf: (nullValue: number) => known ? limitsPValue(estimate, nullValue, limits) : NaN,
      means: found.map(({ mean }) => mean),
      n,
      clusters: g,
      separated: fit.separated,
      coefficients,
    };
  });
}

function certain(probability: number): number {
  return probability < CERTAIN ? 0 : probability > 1 - CERTAIN ? 1 : probability;
}

/** Errors below this are those of rounding. */
const ROUNDING = 1e-10;

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
