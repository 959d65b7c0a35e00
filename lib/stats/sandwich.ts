import { labelCodes } from "./label_codes.ts";

/**
 * Sandwich covariance A⁻¹·(Σ_g s_g·s_gᵀ)·A⁻¹ of an estimating equation Σ x_i·r_i = 0, the scores s_i = x_i·r_i summed
 * within clusters (each row its own cluster: White's HC0). No small-sample factor. Source: Liang and Zeger 1986.
 *
 * @param columns the design, column by column
 * @param residuals r_i
 * @param bread A⁻¹
 * @returns the covariance and the number of clusters
 */
export function sandwich(
  { columns, residuals, bread, clusters }: {
    columns: readonly Float64Array[];
    residuals: Float64Array;
    bread: readonly (readonly number[])[];
    clusters: ArrayLike<number | string>;
  },
): { covariance: number[][]; groups: number } {
  const p = columns.length;
  const { codes, labels } = labelCodes("logisticRegression", clusters), groups = labels.length;
  const scores = columns.map((column) => {
    const sums = new Float64Array(groups);
    for (let i = 0; i < residuals.length; i++) sums[codes[i]] += column[i] * residuals[i];
    return sums;
  });
  const meat = scores.map((a) =>
    scores.map((b) => {
      let sum = 0;
      for (let g = 0; g < a.length; g++) sum += a[g] * b[g];
      return sum;
    })
  );
  const product = (a: readonly (readonly number[])[], b: readonly (readonly number[])[]) =>
    a.map((row) =>
      Array.from({ length: p }, (_, k) => row.reduce((sum, value, j) => sum + value * b[j][k], 0))
    );
  return { covariance: product(product(bread, meat), bread), groups };
}
