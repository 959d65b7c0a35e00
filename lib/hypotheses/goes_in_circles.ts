import type pl from "nodejs-polars";
import { transitivity } from "../metrics/transitivity.ts";
import { requireOptions } from "../results/require_options.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { takeRows } from "./take_rows.ts";

/**
 * Do a judge's verdicts on models go in circles (x beats y, y beats z, z beats x) more often than chance around one order of strengths
 * would let them? The share of cyclic triples of `transitivity` against its mean in studies drawn from the fitted strengths; p = twice the
 * share of studies with as many circles, (1 + k)/(1 + R).
 *
 * The claim has one side: supported or undecided. Fewer circles than expected are no finding, and as there is one tournament, there is
 * no interval from which to say `absent`; with `within` (the question) the share has one, and δ takes it against the expected share.
 *
 * Runs of one item are one verdict, their majority, and a verdict counts once however many people voted on it: copies are no evidence.
 * Studies are drawn verdict by verdict; verdicts that hang together (the same picture in many pairs) vary less than that
 * here. Size: of 400 simulated data sets each (five models, 40 images of ten pairs; ± 0.4) 0.8% were supported where the
 * models have one order, none in two runs of it; where they are equal 0.3% in one run, none in two and 0.8% in three
 * (`tests/calibration/claim_scenarios.ts`; seeds from 11 and, for equal models in several runs, from 5000). With few
 * models nothing can be shown: three make one triple, a circle by coin in a quarter of all studies.
 *
 * @throws {TypeError} without the columns model_a and model_b
 * @throws {RangeError} when no row is in the condition, no three models have a winner in each of their pairs, or strengths are not finite
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { goesInCircles } from "judgebias";
 * import { simulateModelPairs } from "judgebias/simulate";
 *
 * const { verdict, nullValue } = goesInCircles(simulateModelPairs({ images: 30, runs: 1, judges: [{ judge: "Oak" }] }));
 * assert.ok(verdict === "undecided" && nullValue >= 0); // the simulation has one order
 * ```
 */
export function goesInCircles(
  pairs: pl.DataFrame,
  {
    within,
    replicates = 999,
    seed = 1,
    condition = BASE_CONDITION,
    delta = DELTA.percent,
    alpha = 0.05,
    ...others
  }: PairsTestOptions & {
    /** Column within which triples are formed. */
    within?: string;
    /** Studies that are drawn. */
    replicates?: number;
    seed?: number;
  } = {},
): HypothesisResult {
  const action = "goesInCircles";
  requireOptions(action, others, ["within", "replicates", "seed", "condition", "delta", "alpha"]);
  const own = takeRows(pairs, conditionRows(action, pairs, condition));
  const [row] = transitivity(own, { by: [], within, replicates, seed, level: 1 - alpha })
    .toRecords() as Record<
      string,
      number
    >[];
  const { n_triples: n, n_cyclic, share, low, high, expected, p_value } = row;
  if (!(n > 0)) {
    throw new RangeError(
      `${action}: wanted three models with a winner in each of their three pairs, found no such triple`,
    );
  }
  if (Number.isNaN(expected)) {
    throw new RangeError(
      `${action}: wanted finite strengths, found models that never lost to the others, or never met them: ` +
        "chance around one order cannot be drawn",
    );
  }
  return hypothesisResult({
    hypothesis: "verdicts go in circles",
    claim:
      "triples of models go in circles more often than chance around one order of strengths would let them",
    estimate: share,
    low,
    high,
    n,
    clusters: n,
    // One-sided of "more circles": twice it is two-sided.
    pValue: Math.min(1, 2 * p_value),
    direction: 1,
    delta,
    effect: cohensH(share, expected),
    method: `${n_cyclic} of ${n} triples of ${row.n_models} models are circles, ${
      (100 * expected).toFixed(1)
    }% expected; ${replicates} studies drawn from the fitted strengths`,
    assumptions: [
      "given the strengths, verdicts are independent of each other",
      "a triple counts as often as it is formed; triples share pairs",
    ],
    sensitivity: [],
    alpha,
    frames: [own],
    claimIs: "above",
    nullValue: expected,
    unit: "percent",
  });
}
