import { type ClusterCodes, infer, type Inference } from "../stats/infer.ts";
import { clustersAt } from "../stats/estimand.ts";
import type { OwnEstimate } from "./metric_columns.ts";

/** Values of samples in several runs, whose estimate is the mean over runs of the runs' means. */
export interface RunValues {
  values: number[];
  /** Run of each value: any whole number of 0 or more. */
  runs: number[];
  /** Row of the frame that each value comes from. */
  rows: number[];
}

/** Nothing yet. */
export function noValues(): RunValues {
  return { values: [], runs: [], rows: [] };
}

export function addValue(to: RunValues, value: number, run: number, row: number): void {
  to.values.push(value);
  to.runs.push(run);
  to.rows.push(row);
}

/**
 * Mean over runs of the mean within each run; the sums run in the order given, so that they have the same bits as a plain
 * loop's. A run without values does not count; no values at all give NaN.
 */
export function meanOverRuns(given: Pick<RunValues, "values" | "runs">): number {
  const means = runMeans(given).flatMap(({ mean }) => [mean]); // runs without values are holes, which flatMap passes over
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

/** The mean of every run that has values, and how many; at its number. */
function runMeans({ values, runs }: Pick<RunValues, "values" | "runs">): { mean: number; count: number }[] {
  const found: { sum: number; count: number }[] = [];
  for (let i = 0; i < values.length; i++) {
    const own = found[runs[i]] ??= { sum: 0, count: 0 };
    own.sum += values[i];
    own.count++;
  }
  return found.map(({ sum, count }) => ({ mean: sum / count, count }));
}

/** Values of the same kind from two sides, and how many samples they are of. */
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

/** A mean over runs and its weight in a sum. */
export interface RunTerm {
  values: RunValues;
  weight: number;
  /** What a warning calls it. */
  name?: string;
  /** Where the values lie; [0, 1] by default. */
  range?: readonly [number, number];
}

/**
 * Interval of Σ weight · (mean over runs of run means), all values one after the other: the same sample in several runs, or under several
 * perturbations, is one piece of evidence.
 *
 * A term's rows are what each value moves its mean over runs by: mean + (value − its run's mean)·N/(R·n) for R runs, n values in
 * its own, N in all. Runs of one size leave the values as they are, but for the distance of their runs.
 *
 * @param clusters of every row of the frame
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
