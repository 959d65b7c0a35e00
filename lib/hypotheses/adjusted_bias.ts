import type pl from "nodejs-polars";
import { SIDE } from "../metrics/pair_outcomes.ts";
import { gComputation } from "../stats/g_computation.ts";
import { BASE_CONDITION, type Condition } from "./conditions.ts";
import {
  cohensH,
  type HypothesisResult,
  hypothesisResult,
  type SensitivityRow,
} from "./hypothesis_result.ts";
import { lengthRows } from "./length_rows.ts";

/**
 * Does informativeness bias remain at equal length? Third way: regression and g-computation.
 *
 * Logistic regression of *correct* (the judge chose what the human chose) on subset (IDS 1, CDS 0), signed word difference
 * (human-preferred − other) and whether the human-preferred answer was shown first. IB at equal length = mean predicted accuracy of all
 * pairs as IDS minus as CDS, the word difference set to 0 and the order left as it is; clustered delta interval (`gComputation`).
 *
 * Correctness is regressed, not the choice: a judge that is always right chooses the more informative answer exactly as often as it is
 * right (68% at a CDS share of 0.32), which a regression of choices without the human label would call bias. Here its IB is 0, with
 * Wilson's interval; a regression that is separated (always right in one subset) has limits that are used as they are.
 *
 * Sensitivity: without order; log of the ratio of words instead of their difference; with the length effect free to differ between
 * subsets; and unadjusted.
 *
 * Too few pairs for a model, or covariates that determine each other, give NaN and `untestable`; `method` says why.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { adjustedBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * assert.ok(adjustedBias(pairs).estimate > 0.4); // of the simulation
 * ```
 */
export function adjustedBias(
  pairs: pl.DataFrame,
  { condition = BASE_CONDITION, alpha = 0.05 }: { condition?: Condition; alpha?: number } = {},
): HypothesisResult {
  const { outcomes, rows, difference, preferredFirst, left } = lengthRows("adjustedBias", pairs, condition);
  const y = Float64Array.from(rows, (row) => outcomes.correct[row]);
  const subset = Float64Array.from(rows, (row) => outcomes.informativeness[row] === SIDE.first ? 1 : 0);
  const clusters = Int32Array.from(rows, (row) => outcomes.clusters[row]);
  const ratio = logRatios(pairs, rows, difference);
  let failure: string | undefined;
  const fit = (others: Float64Array[], held: number) => {
    // A covariate that never varies explains nothing and would stop the regression.
    const kept = others.map((column, k) => ({ column, fixed: k < held })).filter(({ column }) =>
      varies(column)
    );
    if (!varies(subset)) return null;
    try {
      return gComputation({
        columns: [subset, ...kept.map(({ column }) => column)],
        y,
        clusters,
        exposure: 0,
        fix: Object.fromEntries(kept.flatMap(({ fixed }, k) => fixed ? [[k + 1, 0]] : [])),
      });
    } catch (error) {
      // Too few pairs, or covariates that determine each other: no estimate, and `method` says why.
      if (!(error instanceof RangeError)) throw error;
      failure ??= error.message;
      return null;
    }
  };
  const main = fit([difference, preferredFirst], 1);
  const interaction = difference.map((d, i) => d * (subset[i] - 0.5));
  const models: [string, ReturnType<typeof fit>][] = [
    ["without answer order", fit([difference], 1)],
    ["log ratio of words", fit([ratio, preferredFirst], 1)],
    ["length effect differs by subset", fit([difference, interaction, preferredFirst], 2)],
    ["unadjusted", fit([], 0)],
  ];
  const fixedOrder = varies(preferredFirst) ? "" : " (the same for all pairs: left out)";
  return hypothesisResult({
    hypothesis: "IB remains at equal length (regression)",
    claim: "informativeness bias is above 0 at a word difference of 0, length and answer order adjusted for",
    estimate: main?.estimate ?? NaN,
    low: main?.low ?? NaN,
    high: main?.high ?? NaN,
    n: rows.length,
    clusters: main?.clusters ?? new Set(clusters).size,
    pValue: main?.pValue ?? NaN,
    effect: main ? cohensH(main.means[0], main.means[1]) : { measure: "Cohen's h", value: NaN },
    method:
      `g-computation from a logistic regression of correct on subset, signed word difference and answer order${fixedOrder}` +
      `${
        main?.separated ? "; separated: limits of the predictions" : ""
      }; clustered delta interval by image; ${left} pairs without ` +
      `labels or word counts left out${failure ? `; a model could not be fitted (${failure})` : ""}`,
    assumptions: [
      "pairs on different images are independent",
      "the logit of being right is linear in the signed word difference (compare the log ratio)",
      "no other property of the answers differs between IDS and CDS and sways the judge",
    ],
    sensitivity: models.map(([name, model]): SensitivityRow => ({
      name,
      estimate: model?.estimate ?? NaN,
      low: model?.low ?? NaN,
      high: model?.high ?? NaN,
      n: rows.length,
      pValue: model?.pValue ?? NaN,
    })),
    alpha,
    frames: [pairs],
    claimIs: "above",
  });
}

function varies(column: Float64Array): boolean {
  return column.some((value) => value !== column[0]);
}

/** ln((words preferred + 1)/(words other + 1)); the 1 keeps an empty answer finite. */
function logRatios(pairs: pl.DataFrame, rows: Int32Array, difference: Float64Array): Float64Array {
  const a = pairs.getColumn("words_a").toArray() as number[],
    b = pairs.getColumn("words_b").toArray() as number[];
  return difference.map((d, i) => {
    const sum = Number(a[rows[i]]) + Number(b[rows[i]]);
    return Math.log((sum + d) / 2 + 1) - Math.log((sum - d) / 2 + 1);
  });
}
