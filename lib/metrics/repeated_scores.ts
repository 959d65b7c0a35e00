import type { ScoreOutcomes } from "./score_outcomes.ts";

/** Unbiased scores of a group's samples, run by run. */
export interface RepeatedScores {
  /** Scores of the samples that were scored in every run. */
  scores: number[][];
  /** Codes of these samples. */
  samples: number[];
  /** The same of all samples; NaN where a run has no score. */
  all: { scores: number[][]; samples: number[] };
  runs: number;
  /** Samples with a score in some runs only, or in none. */
  incomplete: number;
}

/**
 * The unbiased scores of a group's rows by sample and run; `blank_image` rows, whose unbiased side repeats another row's,
 * are passed over. What a judge with a prompt scores under one bias type is a unit of its own: groups of several judges pool their units.
 *
 * @throws {RangeError} when a sample stands twice in a run: then it is unclear which scores belong together
 */
export function repeatedScores(action: string, outcomes: ScoreOutcomes, rows: Int32Array): RepeatedScores {
  const used = rows.filter((row) => outcomes.type[row] >= 0);
  const present = [...new Set(Array.from(used, (row) => outcomes.run[row]))].sort((a, b) => a - b);
  const runs = new Map(present.map((run, place) => [run, place]));
  const found = new Map<number, (number | undefined)[]>();
  const sampleOf = new Map<(number | undefined)[], number>();
  for (const row of used) {
    let own = found.get(outcomes.unit[row]);
    if (!own) {
      found.set(outcomes.unit[row], own = new Array(runs.size).fill(undefined));
      sampleOf.set(own, outcomes.sample[row]);
    }
    const place = runs.get(outcomes.run[row])!;
    if (own[place] !== undefined) {
      throw new RangeError(
        `${action}: wanted one row per judge, prompt, run, sample_id and bias_type, found row ${
          row + 1
        } with the same as an earlier one`,
      );
    }
    own[place] = outcomes.hasUnbiased[row] ? outcomes.unbiased[row] : NaN;
  }
  const complete = [...found].filter(([, own]) =>
    own.every((score) => score !== undefined && !Number.isNaN(score))
  );
  const every = [...found.values()];
  return {
    all: {
      scores: every.map((own) => Array.from(own, (score) => score ?? NaN)),
      samples: every.map((own) => sampleOf.get(own)!),
    },
    scores: complete.map(([, own]) => own as number[]),
    samples: complete.map(([, own]) => sampleOf.get(own)!),
    runs: runs.size,
    incomplete: found.size - complete.length,
  };
}
