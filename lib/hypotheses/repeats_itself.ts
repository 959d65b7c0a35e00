import type pl from "nodejs-polars";
import { estimatesOf } from "../metrics/estimate_columns.ts";
import { repeatability } from "../metrics/repeatability.ts";
import { holdsPairs } from "../metrics/pair_rows.ts";
import { requireBetween } from "../progress/require.ts";
import { claimOn, cohensH, worded } from "./claim.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./pairs_claim.ts";
import { takeRows } from "../results/take_rows.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { said } from "../metrics/said.ts";

/** Two runs may disagree in so many cases before a judge is not said to repeat itself. */
const LIMIT = 0.1;

/** A flip rate this near to the limit is taken for the limit. */
const NEAR = 0.02;

/** Options of `repeatsItself`. */
export interface RepeatsItselfOptions extends Omit<PairsTestOptions, "clusters"> {
  /** Flip rate that the claim says the judge is below, above 0 and below 1; 0.1 by default. */
  limit?: number;
  /** From which score on a caption passes. */
  threshold?: number;
}

/**
 * Does a judge say the same when it is asked again? `flip_rate` of `repeatability`, the chance that two runs of the same input disagree,
 * below `limit` (10% unless told otherwise: a rate of 0 is refuted by the first flip, so a limit must be named). Contradicted: above it;
 * `absent`: within δ of the limit.
 *
 * Takes pairs, or caption scores, with the column run. A judge that names the same slot whatever it sees repeats itself too: `sensitivity`
 * has the disagreement in units of chance, 1 − Krippendorff's α, and the spread of the runs' pass rates.
 *
 * @throws {TypeError} without the column run
 * @throws {RangeError} for a limit outside (0, 1), when no row is in the condition, or nothing was judged twice
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { repeatsItself } from "judgebias";
 *
 * const items = Array.from({ length: 60 }, (_, i) => String(i));
 * const pairs = pl.DataFrame({
 *   item_id: [...items, ...items],
 *   run: [...items.map(() => 1), ...items.map(() => 2)],
 *   human: [...items, ...items].map(() => "A"),
 *   choice: [...items, ...items].map(() => "B"), // the same twice, sixty times
 * });
 * assert.equal(repeatsItself(pairs).verdict, "supported");
 * ```
 */
export function repeatsItself(given: pl.DataFrame, options: RepeatsItselfOptions = {}): HypothesisResult {
  const action = "repeatsItself";
  const names = ["limit", "threshold", "condition"];
  const { frame, level, result } = claimOn(action, arguments, given, options, names);
  const { limit = LIMIT, threshold, condition = BASE_CONDITION, delta = NEAR } = options;
  requireBetween(action, "a limit", limit);
  const own = holdsPairs(frame) ? takeRows(frame, conditionRows(action, frame, condition)) : frame;
  const [found] = estimatesOf(repeatability(own, { by: [], threshold, level }), "flip_rate");
  const { n, estimate: rate, clusters } = found;
  const { n_runs, alpha, alpha_low, alpha_high, pass_low, pass_high } = found.row as Record<string, number>;
  const beside = (name: string, estimate: number, low = NaN, high = NaN) => {
    return { name, estimate, low, high, n, clusters, pValue: NaN };
  };
  if (n === 0) throw new RangeError(said("never_twice"));
  return result({
    ...worded(action, { runs: n_runs, percent: 100 * limit }),
    parts: [{
      ...{ name: "the flip rate", nullValue: limit },
      look: { ...found, pOf: found.pOf ?? (() => NaN) },
    }],
    ...{ claimIs: "below", unit: "percent", effect: cohensH(rate, limit) },
    sensitivity: () => [
      beside("disagreement as a share of that by chance (1 − α)", 1 - alpha, 1 - alpha_high, 1 - alpha_low),
      beside("pass rate of the best run minus the worst", pass_high - pass_low),
    ],
    delta,
    frames: [own],
  });
}
