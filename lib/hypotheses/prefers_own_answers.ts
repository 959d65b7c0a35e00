import pl from "nodejs-polars";
import { pairSelfPreference } from "../metrics/pair_self_preference.ts";
import { requireOptions } from "../results/require_options.ts";
import { BASE_CONDITION, conditionRows, type PairsTestOptions } from "./conditions.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import { metricEvidence, sensitivityRow } from "./metric_evidence.ts";
import { takeRows } from "./take_rows.ts";

const COLUMNS = { estimate: "self_preference", n: ["n_own", "n_other"] };

/** Options of `prefersOwnAnswers`. */
export interface PrefersOwnAnswersOptions extends PairsTestOptions {
  /** Models by the name of their family: answers of relatives then count as a judge's own. */
  families?: Readonly<Record<string, readonly string[]>>;
  /** Whether the judge's very own answers count, true by default; false needs families. */
  self?: boolean;
}

/**
 * Does a judge find its own answers better than people do? `self_preference` of `pairSelfPreference` above 0: how often it chooses its
 * own where people prefer that, less how often it chooses the other where people prefer the other. With `families` (name → models) the
 * answers of relatives are its own too; `self: false` then leaves out its very own: does it prefer its family?
 *
 * `sensitivity`: without ties and unreadable replies; these resolved against the claim and for it (no interval: no treatment can leave
 * these ends); with `families` its very own answers alone. A judge has a positive value also where its victories are clearer than its defeats:
 * set other judges of the same pairs beside it, with `pairSelfPreference`.
 *
 * Size: of 400 simulated data sets (40 images of 1 to 10 pairs, models alike, no liking) 4.0% were supported or contradicted, of a family 4.5%
 * (`tests/calibration/claim_scenarios.ts`).
 *
 * @throws {TypeError} without the columns judge, model_a and model_b
 * @throws {RangeError} when no row is in the condition, no pair has one own answer and a human A or B, or `self` is false without
 *   families
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { prefersOwnAnswers } from "judgebias";
 * import { simulateModelPairs } from "judgebias/simulate";
 *
 * const pairs = simulateModelPairs({ seed: 1 });
 * assert.equal(prefersOwnAnswers(pairs).hypothesis, "a judge prefers its own answers");
 * ```
 */
export function prefersOwnAnswers(
  pairs: pl.DataFrame,
  { families, self = true, condition = BASE_CONDITION, delta = DELTA.points, alpha = 0.05, ...others }:
    PrefersOwnAnswersOptions = {},
): HypothesisResult {
  const action = "prefersOwnAnswers";
  requireOptions(action, others, ["families", "self", "condition", "delta", "alpha"]);
  if (!self && families === undefined) {
    throw new RangeError(`${action}: wanted families where self is false, found none: nothing would be left`);
  }
  const level = 1 - alpha, own = takeRows(pairs, conditionRows(action, pairs, condition));
  const metric =
    (frame: pl.DataFrame, options: { families?: typeof families; self?: boolean }) => (level: number) =>
      pairSelfPreference(frame, { by: [], bounds: true, level, ...options });
  const found = metric(own, { families, self });
  const main = metricEvidence(found, COLUMNS, { level });
  if (main.n === 0) {
    throw new RangeError(
      `${action}: wanted pairs of an answer of ${
        self ? "the judge" : "the judge's family"
      } and another's with a human A or B, found none`,
    );
  }
  const [row] = found(level).toRecords() as Record<string, number>[];
  const whose = self ? "its own answers" : "the answers of its family";
  const decided = own.filter(pl.col("choice").eq(pl.lit("A")).or(pl.col("choice").eq(pl.lit("B"))));
  const end = (name: string, column: "lowest" | "highest") =>
    sensitivityRow(name, { estimate: row[column], n: main.n });
  return hypothesisResult({
    hypothesis: `a judge prefers ${whose}`,
    claim: `it chooses ${whose} where people do more often than another's where people prefer that`,
    ...main,
    delta,
    effect: cohensH(row.rate_own, row.rate_other),
    method:
      `choice of own where people prefer it (n = ${row.n_own}) minus choice of the other where people prefer that ` +
      `(n = ${row.n_other}); cluster-robust`,
    assumptions: [
      "pairs on different images are independent",
      "the judge's victories, as people see them, are no clearer than its defeats",
      "people's votes are not themselves tied to the style of a model",
    ],
    sensitivity: [
      ...decided.height > 0
        ? [sensitivityRow(
          "without ties and unreadable replies",
          metricEvidence(metric(decided, { families, self }), COLUMNS, { level }),
        )]
        : [],
      end("ties and unreadable replies resolved against the claim", "lowest"),
      end("ties and unreadable replies resolved for the claim", "highest"),
      ...families !== undefined && self
        ? [sensitivityRow("its very own answers alone", metricEvidence(metric(own, {}), COLUMNS, { level }))]
        : [],
    ],
    alpha,
    frames: [own],
    claimIs: "above",
  });
}
