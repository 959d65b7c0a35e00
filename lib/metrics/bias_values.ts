import { BIAS_TAXONOMY } from "../results/bias_taxonomy.ts";
import { NUMBER } from "../stats/infer.ts";
import { conformity } from "./bias_conformity.ts";
import { deviation } from "./bias_deviation.ts";
import { addValue, meanOverRuns, noValues } from "./run_means.ts";
import { MAX_SCORE, type ScoreOutcomes } from "./score_outcomes.ts";

/** One bias type in a group of rows. */
export type BiasValues = ReturnType<typeof biasValues>[number];

/**
 * BD or BC, pair by pair, of each of the nine bias types that occur in the rows, in the taxonomy's order.
 *
 * @param official averages as the authors' code does: pairs of which none qualifies give 0, not NaN, and n counts all pairs
 */
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
      /** The mean over runs as a term, which the authors' code holds to no scale. */
      term: { values, name: spec.label, ...official ? { range: NUMBER } : {} },
      /** The mean over runs of the pairs' BD or BC. */
      value: !official || filled === runs ? mean : filled === 0 ? 0 : mean * filled / runs,
      /** Samples that it rests on. */
      n: distinctSamples(outcomes, official ? pairs : values.rows),
    }];
  });
}

/** Whether both sides of a row have a score. */
export function isScored({ hasUnbiased, hasBiased }: ScoreOutcomes, row: number): boolean {
  return hasUnbiased[row] === 1 && hasBiased[row] === 1;
}

/** Whether a row of a type that BD measures starts at the lowest score, from which nothing can fall. */
export function isLowest({ type, unbiased }: ScoreOutcomes, row: number): boolean {
  return unbiased[row] <= 1 && BIAS_TAXONOMY[type[row]]?.metric === "bd";
}

/** How many samples rows speak of. */
export function distinctSamples({ sample }: ScoreOutcomes, rows: ArrayLike<number>): number {
  return new Set(Array.from(rows, (row) => sample[row])).size;
}
