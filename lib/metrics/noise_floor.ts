import type pl from "nodejs-polars";
import { requireOptions } from "../results/require_options.ts";
import { conformity } from "./bias_conformity.ts";
import { deviation } from "./bias_deviation.ts";
import { INTERVAL, intervalCells } from "./metric_columns.ts";
import { groupedTable, type MetricOptions } from "./metric_table.ts";
import { repeatedScores } from "./repeated_scores.ts";
import { addValue, meanOverRuns, noValues, runInterval, type RunValues } from "./run_means.ts";
import { MAX_SCORE, scoreGrouping, scoreOutcomes } from "./score_outcomes.ts";

const COLUMNS = `bd_floor bc_ceiling runs:count ${INTERVAL} bc_low bc_high bc_n_clusters:count n:count ` +
  "n_incomplete:count";

/**
 * What BD and BC a judge would have if a perturbation did nothing but start another run: BD counts only drops, so mere noise
 * gives BD > 0 and BC < 1.
 *
 * `bd_floor` = mean over ordered pairs of runs (r, s) of BD(y_r, y_s), `bc_ceiling` likewise with BC, on the unbiased scores
 * of samples scored in every run. A judge whose BD does not exceed its floor has not shown that it noticed anything. The
 * floor is never to be subtracted: noise and effect do not add up.
 *
 * One row per group of `by` (default: judge, prompt; add `bias_type` for a floor per type): `bd_floor, bc_ceiling, runs`,
 * then `low, high, n_clusters` (cluster-robust interval of `bd_floor`; clusters: images, else samples), `bc_low, bc_high`, `n`
 * (samples scored in every run) and `n_incomplete`. In simulations of 60 samples in two runs the interval covered 91 to 93% (heavy-tailed scores; 40% at the lowest score). Fewer than two runs give NaN. `blank_image` rows are ignored.
 *
 * @throws {TypeError} when the frame lacks a column
 * @throws {RangeError} for an unknown bias type, a score outside 1 … 10, or a sample scored twice in a run
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { noiseFloor } from "judgebias";
 *
 * const scores = pl.DataFrame({
 *   run: [1, 2],
 *   sample_id: ["1", "1"],
 *   bias_type: ["text_dominance", "text_dominance"],
 *   unbiased: [10, 7],
 *   biased: [1, 1],
 * });
 * const [row] = noiseFloor(scores, { by: [] }).toRecords();
 * assert.equal(row.bd_floor, (3 / 9 + 0) / 2); // 10 → 7 falls, 7 → 10 does not
 * assert.equal(row.bc_ceiling, (1 - 3 / 9 + 1 - 3 / 6) / 2);
 * ```
 */
export function noiseFloor(
  scorePairs: pl.DataFrame,
  { by, level, ...others }: MetricOptions = {},
): pl.DataFrame {
  requireOptions("noiseFloor", others, ["by", "level"]);
  const outcomes = scoreOutcomes("noiseFloor", scorePairs);
  const grouping = scoreGrouping(scorePairs, by);
  return groupedTable(scorePairs, grouping, COLUMNS, (rows) => {
    const { scores, samples, runs, incomplete } = repeatedScores("noiseFloor", outcomes, rows);
    const { bd, bc } = betweenRuns(scores, samples);
    const floor = runInterval([{ values: bd, weight: 1, name: "the floor" }], {
      clusterOf: outcomes.clusterOf,
      level,
    });
    const ceiling = runInterval([{ values: bc, weight: 1, name: "the ceiling" }], {
      clusterOf: outcomes.clusterOf,
      level,
    });
    return {
      bd_floor: meanOverRuns(bd),
      bc_ceiling: meanOverRuns(bc),
      runs,
      ...intervalCells(floor),
      bc_low: ceiling.low,
      bc_high: ceiling.high,
      bc_n_clusters: ceiling.clusters,
      n: scores.length,
      n_incomplete: incomplete,
    };
  });
}

/**
 * BD and BC of every ordered pair of runs, as if one were the perturbed side of the other; pairs of runs of which one has no score (NaN) are
 * passed over.
 */
export function betweenRuns(
  scores: readonly number[][],
  samples: readonly number[],
): { bd: RunValues; bc: RunValues } {
  const bd = noValues(), bc = noValues();
  scores.forEach((own, i) => {
    const runs = own.length;
    for (let r = 0; r < runs; r++) {
      for (let s = 0; s < runs; s++) {
        if (r === s || Number.isNaN(own[r] + own[s])) continue;
        if (own[r] > 1) addValue(bd, deviation(own[r], own[s]), r * runs + s, samples[i]);
        addValue(bc, conformity(own[r], own[s], MAX_SCORE), r * runs + s, samples[i]);
      }
    }
  });
  return { bd, bc };
}
