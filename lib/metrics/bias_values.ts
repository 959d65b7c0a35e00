import { BIAS_TAXONOMY, type BiasSpec } from "../results/bias_taxonomy.ts";
import { conformity } from "./bias_conformity.ts";
import { deviation } from "./bias_deviation.ts";
import { addValue, meanOverRuns, noValues, type RunValues } from "./run_means.ts";
import { MAX_SCORE, type ScoreOutcomes } from "./score_outcomes.ts";

/** One bias type in a group of rows: every pair's value, and what was left out. */
export interface BiasValues {
  spec: BiasSpec;
  values: RunValues;
  /** BD or BC, mean over runs. */
  value: number;
  /** Samples that the value rests on. */
  n: number;
  /** Pairs left out: abstained from on either side, otherwise without a score, unbiased score of 1 (BD only). */
  abstained: number;
  unscored: number;
  lowest: number;
}

/**
 * Values of BD or BC, pair by pair, for each of the nine bias types that occur in the rows, in the taxonomy's order.
 *
 * @param official averages as the authors' code does: pairs of which none qualifies give 0, not NaN, and n counts all pairs
 */
export function biasValues(outcomes: ScoreOutcomes, rows: Int32Array, official: boolean): BiasValues[] {
  const found = BIAS_TAXONOMY.map((spec) => ({
    spec,
    values: noValues(),
    samples: new Set<number>(),
    pairRuns: new Set<number>(),
    rows: 0,
    abstained: 0,
    unscored: 0,
    lowest: 0,
  }));
  for (const row of rows) {
    if (outcomes.type[row] < 0) continue;
    const own = found[outcomes.type[row]];
    own.rows++;
    if (!outcomes.hasUnbiased[row] || !outcomes.hasBiased[row]) {
      if (outcomes.abstained[row]) own.abstained++;
      else own.unscored++;
      continue;
    }
    const y = outcomes.unbiased[row], changed = outcomes.biased[row];
    own.pairRuns.add(outcomes.run[row]);
    const qualifies = own.spec.metric === "bc" || !(y <= 1);
    if (official || qualifies) own.samples.add(outcomes.sample[row]);
    if (!qualifies) {
      own.lowest++;
      continue;
    }
    const value = own.spec.metric === "bd" ? deviation(y, changed) : conformity(y, changed, MAX_SCORE);
    addValue(own.values, value, outcomes.run[row], outcomes.sample[row]);
  }
  return found.filter(({ rows }) => rows > 0).map(({ samples, pairRuns, rows: _, ...own }) => {
    if (official) {
      // The authors' average of nothing is 0: a run that has pairs but no value counts with it.
      const empty = [...pairRuns].filter((run) => !own.values.runs.includes(run)).length;
      const runs = pairRuns.size;
      const value = meanOverRuns(own.values);
      const filled = runs - empty;
      return {
        ...own,
        n: samples.size,
        value: empty === 0 ? value : filled === 0 ? 0 : value * filled / runs,
      };
    }
    return { ...own, n: samples.size, value: meanOverRuns(own.values) };
  });
}
