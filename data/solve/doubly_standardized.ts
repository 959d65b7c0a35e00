import { standardizeLine } from "@/metrics/standardize.ts";

/** A matrix (row-major) standardised by column, and that by row, without checks, for solvers that need it thousands of times. */
export function doublyStandardized(matrix: ArrayLike<number>, width: number) {
  const height = matrix.length / width, byEvaluator = Float64Array.from(matrix);
  for (let j = 0; j < width; j++) {
    standardizeLine(byEvaluator, { start: j, stride: width, count: height, ddof: 0 });
  }
  const phiTilde = byEvaluator.slice();
  for (let i = 0; i < height; i++) {
    standardizeLine(phiTilde, { start: i * width, stride: 1, count: width, ddof: 0 });
  }
  return { byEvaluator, phiTilde };
}
