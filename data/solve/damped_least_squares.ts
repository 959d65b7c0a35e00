import { cholesky } from "@/stats/matrix.ts";

/** Step of the numerical derivative, relative to the size of the unknown. */
const STEP = 1e-6;

/** The damping starts here, times the largest diagonal entry of J·Jᵀ, and changes by a factor. */
const DAMPING = 1e-3, RELIEF = 0.2, TIGHTENING = 6;

/** What `dampedLeastSquares` found. */
export interface LeastSquaresSolution {
  x: Float64Array;
  residuals: Float64Array;
  /** Largest absolute residual. */
  largest: number;
  iterations: number;
  converged: boolean;
}

/**
 * Solves f(x) ≈ 0 for more unknowns than equations by damped least squares (Levenberg–Marquardt): from `start` in small
 * steps dx = −Jᵀ(J·Jᵀ + λI)⁻¹f, each the shortest that helps, so that the solution stays near the start. Derivatives are
 * central differences. Inequalities g(x) ≥ 0 go in as max(0, −g(x)).
 *
 * @throws {RangeError} when f is not finite at the start
 */
export function dampedLeastSquares(
  f: (x: Float64Array) => ArrayLike<number>,
  start: ArrayLike<number>,
  { tolerance = 1e-10, maxIterations = 300 }: { tolerance?: number; maxIterations?: number } = {},
): LeastSquaresSolution {
  let x = Float64Array.from(start), residuals = Float64Array.from(f(x)), damping = DAMPING;
  if (!residuals.every(Number.isFinite)) {
    throw new RangeError("dampedLeastSquares: wanted finite residuals at the start, found others");
  }
  let iterations = 0;
  while (largestOf(residuals) > tolerance && iterations < maxIterations) {
    iterations++;
    const jacobian = derivatives(f, x, residuals.length);
    const gram = products(jacobian, x.length);
    const scale = gram.reduce((most, row, i) => Math.max(most, row[i]), 1e-300);
    let improved = false;
    for (let attempt = 0; attempt < 30 && !improved; attempt++) {
      const damped = gram.map((row, i) => row.map((value, j) => i === j ? value + damping * scale : value));
      const multipliers = cholesky(damped)?.solve(residuals);
      if (!multipliers) {
        damping *= TIGHTENING;
        continue;
      }
      const next = x.slice();
      for (let r = 0; r < jacobian.length; r++) {
        for (let i = 0; i < x.length; i++) next[i] -= jacobian[r][i] * multipliers[r];
      }
      const found = Float64Array.from(f(next));
      improved = squares(found) < squares(residuals);
      if (improved) {
        x = next;
        residuals = found;
        damping *= RELIEF;
      } else damping *= TIGHTENING;
    }
    if (!improved) break;
  }
  const largest = largestOf(residuals);
  return { x, residuals, largest, iterations, converged: largest <= tolerance };
}

function derivatives(
  f: (x: Float64Array) => ArrayLike<number>,
  x: Float64Array,
  count: number,
): Float64Array[] {
  const jacobian = Array.from({ length: count }, () => new Float64Array(x.length));
  const moved = x.slice();
  for (let i = 0; i < x.length; i++) {
    const step = STEP * Math.max(1, Math.abs(x[i]));
    moved[i] = x[i] + step;
    const above = Float64Array.from(f(moved));
    moved[i] = x[i] - step;
    const below = f(moved);
    moved[i] = x[i];
    for (let r = 0; r < count; r++) jacobian[r][i] = (above[r] - below[r]) / (2 * step);
  }
  return jacobian;
}

function products(jacobian: readonly Float64Array[], width: number): Float64Array[] {
  return jacobian.map((row) =>
    Float64Array.from(jacobian, (other) => {
      let sum = 0;
      for (let i = 0; i < width; i++) sum += row[i] * other[i];
      return sum;
    })
  );
}

function largestOf(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}

function squares(values: Float64Array): number {
  const sum = values.reduce((sum, value) => sum + value * value, 0);
  return Number.isFinite(sum) ? sum : Infinity;
}
