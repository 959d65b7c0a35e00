import { logisticRegression } from "./logistic_regression.ts";
import { cholesky, combined, matrixOf, products, weightedProducts } from "./matrix.ts";

/** Nearer to 0 or 1 than this a prediction is one of a separated regression, and certain. */
const CERTAIN = 1e-9;

/**
 * Standardisation by logistic regression (g-computation): the mean predicted probability were every row exposed, and were none, the columns of
 * `held` at 0 and other covariates as they are; of a `separated` regression their limits. Source: Robins 1986; Snowden, Rose and Mortimer 2011.
 *
 * `influence` is the delta method's, J·A⁻¹·x_i·(y_i − μ_i)/√(1 − h_i) + (m_i − mean)/n with J the gradient of the mean, A the information and
 * h_i the row's leverage (HC2): `infer` makes the interval of it. Rows that separation makes certain have no influence; A is inverted over the others.
 *
 * @param y 0 or 1 per row, as `exposure`
 */
export function gComputation({ y, exposure, held = [], others = [] }: {
  y: ArrayLike<number>;
  exposure: Float64Array;
  held?: readonly Float64Array[];
  others?: readonly Float64Array[];
}) {
  const columns = [exposure, ...held, ...others], n = y.length, p = columns.length + 1;
  const fit = logisticRegression(matrixOf(columns), y), nothing = new Float64Array(n);
  const fitted = fit.fitted.map(certain);

  const design = [new Float64Array(n).fill(1), ...columns];
  const inverse = generalizedInverse(weightedProducts(design, fitted.map((mu) => mu * (1 - mu))));
  const times = (vector: ArrayLike<number>) =>
    inverse.map((row) => row.reduce((sum, value, k) => sum + value * vector[k], 0));
  const x = new Float64Array(p);
  const residuals = Float64Array.from(fitted, (mu, i) => {
    for (let j = 0; j < p; j++) x[j] = design[j][i];
    const leverage = mu * (1 - mu) * times(x).reduce((sum, value, j) => sum + value * x[j], 0);
    return (y[i] - mu) / Math.sqrt(Math.max(1 / n, 1 - leverage));
  });
  const [one, none] = ([1, 0] as const).map((side) => {
    const own = [design[0], new Float64Array(n).fill(side), ...held.map(() => nothing), ...others];
    const chances = combined(own, fit.coefficients).map((eta) => certain(1 / (1 + Math.exp(-eta))));
    const mean = certain(chances.reduce((sum, mu) => sum + mu, 0) / n);
    const along = combined(design, times(products(own, chances.map((mu) => mu * (1 - mu) / n))));
    return { mean, influence: chances.map((mu, i) => (mu - mean) / n + along[i] * residuals[i]) };
  });
  const means: [number, number] = [one.mean, none.mean];
  return { means, influence: [one.influence, none.influence], separated: fit.separated };
}

function certain(probability: number): number {
  return probability < CERTAIN ? 0 : probability > 1 - CERTAIN ? 1 : probability;
}

/** A generalised inverse of a positive semidefinite matrix; columns that others determine are left at 0. */
function generalizedInverse(A: readonly (readonly number[])[]): number[][] {
  const part = (kept: readonly number[]) => cholesky(kept.map((j) => kept.map((k) => A[j][k])));
  const kept = A.reduce<number[]>((kept, _, k) => part([...kept, k]) ? [...kept, k] : kept, []);
  const inverse = part(kept)!.inverse();
  return A.map((_, j) => A.map((_, k) => inverse[kept.indexOf(j)]?.[kept.indexOf(k)] ?? 0));
}
