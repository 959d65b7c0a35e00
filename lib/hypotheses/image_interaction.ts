import type pl from "nodejs-polars";
import { type Estimand, gains, minus } from "../stats/infer.ts";
import { type Condition, matchConditions, type PairsTestOptions } from "./conditions.ts";
import type { HypothesisResult } from "./hypothesis_result.ts";
import { pairsClaim } from "./pairs_claim.ts";

/** Options of `biasGrowsWithoutImage`. */
export interface ImageInteractionOptions extends PairsTestOptions {
  /** The rows that are looked at, of both ways; pipeline base and variant original by default. */
  condition?: Omit<Condition, "image">;
}

/**
 * Does informativeness bias grow without the image? IB(no image) − IB(image) over the pairs judged both ways, of
 * which each gives the change of its verdict.
 *
 * The same number is IRS(CDS) − IRS(IDS): the image helps more where informativeness misleads. `sensitivity` has both reliances and both biases.
 *
 * @throws {TypeError} without informativeness labels
 * @throws {RangeError} when either way has no row, or two rows have the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasGrowsWithoutImage } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const { estimate, sensitivity: [, , cds, ids] } = biasGrowsWithoutImage(pairs);
 * assert.ok(Math.abs(estimate - (cds.estimate - ids.estimate)) < 1e-12);
 * ```
 */
export function biasGrowsWithoutImage(
  given: pl.DataFrame,
  options: ImageInteractionOptions = {},
): HypothesisResult {
  const action = "biasGrowsWithoutImage";
  const { pairs, outcomes, part, found, also, result } = pairsClaim(action, given, options, {
    compares: ["image"],
    labels: true,
  });
  if (!pairs.columns.includes("image")) {
    throw new RangeError(`${action}: wanted rows with and without image, found no column image`);
  }
  const { first, partner, unmatched } = matchConditions(action, pairs, { image: true }, { image: false });
  const subset = (name: "ids" | "cds") => {
    const { name: called, value } = outcomes.part(name), isFirst = new Set(first);
    const seen = (row: number) => isFirst.has(row) ? value(row) : NaN;
    const blind = (row: number) => isFirst.has(row) ? value(partner[row]) : NaN;
    const mean = (value: (row: number) => number): Estimand => [{ name: called, weight: 1, value }];
    return {
      seen: mean(seen),
      blind: mean(blind),
      change: gains(called, (row) => seen(row) - blind(row)),
    };
  };
  const ids = subset("ids"), cds = subset("cds"), difference = minus(cds.change, ids.change);
  const odds = (estimand: Estimand) => {
    const share = found(estimand).estimate;
    return Math.log(share / (1 - share));
  };
  return result({
    hypothesis: "IB grows without the image",
    claim: "informativeness bias is larger without the image than with it",
    parts: [part("IB(no image) − IB(image)", difference)],
    effect: {
      measure: "log odds ratio (image × subset)",
      value: odds(cds.seen) - odds(cds.blind) - odds(ids.seen) + odds(ids.blind),
    },
    method:
      `IB(no image) − IB(image) = IRS(CDS) − IRS(IDS) over pairs judged both ways; cluster-robust; ${unmatched} rows judged ` +
      `one way only left out`,
    assumptions: ["nothing but the image differs between the two runs"],
    sensitivity: [
      also("IB with image", minus(ids.seen, cds.seen)),
      also("IB without image", minus(ids.blind, cds.blind)),
      also("IRS in CDS", cds.change),
      also("IRS in IDS", ids.change),
    ],
  });
}
