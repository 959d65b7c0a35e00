import { cholesky } from "./cholesky.ts";
import { logisticRegression } from "./logistic_regression.ts";
import { matrixOf, weightedProducts } from "./matrix.ts";

/**
 * Difference of two groups' means among rows that could be of either: doubly robust with overlap weights.
 *
 * With e(x) the chance of group 1 by logistic regression, rows of group 1 weigh 1 − e and rows of group 0 e: the weighted covariates of both
 * groups are equal, rows that have no like in the other group weigh nothing, and the average is over the population with density e(1 − e)
 * (Li, Morgan and Zaslavsky 2018). A regression of the outcome takes out what is left: Σh(m1 − m0)/Σh with h = e(1 − e), plus the weighted mean
 * residual of group 1 less that of group 0 (augmented; Mao, Li and Greene 2019). Right if either regression is.
 *
 * `influence` stacks the estimating equations of both regressions and of the three means, times √(k/(k − p/2)) of a group whose rows are worth k: the p
 * columns of the larger regression were fitted to the rows that they are measured on. `infer` makes the interval of it. `effective`: rows of each group that
 * would tell as much if they were weighted alike, (Σw)²/Σw².
 *
 * @param outcome covariates of the outcome beside the group, as they are for the groups given (they may differ between these); null for weights alone
 */
export function overlapContrast({ y, group, ...given }: {
  y: Float64Array;
  group: Float64Array;
  propensity: readonly Float64Array[];
  outcome: ((group: Float64Array) => readonly Float64Array[]) | null;
}) {
  const n = y.length;
  const propensity = scaled(given.propensity);
  const chance = fitted(propensity, group), e = chance.mu;
  const own = given.outcome?.(group) ?? [], units = own.map(largest);
  const outcome = (columns: readonly Float64Array[]) =>
    columns.map((column, j) => column.map((v) => v / units[j]));
  const covariates = [group, ...outcome(own)];
  const right = given.outcome && fitted(covariates, y);
  const flipped = [new Float64Array(n).fill(1), new Float64Array(n)].map((value) => [
    value,
    ...outcome(given.outcome?.(value) ?? []),
  ]);
  const [m1, m0] = flipped.map((columns) =>
    right ? predict(right.coefficients, columns, n) : new Float64Array(n)
  );
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
  const first = sums.fitOne / sums.h + t2;
  // Of either mean: a row's own part, and how it moves the mean with the logits of the chance (∂e/∂η = h) and of the prediction.
  const influence = [1, 0].map((side) => {
    const fit = side === 1 ? m1 : m0, columns = flipped[1 - side], own = new Float64Array(n);
    const total = side === 1 ? sums.one : sums.none, residual = side === 1 ? t2 : t3;
    const middle = (side === 1 ? sums.fitOne : sums.fitOne - sums.shift) / sums.h;
    const byChance = new Float64Array(n), byFit = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const h = e[i] * (1 - e[i]),
        isIn = group[i] === side ? 1 : 0,
        weight = isIn * (side === 1 ? 1 - e[i] : e[i]);
      const shift = fit[i] - middle, left = y[i] - fit[i] - residual;
      own[i] = h * shift / sums.h + weight * left / total;
      byChance[i] = h * (1 - 2 * e[i]) * shift / sums.h + (side === 1 ? -1 : 1) * h * isIn * left / total;
      byFit[i] = (h / sums.h - weight / total) * fit[i] * (1 - fit[i]);
    }
    add(own, chance, propensity, group, along(byChance, propensity));
    if (right) add(own, right, covariates, y, along(byFit, columns));
    return own;
  });
  const kish = (side: number) => {
    let total = 0, squares = 0;
    for (let i = 0; i < n; i++) {
      if (group[i] !== side) continue;
      const weight = side === 1 ? 1 - e[i] : e[i];
      total += weight;
      squares += weight * weight;
    }
    return total * total / squares;
  };
  const effective: [number, number] = [kish(1), kish(0)], spent = Math.max(propensity.length, own.length) / 2;
  const [one, none] = effective.map((rows) => Math.sqrt(rows / Math.max(1, rows - spent)));
  const paid = influence.map((own) => own.map((value, i) => (group[i] === 1 ? one : none) * value));
  const means: [number, number] = [first, first - (t1 + t2 - t3)];
  return { means, influence: paid, effective };
}

/** Adds what a fitted regression does to an influence, by the gradient of the estimate in its coefficients. */
function add(
  influence: Float64Array,
  fit: Fitted,
  columns: readonly Float64Array[],
  target: Float64Array,
  gradient: Float64Array,
): void {
  const direction = fit.solve(gradient);
  for (let i = 0; i < influence.length; i++) {
    let along = direction[0];
    for (let j = 0; j < columns.length; j++) along += direction[j + 1] * columns[j][i];
    influence[i] += along * (target[i] - fit.mu[i]);
  }
}

/** Columns in units of their largest value, so that a pivot can be told from rounding. */
function scaled(columns: readonly Float64Array[]): Float64Array[] {
  return columns.map((column) => {
    const unit = largest(column);
    return column.map((v) => v / unit);
  });
}

function largest(column: Float64Array): number {
  return column.reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1;
}

type Fitted = ReturnType<typeof fitted>;

/** A logistic regression with what its influence needs. */
function fitted(columns: readonly Float64Array[], y: Float64Array) {
  const n = y.length;
  const fit = logisticRegression(matrixOf(columns, n), y);
  if (fit.separated) {
    throw new RangeError(
      `overlapContrast: wanted lengths and verdicts that overlap between both groups, found them separated in ${n} rows`,
    );
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
