/**
 * A matrix (row-major) standardised by column, and that by row: what Philautia-Eval makes of a matrix of mean scores,
 * without checks, for solvers and resampling that need it thousands of times. `standardize`, with checks, is the public form. A constant
 * column or row gives NaN.
 */
export function doublyStandardized(
  matrix: ArrayLike<number>,
  width: number,
  { ddof = 0 }: { ddof?: number } = {},
) {
  const height = matrix.length / width;
  const byEvaluator = Float64Array.from(matrix);
  for (let j = 0; j < width; j++) {
    standardizeLine(byEvaluator, { start: j, stride: width, count: height, ddof });
  }
  const phiTilde = byEvaluator.slice();
  for (let i = 0; i < height; i++) {
    standardizeLine(phiTilde, { start: i * width, stride: 1, count: width, ddof });
  }
  return { byEvaluator, phiTilde };
}

/** Standardises every `stride`-th value in place, and returns the standard deviation that they had. */
export function standardizeLine(
  values: Float64Array,
  { start, stride, count, ddof }: { start: number; stride: number; count: number; ddof: number },
): number {
  let sum = 0, squares = 0;
  const end = start + count * stride;
  for (let k = start; k < end; k += stride) sum += values[k];
  const mean = sum / count;
  for (let k = start; k < end; k += stride) squares += (values[k] - mean) ** 2;
  const sd = Math.sqrt(squares / (count - ddof));
  for (let k = start; k < end; k += stride) values[k] = (values[k] - mean) / sd;
  return sd;
}
