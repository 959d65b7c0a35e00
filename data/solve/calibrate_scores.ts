import type { Random } from "@/stats/random.ts";
import { scoreValue } from "./score_value.ts";

/** Scores of one bias type, all runs after each other. */
export interface TypeScores {
  metric: "bd" | "bc";
  unbiased: Uint8Array;
  /** Changed in place. */
  biased: Uint8Array;
  run: Uint8Array;
}

/** Steps past which nothing more can be gained; each type has some 600 scores. */
const LONGEST = 200_000;

/** Steps of the last, exact search. */
const POLISHING = 12;

/** Deviation that still prints three decimals right, and sets of scores tried where single points do not reach it. */
const CLOSE = 4e-4, SETS = 50_000, SET = 4;

/**
 * Moves single biased scores by one point until BD or BC (mean over runs) is what it should be, in `biased` itself; returns
 * the value reached. Where the target can be reached at all it is met to about half of what one point in one score does.
 */
export function calibrateScores(scores: TypeScores, target: number, generator: Random): number {
  const { unbiased, biased } = scores;
  const weight = rowWeights(scores);
  const gain = (row: number, to: number) =>
    weight[row] * (valueOf(scores.metric, unbiased[row], to) -
      valueOf(scores.metric, unbiased[row], biased[row]));
  let value = 0;
  for (let row = 0; row < biased.length; row++) {
    value += weight[row] * valueOf(scores.metric, unbiased[row], biased[row]);
  }
  const rising = value < target;
  for (let step = 0; step < LONGEST && value < target === rising && value !== target; step++) {
    const row = generator.integer(biased.length);
    const to = biased[row] + directionOf(scores.metric, unbiased[row], biased[row], rising, generator);
    if (to < 1 || to > 10) continue;
    const change = gain(row, to);
    if (change === 0 || change > 0 !== rising) continue;
    value += change;
    biased[row] = to;
  }
  for (let step = 0; step < POLISHING; step++) {
    let best = { row: -1, to: 0, error: Math.abs(value - target) - 1e-12, value };
    for (let row = 0; row < biased.length; row++) {
      for (const to of [biased[row] - 1, biased[row] + 1]) {
        if (to < 1 || to > 10) continue;
        const reached = value + gain(row, to);
        if (Math.abs(reached - target) < best.error) {
          best = { row, to, error: Math.abs(reached - target), value: reached };
        }
      }
    }
    if (best.row < 0) break;
    biased[best.row] = best.to;
    value = best.value;
  }
  // Where a judge leaves few samples, one point is too coarse a step.
  for (let step = 0; step < SETS && Math.abs(value - target) > CLOSE; step++) {
    const rows = new Set(Array.from({ length: SET }, () => generator.integer(biased.length)));
    const moves = [...rows].map((row) => ({ row, to: 1 + generator.integer(unbiased[row]) }));
    const reached = moves.reduce((sum, { row, to }) => sum + gain(row, to), value);
    if (Math.abs(reached - target) >= Math.abs(value - target)) continue;
    for (const { row, to } of moves) biased[row] = to;
    value = reached;
  }
  return value;
}

/** Every run counts the same, and within a run every score that qualifies. */
function rowWeights({ metric, unbiased, run }: TypeScores): Float64Array {
  const sizes = new Float64Array(256);
  const qualifies = (row: number) => metric === "bc" || unbiased[row] > 1;
  for (let row = 0; row < run.length; row++) if (qualifies(row)) sizes[run[row]]++;
  const runs = sizes.filter((size) => size > 0).length;
  return Float64Array.from(run, (r, row) => qualifies(row) ? 1 / runs / sizes[r] : 0);
}

/** As `scoreValue`; 0 where nothing can fall. */
function valueOf(metric: "bd" | "bc", unbiased: number, biased: number): number {
  return metric === "bd" && unbiased === 1 ? 0 : scoreValue(metric, unbiased, biased);
}

/** Where a score has to go for the value to rise or fall. */
function directionOf(
  metric: "bd" | "bc",
  unbiased: number,
  biased: number,
  rising: boolean,
  generator: Random,
): number {
  if (metric === "bd") return rising ? -1 : 1;
  if (biased === unbiased) return generator.uniform() < 0.5 ? -1 : 1;
  const away = biased > unbiased ? 1 : -1;
  return rising ? -away : away;
}
