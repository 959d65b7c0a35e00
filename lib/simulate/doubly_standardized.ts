/**
 * A square matrix (row-major) standardised by column, and that by row: what Philautia-Eval makes of a matrix of mean scores,
 * without checks, for solvers that need it thousands of times. `standardize` is the public form.
 */
export function doublyStandardized(
  matrix: ArrayLike<number>,
  width: number,
): { byEvaluator: Float64Array; phiTilde: Float64Array } {
  const height = matrix.length / width;
  const byEvaluator = Float64Array.from(matrix);
  for (let j = 0; j < width; j++) standardizeStrided(byEvaluator, j, width, height);
  const phiTilde = byEvaluator.slice();
  for (let i = 0; i < height; i++) standardizeStrided(phiTilde, i * width, 1, width);
  return { byEvaluator, phiTilde };
}

function standardizeStrided(values: Float64Array, start: number, stride: number, count: number): void {
  let sum = 0, squares = 0;
  for (let k = 0; k < count; k++) sum += values[start + k * stride];
  const mean = sum / count;
  for (let k = 0; k < count; k++) squares += (values[start + k * stride] - mean) ** 2;
  const sd = Math.sqrt(squares / count);
  for (let k = 0; k < count; k++) values[start + k * stride] = (values[start + k * stride] - mean) / sd;
}
