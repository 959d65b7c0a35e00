import { BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { clustersAt } from "../stats/estimand.ts";
import { type ClusterCodes, infer, type Inference, NUMBER } from "../stats/infer.ts";
import { conformity, deviation } from "./bias_deviation.ts";
import type { OwnEstimate } from "./metric_columns.ts";
import { MAX_SCORE, type ScoreOutcomes } from "./score_outcomes.ts";

/** Values of samples in several runs, whose estimate is the mean over runs of the runs' means. */
export interface RunValues {
  values: number[];
  runs: number[];
  rows: number[];
}

export function noValues(): RunValues {
  return { values: [], runs: [], rows: [] };
}

export function addValue(to: RunValues, value: number, run: number, row: number): void {
  to.values.push(value);
  to.runs.push(run);
  to.rows.push(row);
}

/** Mean over the runs that have values of the mean within each, summed in the order given; NaN without any. */
export function meanOverRuns(given: Pick<RunValues, "values" | "runs">): number {
  const means = runMeans(given).flatMap(({ mean }) => [mean]); // runs without values are holes, which flatMap passes over
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

function runMeans({ values, runs }: Pick<RunValues, "values" | "runs">): { mean: number; count: number }[] {
  const found: { sum: number; count: number }[] = [];
  for (let i = 0; i < values.length; i++) {
    const own = found[runs[i]] ??= { sum: 0, count: 0 };
    own.sum += values[i];
    own.count++;
  }
  return found.map(({ sum, count }) => ({ mean: sum / count, count }));
}

export interface RunSides {
  first: RunValues;
  second: RunValues;
  n: number;
}

/** The mean over kinds of one side's means, of the other's, or of their difference, by the weights of both sides; at a level. */
export function meanOfSides(
  kinds: readonly RunSides[],
  [one, two]: readonly [first: number, second: number],
  clusters: ClusterCodes,
): (level: number) => Inference {
  const sides = kinds.flatMap(({ first, second }) => [[first, one], [second, two]] as const);
  const terms = sides.filter(([, weight]) => weight !== 0)
    .map(([values, weight]) => ({ values, weight: weight / kinds.length }));
  const n = kinds.reduce((sum, kind) => sum + kind.n, 0);
  return (level) => ({ ...inferRuns(terms, clusters, { level }), n });
}

/** How far an estimate lies from its null value, in standard deviations over samples; where nothing varies there is no such distance. */
export function inDeviations({ estimate, standardError, clusters }: Inference, nullValue = 0) {
  const value = standardError > 0 ? (estimate - nullValue) / (standardError * Math.sqrt(clusters)) : NaN;
  return { measure: "difference / SD over samples (d)", value };
}

export interface RunTerm {
  values: RunValues;
  weight: number;
  name?: string;
  range?: readonly [number, number];
}

/**
 * Interval of Σ weight · (mean over runs of run means): the same sample in several runs, or under several perturbations, is one piece of evidence. Each
 * value moves its mean over runs by (value − its run's mean)·N/(R·n) for R runs, n values in its own, N in all; `clusters` are of every row of the
 * frame.
 */
export function inferRuns(
  terms: readonly RunTerm[],
  clusters: ClusterCodes,
  { level }: { level?: number } = {},
): Inference {
  let height = 0;
  const estimand = terms.map(({ values: given, weight, name = "the estimate", range }) => {
    const { values, runs } = given, from = height, means = runMeans(given), mean = meanOverRuns(given);
    const present = means.reduce((count) => count + 1, 0);
    height += values.length;
    const moved = values.map((value, i) => {
      const { mean: own, count } = means[runs[i]];
      return mean + (value - own) * values.length / (present * count);
    });
    return { name, weight, range, strays: true, value: (row: number) => moved[row - from] ?? NaN };
  });
  return infer(estimand, height, clustersAt(clusters, terms.flatMap(({ values }) => values.rows)), { level });
}

/** A column of Σ weight · (mean over runs of run means) of a group's rows; what it is by other rules than that sum's is told. */
export function overRuns(
  terms: (rows: Int32Array) => readonly RunTerm[],
  of = (rows: Int32Array) => terms(rows).reduce((sum, { values }) => sum + meanOverRuns(values), 0),
): OwnEstimate {
  return {
    type: "estimate",
    of: ({ rows }) => of(rows),
    infer: ({ rows, clusters, level }) => inferRuns(terms(rows), clusters, { level }),
  };
}

export type BiasValues = ReturnType<typeof biasValues>[number];

/** BD or BC, pair by pair, of each of the nine bias types that occur in the rows; `official` averages as the authors' code does: pairs of which none qualifies give 0, and n counts all pairs. */
export function biasValues(outcomes: ScoreOutcomes, all: Int32Array, official = false) {
  const { type, unbiased, biased, run } = outcomes;
  return BIAS_TAXONOMY.flatMap((spec, place) => {
    const rows = all.filter((row) => type[row] === place);
    if (rows.length === 0) return [];
    const values = noValues(), pairs = rows.filter((row) => isScored(outcomes, row));
    for (const row of pairs) {
      if (isLowest(outcomes, row)) continue;
      const y = unbiased[row], changed = biased[row];
      addValue(
        values,
        spec.metric === "bd" ? deviation(y, changed) : conformity(y, changed, MAX_SCORE),
        run[row],
        row,
      );
    }
    // The authors' average of nothing is 0: a run that has pairs but no value counts with it.
    const runs = new Set(pairs.map((row) => run[row])).size, filled = new Set(values.runs).size;
    const mean = meanOverRuns(values);
    return [{
      ...{ spec, rows, values },
      term: { values, name: spec.label, ...official ? { range: NUMBER } : {} },
      value: !official || filled === runs ? mean : filled === 0 ? 0 : mean * filled / runs,
      n: distinctSamples(outcomes, official ? pairs : values.rows),
    }];
  });
}

export function isScored({ hasUnbiased, hasBiased }: ScoreOutcomes, row: number): boolean {
  return hasUnbiased[row] === 1 && hasBiased[row] === 1;
}

/** Whether a row of a type that BD measures starts at the lowest score, from which nothing can fall. */
export function isLowest({ type, unbiased }: ScoreOutcomes, row: number): boolean {
  return unbiased[row] <= 1 && BIAS_TAXONOMY[type[row]]?.metric === "bd";
}

export function distinctSamples({ sample }: ScoreOutcomes, rows: ArrayLike<number>): number {
  return new Set(Array.from(rows, (row) => sample[row])).size;
}
