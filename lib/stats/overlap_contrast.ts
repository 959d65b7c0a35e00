import { cholesky } from "./cholesky.ts";
import { logisticRegression } from "./logistic_regression.ts";
import { studentPValue, studentQuantile } from "./distributions.ts";
import { weightedProducts } from "./weighted_products.ts";

/** Errors below this are those of rounding: nothing varies. */
const ROUNDING = 1e-12;

/** What `overlapContrast` works on. */
export interface OverlapContrastOptions {
  /** 0 or 1 per row. */
  y: Float64Array;
  /** Which of two groups a row is in: 1 or 0. */
  group: Float64Array;
  /** Covariates of the chance of being in group 1. */
  propensity: readonly Float64Array[];
  /** Covariates of the outcome beside the group, as they are for the groups given (they may differ between groups). */
  outcome: (group: Float64Array) => readonly Float64Array[];
  clusters: ArrayLike<number>;
  /** Level of the interval. */
  level?: number;
}

/** A difference of two groups among comparable rows. */
export interface OverlapContrast {
  estimate: number;
  low: number;
  high: number;
  standardError: number;
  df: number;
  pValue: number;
  clusters: number;
  /** Weighted means of both groups. */
  means: [number, number];
  /** Rows of each group that would tell as much if they were weighted alike: (Σw)²/Σw². */
  effective: [number, number];
  /** Chance of being in group 1. */
  scores: Float64Array;
}

/**
 * Difference of two groups' means among rows that could be of either: doubly robust with overlap weights.
 *
 * With e(x) the chance of group 1 by logistic regression, rows of group 1 weigh 1 − e and rows of group 0 e: the weighted covariates of both
 * groups are equal, rows that have no like in the other group weigh nothing, and the average is over the population with density e(1 − e)
 * (Li, Morgan and Zaslavsky 2018). A regression of the outcome takes out what is left: Σh(m1 − m0)/Σh with h = e(1 − e), plus the weighted mean
 * residual of group 1 less that of group 0 (augmented; Mao, Li and Greene 2019). Right if either regression is.
 *
 * Interval: the estimating equations of both regressions and of the three means stacked (their influence functions summed within clusters), G/(G − 1), Student's t with one less than the effective clusters of the lighter group.
 *
 * @throws {RangeError} for columns that others determine
 */
export function overlapContrast(
  { y, group, clusters, level = 0.95, ...given }: OverlapContrastOptions,
): OverlapContrast {
  const n = y.length;
  // Columns in units of their largest value, so that one step of a derivative fits all coefficients.
  const propensity = given.propensity.map((column) => {
    const unit = largest(column);
    return column.map((v) => v / unit);
  });
  const own = given.outcome(group), units = own.map(largest);
  const outcome = (columns: readonly Float64Array[]) =>
    columns.map((column, j) => column.map((v) => v / units[j]));
  const covariates = [group, ...outcome(own)];
  const chance = fitted(propensity, group), right = fitted(covariates, y);
  const flipped = [new Float64Array(n).fill(1), new Float64Array(n)].map((value) => [
    value,
    ...outcome(given.outcome(value)),
  ]);
  const e = predict(chance.coefficients, propensity, n);
  const [m1, m0] = flipped.map((columns) => predict(right.coefficients, columns, n));
  const sums = { h: 0, shift: 0, one: 0, residualOne: 0, none: 0, residualNone: 0, fitOne: 0 };
  for (let i = 0; i < n; i++) {
    const h = e[i] * (1 - e[i]);
    sums.h += h;
    sums.shift += h * (m1[i] - m0[i]);
    sums.fitOne += h * m1[i];
    const one = group[i] * (1 - e[i]), none = (1 - group[i]) * e[i];
    sums.one += one;
    sums.residualOne += one * (y[i] - m1[i]);
    sums.none += none;
    sums.residualNone += none * (y[i] - m0[i]);
  }
  const t1 = sums.shift / sums.h, t2 = sums.residualOne / sums.one, t3 = sums.residualNone / sums.none;
  const estimate = t1 + t2 - t3, first = sums.fitOne / sums.h + t2;
  // A row's own part, and how it moves the estimate with the logits of the chance (∂e/∂η = h) and of both predictions.
  const influence = new Float64Array(n), byChance = new Float64Array(n);
  const byFits = [new Float64Array(n), new Float64Array(n)];
  for (let i = 0; i < n; i++) {
    const h = e[i] * (1 - e[i]), one = group[i] * (1 - e[i]), none = (1 - group[i]) * e[i];
    const shift = m1[i] - m0[i] - t1, left = y[i] - m1[i] - t2, right = y[i] - m0[i] - t3;
    influence[i] = h * shift / sums.h + one * left / sums.one - none * right / sums.none;
    byChance[i] = h * (1 - 2 * e[i]) * shift / sums.h - h * group[i] * left / sums.one -
      h * (1 - group[i]) * right / sums.none;
    byFits[0][i] = (h / sums.h - one / sums.one) * m1[i] * (1 - m1[i]);
    byFits[1][i] = (none / sums.none - h / sums.h) * m0[i] * (1 - m0[i]);
  }
  const add = (
    fit: Fitted,
    columns: readonly Float64Array[],
    target: Float64Array,
    gradient: Float64Array,
  ) => {
    const direction = fit.solve(gradient);
    for (let i = 0; i < n; i++) {
      let along = direction[0];
      for (let j = 0; j < columns.length; j++) along += direction[j + 1] * columns[j][i];
      influence[i] += along * (target[i] - fit.mu[i]);
    }
  };
  add(chance, propensity, group, along(byChance, propensity));
  const fromOne = along(byFits[0], flipped[0]), fromNone = along(byFits[1], flipped[1]);
  add(right, covariates, y, fromOne.map((value, j) => value + fromNone[j]));

  const moved = new Map<number, number>(), weight = [new Map<number, number>(), new Map<number, number>()];
  const squares = [0, 0], totals = [0, 0];
  for (let i = 0; i < n; i++) {
    moved.set(clusters[i], (moved.get(clusters[i]) ?? 0) + influence[i]);
    const side = group[i] === 1 ? 0 : 1, share = side === 0 ? 1 - e[i] : e[i];
    weight[side].set(clusters[i], (weight[side].get(clusters[i]) ?? 0) + share);
    totals[side] += share;
    squares[side] += share * share;
  }
  const g = moved.size;
  const effectiveClusters = Math.min(...weight.map((list, side) => {
    let sum = 0;
    for (const own of list.values()) sum += own * own;
    return totals[side] ** 2 / sum;
  }));
  let variance = 0;
  for (const own of moved.values()) variance += own * own;
  // Each regression fits its coefficients to the rows that it is then measured on.
  const spent = 1 + (propensity.length + own.length) / 2;
  const df = effectiveClusters - 1;
  const standardError = df > 0 ? Math.sqrt(variance * g / Math.max(1, g - spent)) : NaN;
  const known = df > 0 && standardError > ROUNDING;
  const half = known ? studentQuantile(0.5 + level / 2, df) * standardError : NaN;
  return {
    estimate,
    low: Math.max(-1, estimate - half),
    high: Math.min(1, estimate + half),
    standardError,
    df,
    pValue: known ? studentPValue("overlapContrast", estimate / standardError, df, "two-sided") : NaN,
    clusters: g,
    means: [first, first - estimate],
    effective: [totals[0] ** 2 / squares[0], totals[1] ** 2 / squares[1]],
    scores: e,
  };
}

function largest(column: Float64Array): number {
  return column.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1;
}

/** A logistic regression with what its influence needs. */
interface Fitted {
  coefficients: Float64Array;
  mu: Float64Array;
  solve: (gradient: Float64Array) => Float64Array;
}

function fitted(columns: readonly Float64Array[], y: Float64Array): Fitted {
  const n = y.length;
  const data = new Float64Array(n * columns.length);
  columns.forEach((column, j) => data.set(column, j * n));
  const fit = logisticRegression({ rows: n, columns: columns.length, data }, y);
  if (fit.separated) {
    throw new RangeError("overlapContrast: wanted groups and outcomes that overlap, found them separated");
  }
  const design = [new Float64Array(n).fill(1), ...columns];
  const factored = cholesky(weightedProducts(design, fit.fitted.map((mu) => mu * (1 - mu))));
  if (!factored) {
    throw new RangeError(
      "overlapContrast: wanted columns of which none is determined by the others, found such a one",
    );
  }
  return { coefficients: Float64Array.from(fit.coefficients), mu: fit.fitted, solve: factored.solve };
}

/** Σ weight·(1, x): the gradient by a regression's coefficients. */
function along(weights: Float64Array, columns: readonly Float64Array[]): Float64Array {
  const gradient = new Float64Array(columns.length + 1);
  for (let i = 0; i < weights.length; i++) gradient[0] += weights[i];
  columns.forEach((column, j) => {
    for (let i = 0; i < weights.length; i++) gradient[j + 1] += weights[i] * column[i];
  });
  return gradient;
}

function predict(coefficients: Float64Array, columns: readonly Float64Array[], n: number): Float64Array {
  const eta = new Float64Array(n).fill(coefficients[0]);
  for (let j = 0; j < columns.length; j++) {
    const column = columns[j], slope = coefficients[j + 1];
    for (let i = 0; i < n; i++) eta[i] += slope * column[i];
  }
  for (let i = 0; i < n; i++) eta[i] = 1 / (1 + Math.exp(-eta[i]));
  return eta;
}
