import type { ScoreOutcomes } from "./score_outcomes.ts";

/** Unbiased scores of a group's samples, run by run. */
export interface RepeatedScores {
  /** Scores of every sample, NaN where a run has none. */
  scores: number[][];
  /** A row of each of these samples. */
  rows: number[];
  runs: number;
  /** Samples with a score in some runs only, or in none. */
  incomplete: number;
}

/**
 * The unbiased scores of a group's rows by sample and run; `blank_image` rows, whose unbiased side repeats another row's,
 * are passed over. What a judge with a prompt scores under one bias type is a unit of its own: groups of several judges pool their units.
 */
export function repeatedScores(
  { type, run, unit, unbiased }: ScoreOutcomes,
  rows: Int32Array,
): RepeatedScores {
  const used = rows.filter((row) => type[row] >= 0);
  const present = [...new Set(used.map((row) => run[row]))].sort((a, b) => a - b);
  const places = new Map(present.map((run, place) => [run, place]));
  const found = new Map<number, { row: number; scores: number[] }>();
  for (const row of used) {
    let own = found.get(unit[row]);
    if (!own) found.set(unit[row], own = { row, scores: new Array(present.length).fill(NaN) });
    own.scores[places.get(run[row])!] = unbiased[row];
  }
  const samples = [...found.values()];
  return {
    scores: samples.map(({ scores }) => scores),
    rows: samples.map(({ row }) => row),
    runs: present.length,
    incomplete: samples.filter(({ scores }) => scores.some(Number.isNaN)).length,
  };
}
