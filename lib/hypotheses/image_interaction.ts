import type pl from "nodejs-polars";
import { type Estimand, minus } from "../stats/infer.ts";
import type { Condition, PairsTestOptions } from "./conditions.ts";
import type { HypothesisResult } from "./hypothesis_types.ts";
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
  const { pairs, part, found, also, result, matched } = pairsClaim(action, given, options, {
    compares: ["image"],
    labels: true,
  });
  if (!pairs.columns.includes("image")) {
    throw new RangeError(`${action}: wanted rows with and without image, found no column image`);
  }
  const { first: blind, second: seen, change, unmatched } = matched({ image: false }, { image: true });
  const ids = change("ids"), cds = change("cds"), difference = minus(cds, ids);
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
      value: odds(seen("cds")) - odds(blind("cds")) - odds(seen("ids")) + odds(blind("ids")),
    },
    method:
      `IB(no image) − IB(image) = IRS(CDS) − IRS(IDS) over pairs judged both ways; cluster-robust; ${unmatched} rows judged ` +
      `one way only left out`,
    assumptions: ["nothing but the image differs between the two runs"],
    sensitivity: [
      also("IB with image", minus(seen("ids"), seen("cds"))),
      also("IB without image", minus(blind("ids"), blind("cds"))),
      also("IRS in CDS", cds),
      also("IRS in IDS", ids),
    ],
  });
}
