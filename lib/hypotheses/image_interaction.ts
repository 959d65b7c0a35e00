import type pl from "nodejs-polars";
import { pairOutcomes, requireLabels } from "../metrics/pair_outcomes.ts";
import { requireOptions } from "../results/require_options.ts";
import { requireFrame } from "../results/require_frame.ts";
import { BASE_CONDITION, type Condition, matchConditions } from "./conditions.ts";
import { DELTA, type HypothesisResult, hypothesisResult } from "./hypothesis_result.ts";
import type { TestOptions } from "./hypothesis_types.ts";
import { evidenceOf, sensitivityRow } from "./metric_evidence.ts";
import { subsetContrast } from "./subset_contrast.ts";

/** IB(no image) − IB(image) is IRS(CDS) − IRS(IDS): one statement, counted once. */
const STATEMENT = "image × subset";

/** Options of the tests that compare judging with and without the image. */
export interface ImageInteractionOptions extends TestOptions {
  /** The rows that are looked at, of both ways; pipeline base and variant original by default. */
  condition?: Omit<Condition, "image">;
}

/**
 * Does informativeness bias grow without the image? IB(no image) − IB(image) over the pairs judged both ways, cluster-robust with both
 * verdicts of a pair in its image's cluster.
 *
 * Algebraically the same number as in `imageHelpsMoreInCds`: one test, which `hypothesisTable` counts once.
 *
 * @throws {TypeError} without informativeness labels
 * @throws {RangeError} when either way has no row, or two rows have the same key
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { biasGrowsWithoutImage, imageHelpsMoreInCds } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const one = biasGrowsWithoutImage(pairs), other = imageHelpsMoreInCds(pairs);
 * assert.ok(one.estimate === other.estimate && one.pValue === other.pValue && one.statement === other.statement);
 * ```
 */
export function biasGrowsWithoutImage(
  pairs: pl.DataFrame,
  options: ImageInteractionOptions = {},
): HypothesisResult {
  return imageInteraction(pairs, options, {
    action: "biasGrowsWithoutImage",
    hypothesis: "IB grows without the image",
    claim: "informativeness bias is larger without the image than with it",
  });
}

/**
 * Does the image help more where informativeness misleads? IRS(CDS) − IRS(IDS) over the pairs judged with and without image: the same
 * number, and the same test, as `biasGrowsWithoutImage`.
 *
 * @throws as `biasGrowsWithoutImage`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { imageHelpsMoreInCds } from "judgebias";
 * import { simulatePairs } from "judgebias/simulate";
 *
 * const pairs = simulatePairs({ judges: ["GPT-4o"], benchmarks: ["VL-RewardBench"] });
 * const { estimate, sensitivity } = imageHelpsMoreInCds(pairs);
 * const value = (name: string) => sensitivity.find((row) => row.name === name)!.estimate;
 * assert.ok(Math.abs(estimate - (value("IRS in CDS") - value("IRS in IDS"))) < 1e-12);
 * ```
 */
export function imageHelpsMoreInCds(
  pairs: pl.DataFrame,
  options: ImageInteractionOptions = {},
): HypothesisResult {
  return imageInteraction(pairs, options, {
    action: "imageHelpsMoreInCds",
    hypothesis: "IRS is larger in CDS than in IDS",
    claim: "the image adds more accuracy in CDS than in IDS",
  });
}

function imageInteraction(
  pairs: pl.DataFrame,
  {
    condition = { pipeline: BASE_CONDITION.pipeline, variant: BASE_CONDITION.variant },
    delta = DELTA.points,
    alpha = 0.05,
    ...others
  }: ImageInteractionOptions,
  { action, hypothesis, claim }: { action: string; hypothesis: string; claim: string },
): HypothesisResult {
  requireOptions(action, others, ["condition", "delta", "alpha"]);
  requireFrame(action, pairs);
  if (!pairs.columns.includes("image")) {
    throw new RangeError(`${action}: wanted rows with and without image, found no column image`);
  }
  const { first, second, unmatched } = matchConditions(action, pairs, { ...condition, image: true }, {
    ...condition,
    image: false,
  });
  const outcomes = pairOutcomes(action, pairs);
  requireLabels(action, outcomes);
  const sides = outcomes.informativeness;
  const contrast = (image: [number, number], blind: [number, number], bounds: [number, number] = [-2, 2]) =>
    subsetContrast(outcomes, [
      { rows: first, sides, weights: image },
      { rows: second, sides, weights: blind },
    ], { bounds, level: 1 - alpha });
  const main = contrast([-1, 1], [1, -1]);
  const parts: [string, ReturnType<typeof contrast>][] = [
    ["IB with image", contrast([1, -1], [0, 0], [-1, 1])],
    ["IB without image", contrast([0, 0], [1, -1], [-1, 1])],
    ["IRS in CDS", contrast([0, 1], [0, -1], [-1, 1])],
    ["IRS in IDS", contrast([1, 0], [-1, 0], [-1, 1])],
  ];
  const [ids, cds, blindIds, blindCds] = main.means;
  return hypothesisResult({
    hypothesis,
    claim,
    ...evidenceOf(main),
    delta,
    effect: {
      measure: "log odds ratio (image × subset)",
      value: logit(cds) - logit(blindCds) - logit(ids) + logit(blindIds),
    },
    method:
      `IB(no image) − IB(image) = IRS(CDS) − IRS(IDS) over pairs judged both ways; cluster-robust t by image; ${unmatched} rows judged ` +
      `one way only left out`,
    assumptions: [
      "pairs on different images are independent",
      "nothing but the image differs between the two runs",
    ],
    sensitivity: parts.map(([name, part]) => sensitivityRow(name, part)),
    alpha,
    frames: [pairs],
    claimIs: "above",
    statement: STATEMENT,
  });
}

function logit(p: number): number {
  return Math.log(p / (1 - p));
}
