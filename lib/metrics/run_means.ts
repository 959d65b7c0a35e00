import { requireList, requireOptions, requireRight } from "../progress/require.ts";
import { BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { clustersAt } from "../stats/estimand.ts";
import { mean } from "../stats/grouped.ts";
import { type ClusterCodes, infer, type Inference, NUMBER, type Term } from "../stats/infer.ts";
import { requireAsMany } from "../stats/label_codes.ts";
import type { Estimate } from "./metric_columns.ts";
import { MAX_SCORE, type ScoreOutcomes } from "./score_outcomes.ts";

/**
 * Bias deviation (BD): how far a judge's score falls when the evidence is taken away or made to contradict.
 *
 * BD = mean over pairs with y > 1 of max(y − ŷ, 0)/(y − 1), with y the unbiased and ŷ the biased score. Source: MM-JudgeBias,
 * section 3.2. Scores are real numbers from 1 to `maxScore`; a pair with null or NaN is skipped, and so is y = 1, from which
 * nothing can fall. In [0, 1]: 1 = always down to the lowest score, 0 = never lower. Only drops count, so a judge that is
 * merely noisy gets BD > 0 too: compare it with `noiseFloor`. No pair that qualifies gives NaN (the authors' code gives 0).
 *
 * @throws {TypeError} when the arrays differ in length
 * @throws {RangeError} for a score outside 1 … maxScore, or a maxScore that is not above 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasDeviation } from "judgebias";
 *
 * // (10 − 1)/9 = 1, a rise counts as 0, y = 1 is left out, null is skipped
 * assert.equal(biasDeviation([10, 5, 1, null], [1, 6, 1, 3]), 0.5);
 * ```
 */
export function biasDeviation(
  unbiased: ArrayLike<number | null>,
  biased: ArrayLike<number | null>,
  options: { maxScore?: number } = {},
): number {
  const rule = (y: number, changed: number) => y > 1 ? deviation(y, changed) : NaN;
  return meanOfPairs("biasDeviation", unbiased, biased, options, rule);
}

export function deviation(y: number, changed: number): number {
  const drop = y - changed;
  return (drop > 0 ? drop : 0) / (y - 1);
}

/**
 * Bias conformity (BC): how firmly a judge's score stays where it should.
 *
 * BC = mean over pairs of 1 − |y − ŷ|/max(y − 1, S − y), with y the unbiased and ŷ the biased score and S = `maxScore`.
 * Source: MM-JudgeBias, section 3.2. Scores are real numbers from 1 to S; a pair with null or NaN is skipped. In [0, 1]:
 * 1 = no score moves, 0 = every score moves as far as the scale lets it. A judge that gives everything the same score gets 1
 * (look at `scoreVariance`); a noisy one cannot reach 1 (`noiseFloor` gives its ceiling). No pair gives NaN.
 *
 * @throws {TypeError} when the arrays differ in length
 * @throws {RangeError} for a score outside 1 … maxScore, or a maxScore that is not above 1
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasConformity } from "judgebias";
 *
 * assert.equal(biasConformity([10, 4], [7, 7]), 7 / 12); // (1 − 3/9 + 1 − 3/6)/2
 * ```
 */
export function biasConformity(
  unbiased: ArrayLike<number | null>,
  biased: ArrayLike<number | null>,
  options: { maxScore?: number } = {},
): number {
  return meanOfPairs("biasConformity", unbiased, biased, options, conformity);
}

export function conformity(y: number, changed: number, maxScore: number): number {
  return 1 - Math.abs(y - changed) / Math.max(y - 1, maxScore - y);
}

function meanOfPairs(
  action: string,
  unbiased: ArrayLike<number | null>,
  biased: ArrayLike<number | null>,
  options: { maxScore?: number },
  rule: (y: number, changed: number, maxScore: number) => number,
): number {
  const { maxScore = 10 } = requireOptions(action, options, ["maxScore"]);
  requireList(action, "the unbiased scores", unbiased);
  requireAsMany(action, "the biased scores", biased, unbiased.length);
  requireRight(maxScore > 1 && Number.isFinite(maxScore), action, "a maxScore above 1", maxScore);
  const values = Array.from(unbiased, (score, i) => {
    const y = score ?? NaN, changed = biased[i] ?? NaN;
    if (Number.isNaN(y + changed)) return NaN;
    const outside = [y, changed].find((score) => !(score >= 1 && score <= maxScore));
    if (outside === undefined) return rule(y, changed, maxScore);
    throw new RangeError(`${action}: wanted scores from 1 to ${maxScore}, found ${outside} in pair ${i + 1}`);
  });
  return mean(values.filter((value) => !Number.isNaN(value))); // 0/0 is NaN: no pair, no average
}

/** A value of a sample in a run, at its row: their estimate is the mean over runs of the runs' means. */
export type RunValue = Record<"value" | "run" | "row", number>;

export function meanOverRuns(values: readonly Omit<RunValue, "row">[]): number {
  return mean(runMeans(values).flatMap(({ mean }) => [mean])); // runs without values are holes, which flatMap passes over
}

function runMeans(values: readonly Omit<RunValue, "row">[]): { mean: number; count: number }[] {
  const found: { sum: number; count: number }[] = [];
  for (const { value, run } of values) {
    const own = found[run] ??= { sum: 0, count: 0 };
    own.sum += value;
    own.count++;
  }
  return found.map(({ sum, count }) => ({ mean: sum / count, count }));
}

interface RunSides extends Record<"first" | "second", readonly RunValue[]> {
  n: number;
}

/** The mean over kinds of one side's means, of the other's, or of their difference, by the weights of both sides. */
export function meanOfSides(
  kinds: readonly RunSides[],
  [one, two]: readonly [first: number, second: number],
  clusters: ClusterCodes,
  level: number,
): Inference {
  const sides = kinds.flatMap(({ first, second }) => [[first, one], [second, two]] as const);
  const terms = sides.filter(([, weight]) => weight !== 0)
    .map(([values, weight]) => ({ values, weight: weight / kinds.length }));
  const n = kinds.reduce((sum, kind) => sum + kind.n, 0);
  return { ...inferRuns(terms, clusters, { level }), n };
}

/** How far an estimate lies from its null value, in standard deviations over samples; where nothing varies there is no such distance. */
export function inDeviations({ estimate, standardError, clusters }: Inference, nullValue = 0) {
  const value = standardError > 0 ? (estimate - nullValue) / (standardError * Math.sqrt(clusters)) : NaN;
  return { measure: "difference / SD over samples (d)", value };
}

interface RunTerm extends Pick<Term, "weight" | "range" | "none"> {
  values: readonly RunValue[];
  name?: string;
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
  const estimand = terms.map(({ values, weight, name = "the estimate", range, none }) => {
    const from = height, means = runMeans(values), mean = meanOverRuns(values);
    const present = means.reduce((count) => count + 1, 0);
    height += values.length;
    const moved = values.map(({ value, run }) => {
      const { mean: own, count } = means[run];
      return mean + (value - own) * values.length / (present * count);
    });
    return { name, weight, range, none, strays: true, value: (row: number) => moved[row - from] ?? NaN };
  });
  const rows = terms.flatMap(({ values }) => values.map(({ row }) => row));
  return infer(estimand, height, clustersAt(clusters, rows), { level });
}

/** A column of Σ weight · (mean over runs of run means) of a group's rows; what it is by other rules than that sum's is told. */
export function overRuns(
  terms: (rows: Int32Array) => readonly RunTerm[],
  of = (rows: Int32Array) => terms(rows).reduce((sum, { values }) => sum + meanOverRuns(values), 0),
  said = (_: Int32Array) => "",
): Estimate {
  return {
    type: "estimate",
    of: ({ rows }) => of(rows),
    infer({ rows, clusters, level }) {
      const found = inferRuns(terms(rows), clusters, { level });
      return { ...found, warning: [said(rows), found.warning].filter(Boolean).join("; ") };
    },
  };
}

export type BiasValues = ReturnType<typeof biasValues>[number];

/** BD or BC, pair by pair, of each of the nine bias types that occur in the rows; `official` averages as the authors' code does: pairs of which none qualifies give 0, and n counts all pairs. */
export function biasValues(outcomes: ScoreOutcomes, chosen: Int32Array, official = false) {
  const { type, unbiased, biased, run } = outcomes;
  return BIAS_TAXONOMY.flatMap((spec, place) => {
    const rows = chosen.filter((row) => type[row] === place);
    if (rows.length === 0) return [];
    const pairs = rows.filter((row) => isScored(outcomes, row));
    const rule = spec.metric === "bd" ? deviation : conformity;
    const values = Array.from(pairs.filter((row) => !isLowest(outcomes, row)), (row) => {
      return { value: rule(unbiased[row], biased[row], MAX_SCORE), run: run[row], row };
    });
    // The authors' average of nothing is 0: a run that has pairs but no value counts with it.
    const runs = new Set(pairs.map((row) => run[row])).size,
      filled = new Set(values.map(({ run }) => run)).size;
    const all = meanOverRuns(values);
    return [{
      ...{ spec, rows, values },
      term: { values, name: spec.label, ...official ? { range: NUMBER } : {} },
      value: !official || filled === runs ? all : filled === 0 ? 0 : all * filled / runs,
      n: distinctSamples(outcomes, official ? pairs : values.map(({ row }) => row)),
    }];
  });
}

export function isScored({ hasUnbiased, hasBiased }: ScoreOutcomes, row: number): boolean {
  return hasUnbiased[row] === 1 && hasBiased[row] === 1;
}

export function isLowest({ type, unbiased }: ScoreOutcomes, row: number): boolean {
  return unbiased[row] <= 1 && BIAS_TAXONOMY[type[row]]?.metric === "bd";
}

export function distinctSamples({ sample }: ScoreOutcomes, rows: ArrayLike<number>): number {
  return new Set(Array.from(rows, (row) => sample[row])).size;
}
