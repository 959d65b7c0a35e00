/** Two ends that a number lies between. */
export type Bounds = readonly [low: number, high: number];

/** Halvings of an end. */
const STEPS = 32;

/**
 * What is left of the bounds of several numbers of which the sum is known, and a limit of the sum of squares: entries of a row of
 * Φ̃ sum to 0 and their squares to 12. A number can be t if the others can make up the sum within their own bounds and the
 * squares that t leaves; they need the fewest squares when all are equal but for those at a bound. That need is convex in t, so
 * what can be is an interval, and its ends are found by halving. With m unknown numbers and no bounds of their own these are
 * mean ± √((m − 1)/m · (squares − Q − S²/m)), Q and S being the squares and the sum of the known ones.
 *
 * @throws {RangeError} when no numbers can have that sum and those squares
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { tightenedBounds } from "@/figures/philautia/tightened_bounds.ts";
 *
 * // One of three is 1, the sum 0, the squares at most 2: the others are −½ ± ½.
 * const [, second] = tightenedBounds([[1, 1], [-9, 9], [-9, 9]], { sum: [0, 0], squares: 2 });
 * assert.deepEqual(second.map((end) => Math.round(1e6 * end) / 1e6 + 0), [-1, 0]);
 * ```
 */
export function tightenedBounds(
  bounds: readonly Bounds[],
  { sum, squares }: { sum: Bounds; squares: number },
): Bounds[] {
  const least = fewestSquares(bounds, sum);
  if (!least || squaresOf(least) > squares + 1e-9) {
    throw new RangeError(
      `tightenedBounds: wanted bounds that allow a sum of ${sum.join(" to ")} and at most ${squares} squares`,
    );
  }
  // Numbers with the same bounds are alike.
  const first = bounds.map(([low, high]) => bounds.findIndex((own) => own[0] === low && own[1] === high));
  const found = bounds.map(([low, high], k): Bounds => {
    if (first[k] < k) return [low, high];
    const possible = (t: number) => {
      const others = fewestSquares(bounds.map((own, i): Bounds => i === k ? [t, t] : own), sum);
      return others !== null && squaresOf(others) <= squares;
    };
    // Ends are taken from outside the possible, so that rounding cannot cut anything off.
    const end = (inside: number, outside: number) => {
      if (possible(outside)) return outside;
      for (let step = 0; step < STEPS; step++) {
        const middle = (inside + outside) / 2;
        if (possible(middle)) inside = middle;
        else outside = middle;
      }
      return outside;
    };
    return [end(least[k], low), end(least[k], high)];
  });
  return first.map((k) => found[k]);
}

function squaresOf(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value ** 2;
  return total;
}

/** The numbers within their bounds that have the sum and the fewest squares: one level for all, cut off at the bounds. */
function fewestSquares(bounds: readonly Bounds[], [low, high]: Bounds): number[] | null {
  const at = (level: number) => bounds.map(([least, most]) => Math.min(most, Math.max(least, level)));
  // Asked for thousands of times: no array is made for a sum.
  const total = (level: number) => {
    let all = 0;
    for (const [least, most] of bounds) all += Math.min(most, Math.max(least, level));
    return all;
  };
  if (total(-Infinity) > high + 1e-9 || total(Infinity) < low - 1e-9) return null;
  const free = total(0);
  if (free >= low && free <= high) return at(0);
  const wanted = free > high ? high : low, corners = Float64Array.from(bounds.flat()).sort();
  // Between two corners the sum is a line.
  let [below, above] = [0, corners.length - 1];
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2);
    if (total(corners[middle]) < wanted) below = middle;
    else above = middle;
  }
  const from = total(corners[below]), to = total(corners[above]);
  const share = to > from ? Math.min(1, Math.max(0, (wanted - from) / (to - from))) : 0;
  return at(corners[below] + share * (corners[above] - corners[below]));
}
