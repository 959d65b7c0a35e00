import { choleskyFactor, choleskySolve } from "./matrix.ts";
import type { GramProblem } from "./moments.ts";

/** How much dependent columns are held back, as a share of the largest sum of squares, and how often at most. */
const HELD = 1e-9, HELD_ROUNDS = 5;

/** What rounding leaves of an equation that holds, as a share of its right-hand side. */
const SETTLED = 1e-12;

/**
 * A solver of elastic nets on p columns that works on their Gram matrix alone, however many rows there are.
 *
 * Minimises ½‖y − Xb‖² + n·alpha·l1Ratio·‖b‖₁ + n·alpha·(1 − l1Ratio)/2·‖b‖² by cyclic coordinate descent with soft
 * thresholds (Friedman, Hastie and Tibshirani 2010), from the coefficients given, which are overwritten. Once a sweep
 * leaves all signs as they are, the equations of the non-zero coefficients are solved directly; where the others then want
 * to stay 0 that is the minimum, to all digits. Stops when the duality gap, by which the objective (times n) lies above its minimum at most, is at most
 * tolerance · yᵀy.
 */
export function coordinateDescent(p: number) {
  const fitted = new Float64Array(p), trial = new Float64Array(p), signs = new Int8Array(p);
  const active = new Int32Array(p), factor = new Float64Array(p * p);
  // The problem at hand: XᵀX, Xᵀy, yᵀy, the penalties times n, and the coefficients so far.
  let gram: Float64Array = factor, target: Float64Array = fitted, b: Float64Array = fitted;
  let square = 0, l1 = 0, l2 = 0, positive = false;

  function refit() {
    fitted.fill(0);
    for (let k = 0; k < p; k++) {
      if (b[k] === 0) continue;
      for (let j = 0; j < p; j++) fitted[j] += gram[k * p + j] * b[k];
    }
  }

  function sweep(): boolean {
    let steady = true;
    for (let j = 0; j < p; j++) {
      const own = gram[j * p + j], old = b[j];
      if (own === 0) {
        b[j] = signs[j] = 0;
        continue;
      }
      const pull = target[j] - fitted[j] + own * old, beyond = Math.abs(pull) - l1;
      const value = beyond <= 0 || (positive && pull < 0) ? 0 : Math.sign(pull) * beyond / (own + l2);
      if (value !== old) {
        const step = value - old, row = j * p;
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

  /** Solves the equations of `size` active coefficients, held back by so much, into `trial`; false where they are singular. */
  function solve(size: number, held: number): boolean {
    const entry = (a: number, c: number) => gram[active[a] * p + active[c]] + (a === c ? l2 + held : 0);
    let largest = 0;
    for (let a = 0; a < size; a++) {
      largest = Math.max(largest, entry(a, a));
      trial[a] = target[active[a]] - l1 * signs[active[a]] + held * b[active[a]];
    }
    // Held against the largest of all, so that a column that hardly varies counts as dependent.
    const isSolved = choleskyFactor(factor, size, entry, () => largest);
    if (isSolved) choleskySolve(factor, size, trial);
    return isSolved;
  }

  /**
   * Solves for the non-zero coefficients; true where the solution is the minimum. A coefficient that would change its
   * sign on the way there stops at 0, and the others are solved for again. Where columns depend on each other, steps
   * that are held back a little (the proximal point method) lead to one of the solutions.
   */
  function polish(): boolean {
    // Without an l1 penalty nothing holds a coefficient at 0, and no sign counts.
    const free = l1 === 0 && !positive;
    let held = 0, rounds = 0, largest = 0;
    for (let j = 0; j < p; j++) largest = Math.max(largest, gram[j * p + j]);
    for (let step = 0; step < p + HELD_ROUNDS; step++) {
      let size = 0;
      for (let j = 0; j < p; j++) if (signs[j] !== 0 || (free && gram[j * p + j] > 0)) active[size++] = j;
      held = 0;
      if (!solve(size, held)) {
        held = HELD * largest;
        if (!solve(size, held)) return false;
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
    refit();
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

  function dualityGap(): number {
    refit();
    let explained = 0, fit = 0, norm1 = 0, norm2 = 0, largest = 0, excess = 0, gain = 0;
    for (let j = 0; j < p; j++) {
      explained += b[j] * target[j];
      fit += b[j] * fitted[j];
      norm1 += Math.abs(b[j]);
      norm2 += b[j] * b[j];
      const pull = target[j] - fitted[j];
      const size = positive ? Math.max(0, pull) : Math.abs(pull);
      excess += Math.max(0, size - l1) ** 2;
      largest = Math.max(largest, positive ? pull - l2 * b[j] : Math.abs(pull - l2 * b[j]));
      if (gram[j * p + j] > 0) gain += pull ** 2 / gram[j * p + j];
    }
    // Least squares has no dual point beside the solution: what one more step along each column would gain stands in.
    if (l1 === 0 && l2 === 0 && !positive) return gain;
    const residual = square - 2 * explained + fit, along = square - explained;
    const primal = residual / 2 + l1 * norm1 + l2 / 2 * norm2;
    // Two dual points: the residual, whose excess over l1 the ridge part pays for; and the residual scaled until it fits.
    const paid = l2 > 0 ? primal - (along - residual / 2 - excess / (2 * l2)) : Infinity;
    const scale = largest > l1 ? l1 / largest : 1;
    const scaled = primal - (scale * along - scale * scale * (residual + l2 * norm2) / 2);
    return Math.max(0, Math.min(paid, scaled));
  }

  return (
    problem: GramProblem,
    { alpha, l1Ratio, nonNegative, tolerance, maxIterations }:
      & Record<"alpha" | "l1Ratio" | "tolerance" | "maxIterations", number>
      & { nonNegative: boolean },
    start: Float64Array,
  ) => {
    ({ gram, target, square } = problem);
    [l1, l2] = [alpha * l1Ratio * problem.n, alpha * (1 - l1Ratio) * problem.n];
    [positive, b] = [nonNegative, start];
    for (let j = 0; j < p; j++) signs[j] = Math.sign(b[j]);
    refit();
    let gap = Infinity;
    for (let iterations = 1; iterations <= maxIterations; iterations++) {
      const steady = sweep();
      if (!steady && iterations < maxIterations) continue;
      const isMinimum = steady && polish();
      gap = dualityGap();
      if (isMinimum || gap <= tolerance * square) return { iterations, converged: true, gap };
    }
    return { iterations: maxIterations, converged: false, gap };
  };
}
