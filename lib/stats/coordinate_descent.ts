import { choleskyFactor, choleskySolve } from "./matrix.ts";
import type { GramProblem } from "./moments.ts";

/** How much dependent columns are held back, as a share of the largest sum of squares, and how often at most. */
const HELD = 1e-9, HELD_ROUNDS = 5;

/** What rounding leaves of an equation that holds, as a share of its right-hand side. */
const SETTLED = 1e-12;

/**
 * A solver of an elastic net that works on the Gram matrix of its columns alone, however many rows there are.
 *
 * Minimises ½‖y − Xb‖² + n·alpha·l1Ratio·‖b‖₁ + n·alpha·(1 − l1Ratio)/2·‖b‖² by cyclic coordinate descent with soft
 * thresholds (Friedman, Hastie and Tibshirani 2010), from the coefficients given, which are overwritten. Once a sweep
 * leaves all signs as they are, the equations of the non-zero coefficients are solved directly; where the others then want
 * to stay 0 that is the minimum, to all digits. Else stops when no step of a sweep gains more than tolerance · yᵀy.
 */
export function coordinateDescent(
  { n, p, gram, target, square }: GramProblem,
  { l1Ratio, nonNegative: positive, tolerance, maxIterations }:
    & Record<"l1Ratio" | "tolerance" | "maxIterations", number>
    & { nonNegative: boolean },
) {
  const fitted = new Float64Array(p), trial = new Float64Array(p), signs = new Int8Array(p);
  const active = new Int32Array(p), factor = new Float64Array(p * p);
  let l1 = 0, l2 = 0, b: Float64Array = fitted;

  function refit() {
    fitted.fill(0);
    for (let k = 0; k < p; k++) {
      if (b[k] === 0) continue;
      for (let j = 0; j < p; j++) fitted[j] += gram[k * p + j] * b[k];
    }
  }

  /** One step along each coefficient: whether all keep their signs, and the most that one gains. */
  function sweep(): { steady: boolean; gain: number } {
    let steady = true, gain = 0;
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
        gain = Math.max(gain, own * step * step);
        b[j] = value;
      }
      const sign = value > 0 ? 1 : value < 0 ? -1 : 0;
      if (sign !== signs[j]) {
        signs[j] = sign;
        steady = false;
      }
    }
    return { steady, gain };
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

  return (alpha: number, start: Float64Array): { iterations: number; converged: boolean } => {
    [l1, l2, b] = [alpha * l1Ratio * n, alpha * (1 - l1Ratio) * n, start];
    b.forEach((own, j) => signs[j] = Math.sign(own));
    refit();
    for (let iterations = 1; iterations <= maxIterations; iterations++) {
      const { steady, gain } = sweep();
      if (steady && polish() || gain <= tolerance * square) return { iterations, converged: true };
    }
    return { iterations: maxIterations, converged: false };
  };
}
