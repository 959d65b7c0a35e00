import { choleskySolver } from "./cholesky_solver.ts";
import type { GramProblem } from "./moments.ts";

/** Penalties of one fit, and when to stop. */
export interface Penalty {
  alpha: number;
  l1Ratio: number;
  nonNegative?: boolean;
  /** Duality gap at which to stop, as a share of yᵀy. */
  tolerance: number;
  maxIterations: number;
}

/** How much dependent columns are held back, as a share of the largest sum of squares, and how often at most. */
const HELD = 1e-9, HELD_ROUNDS = 5;

/** What rounding leaves of an equation that holds, as a share of its right-hand side. */
const SETTLED = 1e-12;

/** How a descent ended. */
export interface Descent {
  /** Sweeps over all coefficients. */
  iterations: number;
  converged: boolean;
  /** Upper bound of how far the objective (times n) lies above its minimum. */
  gap: number;
}

/**
 * A solver of elastic nets on p columns that works on their Gram matrix alone, however many rows there are.
 *
 * Minimises ½‖y − Xb‖² + n·alpha·l1Ratio·‖b‖₁ + n·alpha·(1 − l1Ratio)/2·‖b‖² by cyclic coordinate descent with soft
 * thresholds (Friedman, Hastie and Tibshirani 2010), from the coefficients given, which are overwritten. Once a sweep
 * leaves all signs as they are, the equations of the non-zero coefficients are solved directly; where the others then want
 * to stay 0 that is the minimum, to all digits. Stops when the duality gap is at most tolerance · yᵀy.
 */
export function coordinateDescent(
  p: number,
): (problem: GramProblem, penalty: Penalty, b: Float64Array) => Descent {
  const fitted = new Float64Array(p), trial = new Float64Array(p), signs = new Int8Array(p);
  const active = new Int32Array(p);
  const solve = choleskySolver(p);

  function refit(gram: Float64Array, b: Float64Array) {
    fitted.fill(0);
    for (let k = 0; k < p; k++) {
      if (b[k] === 0) continue;
      for (let j = 0; j < p; j++) fitted[j] += gram[k * p + j] * b[k];
    }
  }

  /** Whether all signs are those of the sweep before. */
  function sweep({ gram, target }: GramProblem, l1: number, l2: number, positive: boolean, b: Float64Array) {
    let steady = true;
    for (let j = 0; j < p; j++) {
      const square = gram[j * p + j];
      const old = b[j];
      if (square === 0) {
        b[j] = signs[j] = 0;
        continue;
      }
      const pull = target[j] - fitted[j] + square * old;
      const beyond = Math.abs(pull) - l1;
      const value = beyond <= 0 || (positive && pull < 0) ? 0 : Math.sign(pull) * beyond / (square + l2);
      if (value !== old) {
        const step = value - old;
        const row = j * p;
        for (let k = 0; k < p; k++) fitted[k] += gram[row + k] * step;
        b[j] = value;
      }
      const sign = value > 0 ? 1 : value < 0 ? -1 : 0;
      if (sign !== signs[j]) {
        signs[j] = sign;
        steady = false;
      }
    }
    return steady;
  }

  /**
   * Solves for the non-zero coefficients; true where the solution is the minimum. A coefficient that would change its
   * sign on the way there stops at 0, and the others are solved for again. Where columns depend on each other, steps
   * that are held back a little (the proximal point method) lead to one of the solutions.
   */
  function polish({ gram, target }: GramProblem, l1: number, l2: number, positive: boolean, b: Float64Array) {
    // Without an l1 penalty nothing holds a coefficient at 0, and no sign counts.
    const free = l1 === 0 && !positive;
    let held = 0, rounds = 0, largest = 0;
    for (let j = 0; j < p; j++) largest = Math.max(largest, gram[j * p + j]);
    for (let step = 0; step < p + HELD_ROUNDS; step++) {
      let size = 0;
      for (let j = 0; j < p; j++) if (signs[j] !== 0 || (free && gram[j * p + j] > 0)) active[size++] = j;
      const entry = (a: number, c: number) => gram[active[a] * p + active[c]] + (a === c ? l2 + held : 0);
      const aim = () => {
        for (let a = 0; a < size; a++) {
          trial[a] = target[active[a]] - l1 * signs[active[a]] + held * b[active[a]];
        }
      };
      held = 0;
      aim();
      if (!solve(size, entry, trial)) {
        held = HELD * largest;
        aim();
        if (!solve(size, entry, trial)) return false;
      }
      let share = 1, stop = -1;
      for (let a = 0; a < size && !free; a++) {
        const j = active[a];
        if (Math.sign(trial[a]) === signs[j]) continue;
        const reached = b[j] / (b[j] - trial[a]);
        if (stop < 0 || reached < share) [share, stop] = [reached, j];
      }
      if (stop >= 0) {
        for (let a = 0; a < size; a++) b[active[a]] += share * (trial[a] - b[active[a]]);
        b[stop] = signs[stop] = 0;
        continue;
      }
      for (let a = 0; a < size; a++) b[active[a]] = trial[a];
      if (held === 0 || ++rounds === HELD_ROUNDS) break;
    }
    refit(gram, b);
    for (let j = 0; j < p; j++) {
      if (gram[j * p + j] === 0) continue;
      const pull = target[j] - fitted[j] - l2 * b[j];
      const isActive = free || signs[j] !== 0;
      if (isActive && held > 0 && Math.abs(pull - l1 * signs[j]) > SETTLED * Math.abs(target[j])) {
        return false;
      }
      if (!isActive && (positive ? pull : Math.abs(pull)) > l1) return false;
    }
    return true;
  }

  function dualityGap(
    { gram, target, square }: GramProblem,
    l1: number,
    l2: number,
    positive: boolean,
    b: Float64Array,
  ): number {
    refit(gram, b);
    let explained = 0, fit = 0, norm1 = 0, norm2 = 0, largest = 0, excess = 0;
    for (let j = 0; j < p; j++) {
      explained += b[j] * target[j];
      fit += b[j] * fitted[j];
      norm1 += Math.abs(b[j]);
      norm2 += b[j] * b[j];
      const pull = target[j] - fitted[j];
      const size = positive ? Math.max(0, pull) : Math.abs(pull);
      excess += Math.max(0, size - l1) ** 2;
      largest = Math.max(largest, positive ? pull - l2 * b[j] : Math.abs(pull - l2 * b[j]));
    }
    const residual = square - 2 * explained + fit, along = square - explained;
    const primal = residual / 2 + l1 * norm1 + l2 / 2 * norm2;
    // Least squares has no dual point beside the solution: what one more step along each column would gain stands in.
    if (l1 === 0 && l2 === 0 && !positive) {
      let gain = 0;
      for (let j = 0; j < p; j++) {
        if (gram[j * p + j] > 0) gain += (target[j] - fitted[j]) ** 2 / gram[j * p + j];
      }
      return gain;
    }
    // Two dual points: the residual, whose excess over l1 the ridge part pays for; and the residual scaled until it fits.
    const paid = l2 > 0 ? primal - (along - residual / 2 - excess / (2 * l2)) : Infinity;
    const scale = largest > l1 ? l1 / largest : 1;
    const scaled = primal - (scale * along - scale * scale * (residual + l2 * norm2) / 2);
    return Math.max(0, Math.min(paid, scaled));
  }

  return (problem, { alpha, l1Ratio, nonNegative = false, tolerance, maxIterations }, b) => {
    const l1 = alpha * l1Ratio * problem.n, l2 = alpha * (1 - l1Ratio) * problem.n;
    const enough = tolerance * problem.square;
    for (let j = 0; j < p; j++) signs[j] = b[j] > 0 ? 1 : b[j] < 0 ? -1 : 0;
    refit(problem.gram, b);
    let gap = Infinity;
    for (let iteration = 1; iteration <= maxIterations; iteration++) {
      const steady = sweep(problem, l1, l2, nonNegative, b);
      if (!steady && iteration < maxIterations) continue;
      if (steady && polish(problem, l1, l2, nonNegative, b)) {
        return { iterations: iteration, converged: true, gap: dualityGap(problem, l1, l2, nonNegative, b) };
      }
      gap = dualityGap(problem, l1, l2, nonNegative, b);
      if (gap <= enough) return { iterations: iteration, converged: true, gap };
    }
    return { iterations: maxIterations, converged: false, gap };
  };
}
