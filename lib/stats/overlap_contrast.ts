import { logisticRegression } from "./logistic_regression.ts";
import { cholesky, combined, matrixOf, products, weightedProducts } from "./matrix.ts";

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
  const chance = fitted(scaled(given.propensity), group), e = chance.mu;
  const own = given.outcome?.(group) ?? [];
  const covariates = (of: Float64Array) => [of, ...scaled(given.outcome?.(of) ?? [], own)];
  const right = given.outcome && fitted(covariates(group), y);
  const h = e.map((chance) => chance * (1 - chance)), whole = dot(h, ones(h));
  // Of either group: the predictions were every row in it, its rows' weights, and the mean residual by these.
  const sides = [1, 0].map((side) => {
    const design = [ones(y), ...covariates(y.map(() => side))];
    const fit = right
      ? combined(design, right.coefficients).map((eta) => 1 / (1 + Math.exp(-eta)))
      : new Float64Array(y.length);
    const weights = e.map((chance, i) => group[i] !== side ? 0 : side === 1 ? 1 - chance : chance);
    const total = dot(weights, ones(weights));
    return { side, design, fit, weights, total, residual: dot(weights, y.map((v, i) => v - fit[i])) / total };
  });
  const [{ fit: m1, residual }, { fit: m0, residual: residualNone }] = sides;
  const fitOne = dot(h, m1), shift = dot(h, m1.map((value, i) => value - m0[i]));
  // Of either mean: a row's own part, and how it moves the mean with the logits of the chance (∂e/∂η = h) and of the prediction.
  const influence = sides.map(({ side, design, fit, weights, total, residual }) => {
    const middle = (side === 1 ? fitOne : fitOne - shift) / whole, sign = side === 1 ? -1 : 1;
    const shifts = fit.map((value) => value - middle), left = y.map((value, i) => value - fit[i] - residual);
    const own = h.map((h, i) => h * shifts[i] / whole + weights[i] * left[i] / total);
    const byChance = h.map((h, i) =>
      h * (1 - 2 * e[i]) * shifts[i] / whole + (group[i] === side ? sign * h * left[i] / total : 0)
    );
    add(own, chance, group, products(chance.design, byChance));
    const byFit = fit.map((value, i) => (h[i] / whole - weights[i] / total) * value * (1 - value));
    if (right) add(own, right, y, products(design, byFit));
    return own;
  });
  const kish = sides.map(({ weights, total }) => total * total / dot(weights, weights));
  const spent = Math.max(given.propensity.length, own.length) / 2;
  const paid = kish.map((rows) => Math.sqrt(rows / Math.max(1, rows - spent)));
  const first = fitOne / whole + residual;
  const means: [number, number] = [first, first - (shift / whole + residual - residualNone)];
  return {
    means,
    influence: influence.map((own) => own.map((value, i) => paid[group[i] === 1 ? 0 : 1] * value)),
    effective: kish as [number, number],
  };
}

/** Adds what a fitted regression does to an influence, by the gradient of the estimate in its coefficients. */
function add(influence: Float64Array, fit: Fitted, target: Float64Array, gradient: number[]): void {
  const along = combined(fit.design, fit.solve(gradient));
  along.forEach((value, i) => influence[i] += value * (target[i] - fit.mu[i]));
}

/** Columns in units of the largest value that they, or others in their place, have: a pivot can be told from rounding. */
function scaled(columns: readonly Float64Array[], like = columns): Float64Array[] {
  return columns.map((column, j) => {
    const unit = like[j].reduce((top, value) => Math.max(top, Math.abs(value)), 0) || 1;
    return column.map((value) => value / unit);
  });
}

const ones = (like: Float64Array) => new Float64Array(like.length).fill(1);

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, i) => sum + value * b[i], 0);

type Fitted = ReturnType<typeof fitted>;

function fitted(columns: readonly Float64Array[], y: Float64Array) {
  const n = y.length, design = [ones(y), ...columns];
  const fit = logisticRegression(matrixOf(columns, n), y);
  const refused = (wanted: string) => new RangeError(`overlapContrast: wanted ${wanted}`);
  const separated = `found them separated in ${n} rows`;
  if (fit.separated) throw refused(`lengths and verdicts that overlap between both groups, ${separated}`);
  const factored = cholesky(weightedProducts(design, fit.fitted.map((mu) => mu * (1 - mu))));
  if (!factored) throw refused("columns of which none is determined by the others, found such a one");
  return { coefficients: fit.coefficients, mu: fit.fitted, design, solve: factored.solve };
}
