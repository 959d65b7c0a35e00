import type pl from "nodejs-polars";
import { type ClusterColumns, frameClusters } from "../metrics/clusters.ts";
import { clustersAt } from "../stats/estimand.ts";
import { firstOf, holdsPairs } from "../metrics/pair_rows.ts";
import { frameCodes } from "../results/combine_factors.ts";
import { columnNumbers } from "../results/factor.ts";
import { ratingEvaluators } from "../results/rating_evaluators.ts";
import type { Estimand } from "../stats/infer.ts";
import { requireBetween } from "../stats/require_value.ts";
import { claimOn, cohensH, looksAt } from "./claim.ts";
import type { HypothesisResult, TestOptions } from "./hypothesis_types.ts";

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
  given: pl.DataFrame,
  { limit = LIMIT, evaluator, ...options }: TestOptions & {
    limit?: number;
    /** The column of ratings that is looked at. */
    evaluator?: string;
    /** What intervals take as independent; images (items) by default. */
    clusters?: ClusterColumns;
  } = {},
): HypothesisResult {
  const action = "oneValueDominates";
  const { frame, level, result } = claimOn(action, given, options, ["limit", "evaluator", "clusters"]);
  requireBetween(action, "a limit", limit);
  if (holdsPairs(given)) {
    throw new TypeError(
      `${action}: wanted caption scores or ratings, found pairs (human and choice); how often a judge names one slot: slotPreference(pairs)`,
    );
  }
  const isScores = frame.columns.includes("score");
  const known = isScores ? [] : ratingEvaluators(frame);
  const column = isScores ? "score" : evaluator ?? (known.length === 1 ? known[0] : undefined);
  if (column === undefined || !isScores && !known.includes(column)) {
    throw new RangeError(
      `${action}: wanted an evaluator out of ${known.join(", ") || "none"}, found ${
        evaluator ?? "none named"
      }`,
    );
  }
  const scores = columnNumbers(frame.getColumn(column));
  // A rating stands on a row per person who rated the item.
  const rows = Int32Array.from(scores.keys()), items = isScores ? rows : frameCodes(frame, ["item_id"]).codes;
  const used = firstOf(rows, items).filter((row) => !Number.isNaN(scores[row]));
  if (used.length === 0) throw new RangeError(`${action}: wanted scores, found none`);
  const counts = new Map<number, number>();
  for (const row of used) counts.set(scores[row], (counts.get(scores[row]) ?? 0) + 1);
  const [[value]] = [...counts].sort(([a, n], [b, m]) => m - n || a - b);
  const codes = clustersAt(frameClusters(frame, options.clusters).codes, used);
  const { part, found, also } = looksAt(used.length, codes, level);
  const name = `the share of the value ${value}`, picked = Math.floor(1 / limit);
  const share: Estimand = [{ name, weight: 1, value: (i) => scores[used[i]] === value ? 1 : 0 }];
  return result({
    hypothesis: "one value dominates the scale",
    claim: `more than ${100 * limit}% of the scores are one and the same`,
    parts: [part(name, share, limit)],
    picked,
    unit: "percent",
    effect: cohensH(found(share).estimate, limit),
    method: `${name}, the most frequent of ${counts.size}, against ${100 * limit}%; cluster-robust, at ` +
      `${(100 * (1 - (1 - level) / picked)).toFixed(1)}% because the value was picked by the same data`,
    assumptions: [
      "images are independent",
      "scores that could not be read, left out here, are like the others",
    ],
    sensitivity: [also("the value taken as given", share, NaN)],
  });
}
