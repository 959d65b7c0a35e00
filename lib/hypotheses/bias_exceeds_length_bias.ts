import type pl from "nodejs-polars";
import { type Estimand, minus } from "../stats/infer.ts";
import { worded } from "./claim.ts";
import { pairsClaim, type PairsTestOptions } from "./pairs_claim.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
import { lengthRows } from "./length_rows.ts";

/**
 * Is informativeness bias larger than length bias? IB − LB over the same pairs, those with a human label, an informativeness label and
 * word counts; both biases split the same verdicts, and the cluster-robust error keeps their covariance.
 *
 * LB can be negative (shorter answers favoured), and IB − LB is then large although the judge is swayed by length more. So the claim is
 * IB > |LB|, that is IB − LB > 0 and IB + LB > 0, both (intersection–union, `claim`); what is shown is the less certain of the two, mostly
 * IB − |LB|. `sensitivity` shows IB, LB and both parts. `absent`: IB and |LB| differ by less than δ.
 *
 * @throws {TypeError} without informativeness labels or word counts
 * @throws {RangeError} when no row is in the condition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasExceedsLengthBias } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["MLLM-as-a-Judge"] });
 * const { estimate, sensitivity: [ib, lb] } = biasExceedsLengthBias(pairs);
 * assert.ok(Math.abs(estimate - (ib.estimate - lb.estimate)) < 1e-12);
 * ```
 */
export function biasExceedsLengthBias(given: pl.DataFrame, options: PairsTestOptions = {}): HypothesisResult {
  const action = "biasExceedsLengthBias";
  const { pairs, outcomes, part, found, also, result } = pairsClaim(action, arguments, given, options, {
    ...{ labels: true, again: (rows) => biasExceedsLengthBias(rows, options) },
  });
  const { rows, gaps, left } = lengthRows(action, pairs, outcomes), isIn = new Set(rows);
  const side = (subset: "ids" | "cds" | "longer" | "shorter"): Estimand => {
    const { value, ...rest } = outcomes.part(subset);
    return [{ ...rest, weight: 1, value: (row) => isIn.has(row) ? value(row) : NaN }];
  };
  const ib = minus(side("ids"), side("cds")), lb = minus(side("longer"), side("shorter"));
  const above = minus(ib, lb), below = [...ib, ...lb];
  const equal = outcomes.replies(rows.filter((_, i) => gaps.words[i] === 0)).length;
  return result({
    ...worded(action, { equal, left }),
    parts: [part("IB − LB", above), part("IB + LB (a bias to shorter answers)", below)],
    counted: rows,
    effect: {
      measure: "IB − |LB|, points",
      value: 100 * (found(ib).estimate - Math.abs(found(lb).estimate)),
    },
    sensitivity: () => [also("IB", ib), also("LB", lb), also("IB − LB", above), also("IB + LB", below)],
  });
}
