import pl from "nodejs-polars";
import { saturation } from "../metrics/saturation.ts";
import { holdsPairs } from "../metrics/verdict_rows.ts";
import { ratingEvaluators } from "../results/rating_evaluators.ts";
import { requireFrame } from "../results/require_frame.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireBetween } from "../stats/require_value.ts";
import { cohensH, DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type { TestOptions } from "./hypothesis_types.ts";
import { metricEvidence, sensitivityRow } from "./metric_evidence.ts";

/** A scale of which more than this lies on one value can hardly rank. */
const LIMIT = 0.5;

/**
 * Does an evaluator give most captions one and the same score? `share` of `saturation`, that of its most frequent value, above `limit` (one
 * half). Contradicted: below it; `absent`: within δ of it.
 *
 * The value is picked by the same data. At most 1/limit values can have a share as large, so the interval is at level 1 − α/⌊1/limit⌋ and
 * p is multiplied by that number (two for one half): a scale of two values, each used equally often, is not called saturated for the
 * one that happened to lead.
 *
 * Takes caption scores, or ratings with the name of an evaluator's column. Several evaluators or settings of caption scores count as
 * one; `hypothesisTable(scores, oneValueDominates, { by: ["evaluator", "setting"] })` tells them apart.
 *
 * Size: of 400 simulated data sets (two values of one half each, 60 images of two captions) 3.0% were supported
 * (`tests/calibration/claim_scenarios.ts`).
 *
 * @throws {TypeError} for a frame that holds neither
 * @throws {RangeError} for a limit outside (0, 1), an unknown evaluator, or no score
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import pl from "nodejs-polars";
 * import { oneValueDominates } from "judgebias";
 *
 * const images = Array.from({ length: 80 }, (_, i) => String(i));
 * const scores = pl.DataFrame({ image_id: images, evaluator: images.map(() => "j"), score: images.map((_, i) => i < 70 ? 0 : 1) });
 * assert.equal(oneValueDominates(scores).verdict, "supported");
 * ```
 */
export function oneValueDominates(
  frame: pl.DataFrame,
  { limit = LIMIT, evaluator, delta = DELTA.percent, alpha = 0.05, ...others }: TestOptions & {
    limit?: number;
    /** The column of ratings that is looked at. */
    evaluator?: string;
  } = {},
): HypothesisResult {
  const action = "oneValueDominates";
  requireOptions(action, others, ["limit", "evaluator", "delta", "alpha"]);
  requireBetween(action, "a limit", limit);
  requireFrame(action, frame);
  if (holdsPairs(frame)) {
    throw new TypeError(
      `${action}: wanted caption scores or ratings, found pairs (human and choice); how often a judge names one slot: slotPreference(pairs)`,
    );
  }
  const rivals = Math.floor(1 / limit), share = (level: number) => 1 - (1 - level) / rivals;
  const isScores = frame.columns.includes("score");
  const known = isScores ? [] : ratingEvaluators(frame);
  const column = evaluator ?? (known.length === 1 ? known[0] : undefined);
  if (!isScores && (column === undefined || !known.includes(column))) {
    throw new RangeError(
      `${action}: wanted an evaluator out of ${known.join(", ") || "none"}, found ${
        evaluator ?? "none named"
      }`,
    );
  }
  const at = (level: number) => {
    const found = saturation(frame, { by: [], level });
    return isScores ? found : found.filter(pl.col("evaluator").eq(pl.lit(column!)));
  };
  const own = metricEvidence(at, { estimate: "share" }, { level: share(1 - alpha) });
  const pOf = (value: number) => Math.min(1, rivals * own.pOf(value));
  const main = { ...own, pOf, pValue: pOf(limit) };
  if (main.n === 0) throw new RangeError(`${action}: wanted scores, found none`);
  const [row] = at(share(1 - alpha)).toRecords() as Record<string, number>[];
  const alone = metricEvidence(at, { estimate: "share" }, { level: 1 - alpha });
  return hypothesisResult({
    hypothesis: "one value dominates the scale",
    claim: `more than ${100 * limit}% of the scores are one and the same`,
    ...main,
    delta,
    effect: cohensH(main.estimate, limit),
    method:
      `share of the value ${row.value}, the most frequent of ${row.n_values}, against ${
        100 * limit
      }%; cluster-robust, at ` +
      `${(100 * share(1 - alpha)).toFixed(1)}% because the value was picked by the same data`,
    assumptions: [
      "images are independent",
      "scores that could not be read, left out here, are like the others",
    ],
    sensitivity: [sensitivityRow("the value taken as given", { ...alone, pValue: NaN })],
    alpha,
    frames: [frame],
    claimIs: "above",
    nullValue: limit,
    unit: "percent",
  });
}
